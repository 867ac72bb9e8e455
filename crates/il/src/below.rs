//! What stands directly below an expression or a statement. Each list is written once, for looking and for changing.

use crate::expr::{Arg, Expr, ExprKind, Item, Subscript};
use crate::stmt::{Block, CaseRange, StmtKind};
use crate::symbol::SymbolId;
use crate::types::{Type, Upper};

impl StmtKind {
    /// Calls `f` for each call that the statement itself makes, as a statement or in its expressions: the name and the arguments.
    pub fn each_call<'a>(&'a self, f: &mut dyn FnMut(SymbolId, &'a [Arg])) {
        if let StmtKind::Call { callee, args, .. } = self {
            f(*callee, args);
        }
        self.exprs(&mut |e| {
            e.walk(&mut |x| {
                if let ExprKind::Call { callee, args } = &x.kind {
                    f(*callee, args);
                }
            });
        });
    }

    /// Whether `f` holds of an expression of the statement itself, at any depth.
    pub fn any_expr<'a>(&'a self, f: &mut dyn FnMut(&'a Expr) -> bool) -> bool {
        let mut found = false;
        self.exprs(&mut |e| found = found || e.any(f));
        found
    }

    /// The call that the statement is, or whose value it assigns: what is called, with what, and what takes the value.
    pub fn call(&self) -> Option<(SymbolId, &[Arg], Option<&Expr>)> {
        match self {
            StmtKind::Call { callee, args, .. } => Some((*callee, args, None)),
            StmtKind::Assign { lhs, rhs: Expr { kind: ExprKind::Call { callee, args }, .. } } => {
                Some((*callee, args, Some(lhs)))
            }
            _ => None,
        }
    }

    /// Whether the statement itself, not those inside it, calls a procedure.
    pub fn calls(&self) -> bool {
        let mut found = false;
        self.each_call(&mut |_, _| found = true);
        found
    }

    /// As [`StmtKind::each_call`], for those who change names or arguments.
    pub fn each_call_mut(&mut self, f: &mut dyn FnMut(&mut SymbolId, &mut Vec<Arg>)) {
        if let StmtKind::Call { callee, args, .. } = self {
            f(callee, args);
        }
        self.exprs_mut(&mut |e| {
            e.rewrite(&mut |x| {
                if let ExprKind::Call { callee, args } = &mut x.kind {
                    f(callee, args);
                }
            });
        });
    }
}

/// The methods for shared access, or with `mut` those for mutable access.
macro_rules! below {
    ($children:ident, $extents:ident, $items:ident, $parts:ident, $as:ident, $blocks:ident, $exprs:ident $(, $mut:tt)?) => {
        impl Expr {
            /// Calls `f` on each direct sub-expression, in evaluation order.
            pub fn $children<'a>(&'a $($mut)? self, f: &mut dyn FnMut(&'a $($mut)? Expr)) {
                match &$($mut)? self.kind {
                    ExprKind::Integer { .. }
                    | ExprKind::Real { .. }
                    | ExprKind::Logical(_)
                    | ExprKind::Text(..)
                    | ExprKind::Var(_) => {}
                    ExprKind::SizeOf(ty) => ty.$extents(f),
                    ExprKind::ComplexParts(a, b) | ExprKind::Binary(_, a, b) => {
                        f(a);
                        f(b);
                    }
                    ExprKind::Index { base, subs } => {
                        f(base);
                        subs.into_iter().flat_map(Subscript::$parts).for_each(f);
                    }
                    ExprKind::Substring { base, lo, hi } => {
                        f(base);
                        [lo, hi].into_iter().flatten().for_each(|e| f(e));
                    }
                    ExprKind::Field { base, .. } => f(base),
                    ExprKind::Cast(ty, x) => {
                        ty.$extents(f);
                        f(x);
                    }
                    ExprKind::Deref(x) | ExprKind::Address(x) | ExprKind::Unary(_, x) => f(x),
                    ExprKind::Intrinsic(_, args) | ExprKind::Call { args, .. } | ExprKind::Structure { args, .. } => {
                        args.into_iter().for_each(|a| f(&$($mut)? a.value));
                    }
                    ExprKind::Cond { test, yes, no } => {
                        f(test);
                        f(yes);
                        f(no);
                    }
                    ExprKind::Constructor { items, .. } => items.into_iter().for_each(|i| i.$items(f)),
                    ExprKind::Opaque { reads, .. } => reads.into_iter().for_each(f),
                }
            }
        }

        impl Type {
            /// Calls `f` on the bounds and lengths that it is made with, in source order: of `double (*)[n]` it is `n`.
            pub fn $extents<'a>(&'a $($mut)? self, f: &mut dyn FnMut(&'a $($mut)? Expr)) {
                match self {
                    Type::Array { elem, dims } => {
                        for d in dims {
                            d.lower.$as().into_iter().for_each(&mut *f);
                            if let Upper::At(upper) = &$($mut)? d.upper {
                                f(upper);
                            }
                        }
                        elem.$extents(f);
                    }
                    Type::Pointer { to, .. } => to.$extents(f),
                    Type::Character { len, .. } => len.into_iter().for_each(|e| f(e)),
                    Type::Scalar(_) | Type::Record(_) | Type::Procedure | Type::Void | Type::Opaque(_) => {}
                }
            }
        }

        impl Subscript {
            /// What is written in it: the index, or those of first index, last index and step that are.
            pub fn $parts(&$($mut)? self) -> impl Iterator<Item = &$($mut)? Expr> {
                let written = match self {
                    Subscript::At(e) => [Some(e), None, None],
                    Subscript::Range { lo, hi, step } => [lo.$as(), hi.$as(), step.$as()],
                };
                written.into_iter().flatten()
            }
        }

        impl Item {
            fn $items<'a>(&'a $($mut)? self, f: &mut dyn FnMut(&'a $($mut)? Expr)) {
                match self {
                    Item::Value(e) => f(e),
                    Item::Implied { items, from, to, step, .. } => {
                        f(from);
                        f(to);
                        step.into_iter().for_each(&mut *f);
                        items.into_iter().for_each(|i| i.$items(f));
                    }
                }
            }
        }

        impl StmtKind {
            /// The blocks inside, in source order.
            pub fn $blocks(&$($mut)? self) -> Vec<&$($mut)? Block> {
                match self {
                    StmtKind::If(i) => {
                        let arms = (&$($mut)? i.arms).into_iter().map(|a| &$($mut)? a.body);
                        arms.chain(&$($mut)? i.otherwise).collect()
                    }
                    StmtKind::Where { arms, otherwise, .. } => {
                        arms.into_iter().map(|a| &$($mut)? a.body).chain(otherwise).collect()
                    }
                    StmtKind::Do(d) => vec![&$($mut)? d.body],
                    StmtKind::While { body, .. }
                    | StmtKind::Until { body, .. }
                    | StmtKind::Loop { body, .. }
                    | StmtKind::Forall { body, .. }
                    | StmtKind::Scope { body, .. } => vec![body],
                    StmtKind::Select { cases, .. } => cases.into_iter().map(|c| &$($mut)? c.body).collect(),
                    StmtKind::Assign { .. }
                    | StmtKind::PointerAssign { .. }
                    | StmtKind::Call { .. }
                    | StmtKind::Exit(_)
                    | StmtKind::Cycle(_)
                    | StmtKind::Goto(_)
                    | StmtKind::ComputedGoto { .. }
                    | StmtKind::AssignLabel { .. }
                    | StmtKind::AssignedGoto { .. }
                    | StmtKind::ArithmeticIf { .. }
                    | StmtKind::Return(_)
                    | StmtKind::Stop { .. }
                    | StmtKind::Nop
                    | StmtKind::Allocate { .. }
                    | StmtKind::Deallocate { .. }
                    | StmtKind::Nullify(_)
                    | StmtKind::Declare(_)
                    | StmtKind::Opaque { .. }
                    | StmtKind::Error(_)
                    | StmtKind::Save { .. }
                    | StmtKind::Restore { .. }
                    | StmtKind::SaveControl { .. }
                    | StmtKind::RestoreControl { .. } => Vec::new(),
                }
            }

            /// Calls `f` on each expression of the statement itself (not of the statements inside its blocks), left sides included, in source order.
            pub fn $exprs<'a>(&'a $($mut)? self, f: &mut dyn FnMut(&'a $($mut)? Expr)) {
                match self {
                    StmtKind::Assign { lhs, rhs } | StmtKind::PointerAssign { lhs, rhs } => {
                        f(lhs);
                        f(rhs);
                    }
                    StmtKind::Call { args, .. } => args.into_iter().for_each(|a| f(&$($mut)? a.value)),
                    StmtKind::If(i) => (&$($mut)? i.arms).into_iter().for_each(|a| f(&$($mut)? a.test)),
                    StmtKind::Where { arms, .. } => arms.into_iter().for_each(|a| f(&$($mut)? a.test)),
                    StmtKind::Do(d) => {
                        f(&$($mut)? d.from);
                        f(&$($mut)? d.to);
                        (&$($mut)? d.step).into_iter().for_each(f);
                    }
                    StmtKind::While { test, .. } | StmtKind::Until { test, .. } => f(test),
                    StmtKind::Select { selector, cases, .. } => {
                        f(selector);
                        for r in cases.into_iter().flat_map(|c| &$($mut)? c.ranges) {
                            match r {
                                CaseRange::Value(e) => f(e),
                                CaseRange::Range(lo, hi) => [lo, hi].into_iter().flatten().for_each(&mut *f),
                            }
                        }
                    }
                    StmtKind::ComputedGoto { selector: e, .. } | StmtKind::ArithmeticIf { value: e, .. } => f(e),
                    StmtKind::Return(e) | StmtKind::Stop { code: e, .. } => e.into_iter().for_each(f),
                    StmtKind::Forall { indices, mask, .. } => {
                        for i in indices {
                            f(&$($mut)? i.from);
                            f(&$($mut)? i.to);
                            (&$($mut)? i.step).into_iter().for_each(&mut *f);
                        }
                        mask.into_iter().for_each(f);
                    }
                    StmtKind::Allocate { objects, options } => {
                        for o in objects {
                            f(&$($mut)? o.object);
                            for d in &$($mut)? o.dims {
                                (&$($mut)? d.lower).into_iter().for_each(&mut *f);
                                if let Upper::At(e) = &$($mut)? d.upper {
                                    f(e);
                                }
                            }
                        }
                        options.into_iter().for_each(|a| f(&$($mut)? a.value));
                    }
                    StmtKind::Deallocate { objects, options } => {
                        objects.into_iter().for_each(&mut *f);
                        options.into_iter().for_each(|a| f(&$($mut)? a.value));
                    }
                    StmtKind::Nullify(objects) => objects.into_iter().for_each(f),
                    StmtKind::Opaque { reads, writes, .. } => {
                        reads.into_iter().for_each(&mut *f);
                        writes.into_iter().for_each(f);
                    }
                    StmtKind::Save { value: e, .. }
                    | StmtKind::Restore { into: e, .. }
                    | StmtKind::RestoreControl { into: e, .. } => f(e),
                    StmtKind::Loop { .. }
                    | StmtKind::Exit(_)
                    | StmtKind::Cycle(_)
                    | StmtKind::Goto(_)
                    | StmtKind::AssignLabel { .. }
                    | StmtKind::AssignedGoto { .. }
                    | StmtKind::Nop
                    | StmtKind::Scope { .. }
                    | StmtKind::Declare(_)
                    | StmtKind::Error(_)
                    | StmtKind::SaveControl { .. } => {}
                }
            }
        }
    };
}

below!(children, extents, exprs, parts, as_ref, blocks, exprs);
below!(children_mut, extents_mut, exprs_mut, parts_mut, as_mut, blocks_mut, exprs_mut, mut);
