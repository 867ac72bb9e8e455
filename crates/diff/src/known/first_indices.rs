//! Where allocatable arrays begin.
//!
//! The value of a function begins at one, wherever its result did (F2018 16.9.109), and what is assigned to an array of the same shape leaves its bounds as they are
//! (10.2.1.3). A derivative procedure that is handed such an array by the caller counts from where that begins.

use il::typing::type_of;
use il::{Dim, Expr, ExprKind, Program, StmtKind, Type};

/// Whether some allocatable array of the program of this rank and type of elements may begin at another index than one: ALLOCATE says so, or it is given the bounds of
/// a variable that does.
pub(crate) fn may_differ(p: &Program, like: &Type) -> bool {
    let alike = |ty: &Type| ty.rank() == like.rank() && ty.element() == like.element();
    let other = |d: &Dim| d.lower.as_ref().is_some_and(|l| il::fold::integer(p, l) != Some(1));
    let declared = |e: &Expr| {
        let whole = matches!(e.bare().kind, ExprKind::Var(_) | ExprKind::Field { .. });
        whole && matches!(type_of(p, e), Type::Array { dims, .. } if dims.iter().any(other))
    };
    let mut found = false;
    for (_, u) in p.units.iter() {
        u.walk(&u.body, &mut |_, s| match &s.kind {
            StmtKind::Allocate { objects, options } => {
                for a in objects.iter().filter(|a| alike(&type_of(p, &a.object))) {
                    found |=
                        a.dims.iter().any(other) || a.dims.is_empty() && options.iter().any(|o| declared(&o.value));
                }
            }
            StmtKind::Assign { lhs, rhs } => found |= p.is_allocatable(lhs) && declared(rhs) && alike(&type_of(p, lhs)),
            _ => {}
        });
    }
    found
}
