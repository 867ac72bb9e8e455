//! From the symbols of an original unit to those of its copy, and to their derivatives.

use std::collections::BTreeMap;

use il::expr::{Expr, ExprKind, Item, Subscript};
use il::{Arg, RecordId, ScopeId, Stmt, StmtKind, SymbolId, Type, Upper};

/// Where the names of an original went in a copy. Lookups that find nothing give the original back: it is visible there as it was.
#[derive(Clone, Debug, Default)]
pub struct Maps {
    /// Original symbol → its copy.
    pub symbols: BTreeMap<SymbolId, SymbolId>,
    /// Original symbol → its derivative.
    pub derivatives: BTreeMap<SymbolId, SymbolId>,
    /// Original block scope → its copy.
    pub scopes: BTreeMap<ScopeId, ScopeId>,
    /// Record and field → derivative record and field.
    pub fields: BTreeMap<(RecordId, usize), (RecordId, usize)>,
    /// Record → derivative record (itself when all of it is active).
    pub records: BTreeMap<RecordId, RecordId>,
    /// Local derivatives of dummies of unknown extent → the dummy: an error as soon as they are used.
    pub unknown_extents: BTreeMap<SymbolId, SymbolId>,
}

impl Maps {
    /// The copy of a symbol.
    pub fn symbol(&self, original: SymbolId) -> SymbolId {
        self.symbols.get(&original).copied().unwrap_or(original)
    }

    /// The derivative of a symbol, if it owns one here.
    pub fn derivative(&self, original: SymbolId) -> Option<SymbolId> {
        self.derivatives.get(&original).copied()
    }

    /// An expression over the copies.
    pub fn expr(&self, e: &Expr) -> Expr {
        let mut out = e.clone();
        out.rewrite(&mut |e| self.rename(e));
        out
    }

    /// The derivative of a reference: same subscripts, derivative of its root, derivative components. `None` when its root owns none, or a component on the way does not.
    pub fn reference(&self, e: &Expr) -> Option<Expr> {
        let kind = match &e.kind {
            ExprKind::Var(s) => ExprKind::Var(self.derivative(*s)?),
            ExprKind::Index { base, subs } => ExprKind::Index {
                base: Box::new(self.reference(base)?),
                subs: subs.iter().map(|s| self.subscript(s)).collect(),
            },
            ExprKind::Field { base, record, field } => {
                let base = Box::new(self.reference(base)?);
                let (record, field) = *self.fields.get(&(*record, *field))?;
                ExprKind::Field { base, record, field }
            }
            ExprKind::Deref(p) => ExprKind::Deref(Box::new(self.pointer(p)?)),
            ExprKind::Substring { .. } => return None,
            _ => return self.pointer(e),
        };
        Some(Expr::at(kind, e.span))
    }

    /// The derivative of a pointer-valued expression: `p + i` → `pd + i`, `&x` → `&xd`.
    pub fn pointer(&self, e: &Expr) -> Option<Expr> {
        let kind = match &e.kind {
            ExprKind::Address(x) => match self.reference(x)?.kind {
                // `&*p` is `p`.
                ExprKind::Deref(p) => return Some(p.bare().clone()),
                kind => ExprKind::Address(Box::new(kind.into())),
            },
            ExprKind::Cast(ty, x) => {
                let mut ty = self.derivative_type(ty);
                // Adjoints are added to where originals only read.
                ty.release_targets();
                ExprKind::Cast(ty, Box::new(self.pointer(x)?))
            }
            ExprKind::Unary(op, x) => ExprKind::Unary(*op, Box::new(self.pointer(x)?)),
            ExprKind::Binary(op, l, r) => match self.pointer(l) {
                Some(l) => ExprKind::Binary(*op, Box::new(l), Box::new(self.distance(r))),
                None => ExprKind::Binary(*op, Box::new(self.distance(l)), Box::new(self.pointer(r)?)),
            },
            ExprKind::Cond { test, yes, no } => ExprKind::Cond {
                test: Box::new(self.expr(test)),
                yes: Box::new(self.pointer_or_null(yes)?),
                no: Box::new(self.pointer_or_null(no)?),
            },
            ExprKind::Var(_) | ExprKind::Index { .. } | ExprKind::Field { .. } | ExprKind::Deref(_) => {
                return self.reference(e);
            }
            _ => return None,
        };
        Some(Expr::at(kind, e.span))
    }

    /// How far a derivative pointer moves: what is behind an object, `(char *)net + sizeof *net`, is behind its derivative.
    fn distance(&self, e: &Expr) -> Expr {
        let mut out = self.expr(e);
        out.rewrite(&mut |x| {
            if let ExprKind::SizeOf(ty) = &mut x.kind {
                self.replace_record(ty);
            }
        });
        out
    }

    /// How many bytes hold the derivative of what as many bytes hold as `e` says. With an object and what is behind it there is room for both of its kinds:
    /// where it ends may have been said before.
    pub fn bytes(&self, e: &Expr) -> Expr {
        let mut out = self.expr(e);
        let is_sum = matches!(out.bare().kind, ExprKind::Binary(il::BinaryOp::Add, ..));
        out.rewrite(&mut |x| {
            let ExprKind::SizeOf(ty) = &mut x.kind else { return };
            let original = ty.clone();
            self.replace_record(ty);
            if is_sum && *ty != original {
                let both = Expr::binary(il::BinaryOp::Add, x.clone(), ExprKind::SizeOf(original).into());
                *x = Expr::unary(il::UnaryOp::Paren, both);
            }
        });
        out
    }

    /// The derivative of one of the two values of a choice: no address has none.
    fn pointer_or_null(&self, e: &Expr) -> Option<Expr> {
        if e.is_null_pointer() { Some(self.expr(e)) } else { self.pointer(e) }
    }

    /// The type of the derivative of something of type `ty`, over the copies.
    pub fn derivative_type(&self, ty: &Type) -> Type {
        let mut out = self.ty(ty);
        self.replace_record(&mut out);
        out
    }

    /// A type over the copies (extents mention symbols).
    pub fn ty(&self, ty: &Type) -> Type {
        let mut out = ty.clone();
        self.rename_type(&mut out);
        out
    }

    fn replace_record(&self, ty: &mut Type) {
        match ty {
            Type::Record(r) => *r = self.records.get(r).copied().unwrap_or(*r),
            Type::Array { elem, .. } => self.replace_record(elem),
            Type::Pointer { to, .. } => self.replace_record(to),
            Type::Scalar(_) | Type::Character { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => {}
        }
    }

    fn rename_type(&self, ty: &mut Type) {
        match ty {
            Type::Array { elem, dims } => {
                self.rename_type(elem);
                for d in dims {
                    if let Some(lower) = &mut d.lower {
                        *lower = self.expr(lower);
                    }
                    if let Upper::At(upper) = &mut d.upper {
                        *upper = self.expr(upper);
                    }
                }
            }
            Type::Pointer { to, .. } => self.rename_type(to),
            Type::Character { len, .. } => {
                if let Some(len) = len {
                    **len = self.expr(len);
                }
            }
            Type::Scalar(_) | Type::Record(_) | Type::Procedure | Type::Void | Type::Opaque(_) => {}
        }
    }

    /// One subscript over the copies.
    pub fn subscript(&self, s: &Subscript) -> Subscript {
        match s {
            Subscript::At(e) => Subscript::At(self.expr(e)),
            Subscript::Range { lo, hi, step } => {
                let map = |e: &Option<Expr>| e.as_ref().map(|e| self.expr(e));
                Subscript::Range { lo: map(lo), hi: map(hi), step: map(step) }
            }
        }
    }

    /// Actual arguments over the copies.
    pub fn args(&self, args: &[Arg]) -> Vec<Arg> {
        args.iter().map(|a| Arg { keyword: a.keyword.clone(), value: self.expr(&a.value) }).collect()
    }

    /// What is said of a parallel loop, over the copies, without the user's text of it: which names of derivatives it needs, the finished loop tells.
    /// `runs_again`: an iteration of the backward loop begins with its original's.
    pub fn parallel(&self, d: &il::stmt::Do, runs_again: bool) -> Option<Box<il::Parallel>> {
        let mut out = d.parallel.clone()?;
        (out.is_text, out.runs_again) = (false, runs_again);
        self.rename_parallel(&mut out);
        Some(out)
    }

    /// The same for a loop that adds to adjoints.
    pub fn backward(&self, d: &il::stmt::Do, runs_again: bool) -> Option<Box<il::Parallel>> {
        let out = self.parallel(d, runs_again)?;
        Some(Box::new(il::Parallel { is_backward: true, ..*out }))
    }

    fn rename_parallel(&self, parallel: &mut il::Parallel) {
        parallel.lists_mut(&mut |symbols| symbols.iter_mut().for_each(|s| *s = self.symbol(*s)));
        parallel.exprs_mut(&mut |e| e.rewrite(&mut |e| self.rename(e)));
    }

    /// A statement over the copies. Blocks inside keep the old statement ids: the caller copies those.
    pub fn stmt(&self, stmt: &Stmt) -> Stmt {
        let mut out = stmt.clone();
        out.kind.exprs_mut(&mut |e| e.rewrite(&mut |e| self.rename(e)));
        match &mut out.kind {
            StmtKind::Call { callee, .. } => *callee = self.symbol(*callee),
            StmtKind::Do(d) => {
                d.var = self.symbol(d.var);
                d.parallel.iter_mut().for_each(|p| self.rename_parallel(p));
            }
            StmtKind::Forall { indices, .. } => indices.iter_mut().for_each(|i| i.var = self.symbol(i.var)),
            StmtKind::AssignLabel { var, .. } | StmtKind::AssignedGoto { var, .. } => *var = self.symbol(*var),
            StmtKind::Declare(symbols) => symbols.iter_mut().for_each(|s| *s = self.symbol(*s)),
            StmtKind::Scope { scope, decls, .. } => {
                *scope = self.scopes.get(scope).copied().unwrap_or(*scope);
                for d in decls {
                    *d = super::map_decl(d, self);
                }
            }
            il::storage!()
            | StmtKind::Assign { .. }
            | StmtKind::If(_)
            | il::uncounted!()
            | StmtKind::Select { .. }
            | il::jump!()
            | StmtKind::ComputedGoto { .. }
            | StmtKind::ArithmeticIf { .. }
            | StmtKind::Return(_)
            | StmtKind::Stop { .. }
            | StmtKind::Nop
            | StmtKind::Where { .. }
            | StmtKind::Opaque { .. }
            | StmtKind::Error(_)
            | il::tape!() => {}
        }
        out
    }

    /// Renames the symbols of one node (its children are renamed on their own).
    fn rename(&self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Var(s) => *s = self.symbol(*s),
            ExprKind::Call { callee, .. } => *callee = self.symbol(*callee),
            ExprKind::Constructor { items, .. } => items.iter_mut().for_each(|i| self.rename_item(i)),
            _ => {}
        }
    }

    fn rename_item(&self, item: &mut Item) {
        if let Item::Implied { items, var, .. } = item {
            *var = self.symbol(*var);
            items.iter_mut().for_each(|i| self.rename_item(i));
        }
    }
}
