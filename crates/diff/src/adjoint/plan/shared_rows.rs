//! C: whether two elements of an array of pointers may lead to the same memory: `double *u[2] = {b, b}`, time levels that change places, a pool of rows.
//! Rows that are allocated one by one, or that only a caller has made, are apart, as the rows of a matrix `double **a` are.

use std::cell::OnceCell;

use il::typing::type_of;
use il::{Expr, ExprKind, Program, StmtKind, Type};

use analysis::c_memory;

/// The answer for a program, once it is asked for.
#[derive(Clone, Default)]
pub(crate) struct SharedRows(OnceCell<bool>);

impl SharedRows {
    /// Whether `base`, which is a pointer, is one of several that may lead to the same memory.
    pub(crate) fn meets(&self, p: &Program, base: &Expr) -> bool {
        is_row(p, base) && *self.0.get_or_init(|| some_are_shared(p))
    }
}

/// Whether an expression is a pointer that an element of an array holds.
fn is_row(p: &Program, e: &Expr) -> bool {
    matches!(type_of(p, e), Type::Pointer { .. }) && e.spine().any(|x| matches!(x.kind, ExprKind::Index { .. }))
}

/// Whether some statement of the program gives such a pointer, or a structure in an array that has one, another value than new memory.
fn some_are_shared(p: &Program) -> bool {
    let holds = |ty: &Type| p.has_part(ty, &|f| matches!(f.ty.element(), Type::Pointer { .. }));
    let reached = |e: &Expr| {
        e.spine().any(|x| matches!(x.kind, ExprKind::Index { .. } | ExprKind::Deref(_))) && e.root().is_some()
    };
    p.units.iter().any(|(_, u)| {
        let mut found = false;
        u.walk(&u.body, &mut |_, s| {
            if let StmtKind::Assign { lhs, .. } = &s.kind {
                let ty = type_of(p, lhs);
                let pointer = matches!(ty, Type::Pointer { .. }) && !c_memory::allocates(p, &s.kind);
                found |= reached(lhs) && (pointer || holds(&ty));
            }
        });
        found
    }) || p.symbols.ids().any(|s| {
        let v = p.variable(s).filter(|v| v.init.is_some());
        v.is_some_and(|v| v.ty.rank() > 0 && (matches!(v.ty.element(), Type::Pointer { .. }) || holds(&v.ty)))
    })
}
