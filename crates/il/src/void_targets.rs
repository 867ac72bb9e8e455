//! What a C `void *`, a variable or a member, points to, as its uses tell: the context of a callback, memory that is handed on.
//!
//! A use of `v` that gives or takes a pointer of another type says what is behind it: `(T *)v`, `p = v`, `v = &x`, `f(v)` where `f` takes a `T *`.
//! Passing `v` on to a parameter that is itself a `void *` says what the uses of that parameter say. Uses that disagree leave storage of an unknown type,
//! which may hold reals; without any use nobody looks behind the pointer.
//!
//! A variable that points to bytes is one of these if it is cast to what points to reals, `(double *)(memory + k)`: bytes are what memory is counted in.

use indexmap::IndexMap;

use crate::calls::{CallGraph, actual_for};
use crate::expr::{Arg, BinaryOp, Expr, ExprKind};
use crate::program::Program;
use crate::stmt::StmtKind;
use crate::symbol::{SymbolId, SymbolKind, Variable};
use crate::types::{RecordId, ScalarClass, Type};
use crate::typing::type_of;

/// What is behind a `void *`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Behind {
    /// All uses agree.
    Known(Type),
    /// They do not.
    Anything,
}

/// A `void *`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Void {
    Variable(SymbolId),
    /// A member, of whatever object.
    Member(RecordId, usize),
}

/// What is behind each `void *` variable of the program that is used.
pub(crate) fn find(program: &Program, calls: &CallGraph) -> IndexMap<SymbolId, Behind> {
    let variable = |(v, behind)| match v {
        Void::Variable(s) => Some((s, behind)),
        Void::Member(..) => None,
    };
    all(program, calls).into_iter().filter_map(variable).collect()
}

/// The `void *` members of structures that are used, with what is behind them where their uses agree.
pub fn void_members(program: &Program) -> Vec<(RecordId, usize, Option<Type>)> {
    let member = |(v, behind)| match (v, behind) {
        (Void::Member(r, k), Behind::Known(ty)) => Some((r, k, Some(ty))),
        (Void::Member(r, k), Behind::Anything) => Some((r, k, None)),
        (Void::Variable(_), _) => None,
    };
    all(program, &CallGraph::new(program)).into_iter().filter_map(member).collect()
}

fn all(program: &Program, calls: &CallGraph) -> IndexMap<Void, Behind> {
    let mut uses = Uses { program, calls, found: IndexMap::new(), same: Vec::new() };
    for (_, symbol) in program.symbols.iter() {
        if let SymbolKind::Variable(Variable { init: Some(init), .. }) = &symbol.kind {
            init.walk(&mut |e| uses.constructor(e));
        }
    }
    for (_, unit) in program.units.iter() {
        unit.walk(&unit.body, &mut |_, s| {
            match &s.kind {
                StmtKind::Assign { lhs, rhs } => uses.assigned(lhs, rhs),
                StmtKind::Call { callee, args, .. } => uses.call(*callee, args),
                _ => {}
            }
            s.kind.exprs(&mut |e| {
                e.walk(&mut |e| match &e.kind {
                    ExprKind::Cast(ty, x) => {
                        if let Some(v) = uses.void(x) {
                            uses.vote(v, ty);
                        }
                    }
                    ExprKind::Call { callee, args } => uses.call(*callee, args),
                    _ => uses.constructor(e),
                })
            });
        });
    }
    uses.settle();
    uses.found
}

struct Uses<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    found: IndexMap<Void, Behind>,
    /// The first points to what the second points to.
    same: Vec<(Void, Void)>,
}

impl Uses<'_> {
    /// The `void *` variable or member that an expression is, or the variable that points to bytes, perhaps some of them further.
    fn void(&self, e: &Expr) -> Option<Void> {
        match &e.bare().kind {
            ExprKind::Var(s) => {
                self.program.variable(*s)?;
                let ty = self.program.symbol_type(*s)?;
                (ty.is_void_pointer() || is_byte_pointer(ty)).then_some(Void::Variable(*s))
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, l, _) if is_byte_pointer(&type_of(self.program, l)) => {
                self.void(l)
            }
            ExprKind::Address(x) => match &x.kind {
                ExprKind::Index { base, .. } if is_byte_pointer(&type_of(self.program, base)) => self.void(base),
                _ => None,
            },
            ExprKind::Cast(ty, x) if is_byte_pointer(ty) => self.void(x),
            ExprKind::Field { record, field, .. } => {
                let f = self.program.records[*record].fields.get(*field)?;
                f.ty.is_void_pointer().then_some(Void::Member(*record, *field))
            }
            ExprKind::Cast(ty, x) if ty.is_void_pointer() => self.void(x),
            _ => None,
        }
    }

    fn vote(&mut self, v: Void, pointer: &Type) {
        let (Type::Pointer { to, .. } | Type::Array { elem: to, .. }) = pointer else { return };
        // Bytes are looked at whatever they are part of.
        let of_bytes = |ty: &Type| matches!(ty, Type::Scalar(s) if s.bytes == 1) || matches!(ty, Type::Void);
        if !of_bytes(to) && (self.program.is_differentiable(to) || !self.counts_bytes(v)) {
            self.known(v, Behind::Known((**to).clone()));
        }
    }

    /// Whether it points to bytes: what it is given says nothing about them, for bytes are looked at whatever they are part of.
    fn counts_bytes(&self, v: Void) -> bool {
        match v {
            Void::Variable(s) => self.program.symbol_type(s).is_some_and(is_byte_pointer),
            Void::Member(..) => false,
        }
    }

    fn known(&mut self, v: Void, behind: Behind) -> bool {
        match self.found.get_mut(&v) {
            None => {
                self.found.insert(v, behind);
                true
            }
            Some(old) if *old != behind && *old != Behind::Anything => {
                *old = Behind::Anything;
                true
            }
            Some(_) => false,
        }
    }

    fn assigned(&mut self, lhs: &Expr, rhs: &Expr) {
        match (self.void(lhs), self.void(rhs)) {
            (Some(l), _) => self.given(l, rhs),
            (None, Some(r)) => {
                let ty = type_of(self.program, lhs);
                self.vote(r, &ty);
            }
            (None, None) => {}
        }
    }

    fn given(&mut self, v: Void, value: &Expr) {
        match self.void(value) {
            Some(from) => self.same.extend([(v, from), (from, v)]),
            None if self.counts_bytes(v) => {}
            None => {
                let ty = type_of(self.program, without_void_casts(value));
                self.vote(v, &ty);
            }
        }
    }

    /// `{ f, 2, &par }`.
    fn constructor(&mut self, e: &Expr) {
        let ExprKind::Structure { record, args } = &e.kind else { return };
        for (k, a) in args.iter().enumerate() {
            let Some(k) = self.program.component_of(*record, k, a.keyword.as_deref()) else { continue };
            if self.program.records[*record].fields[k].ty.is_void_pointer() {
                self.given(Void::Member(*record, k), &a.value);
            }
        }
    }

    fn call(&mut self, callee: SymbolId, args: &[Arg]) {
        for u in self.calls.targets(self.program, callee).units {
            for (k, &formal) in self.program.units[u].params.iter().enumerate() {
                let Some(actual) = actual_for(args, k, &self.program.symbols[formal].name) else { continue };
                let Some(v) = self.void(actual) else { continue };
                match self.program.symbol_type(formal).cloned() {
                    Some(ty) if ty.is_void_pointer() || is_byte_pointer(&ty) => {
                        self.same.push((v, Void::Variable(formal)));
                    }
                    Some(ty) => self.vote(v, &ty),
                    None => {}
                }
            }
        }
    }

    fn settle(&mut self) {
        let same = std::mem::take(&mut self.same);
        loop {
            let mut changed = false;
            for (v, as_this) in &same {
                if let Some(behind) = self.found.get(as_this).cloned() {
                    changed |= self.known(*v, behind);
                }
            }
            if !changed {
                return;
            }
        }
    }
}

/// Whether a type is a pointer to characters.
fn is_byte_pointer(ty: &Type) -> bool {
    let byte = |to: &Type| matches!(to, Type::Scalar(s) if s.class == ScalarClass::Integer && s.bytes == 1);
    matches!(ty, Type::Pointer { to, .. } if byte(to))
}

fn without_void_casts(e: &Expr) -> &Expr {
    match &e.bare().kind {
        ExprKind::Cast(ty, x) if ty.is_void_pointer() => without_void_casts(x),
        _ => e.bare(),
    }
}
