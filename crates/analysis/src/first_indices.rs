//! Where allocatable arrays begin.
//!
//! The value of a function begins at one, wherever its result did (F2018 16.9.109), and what is assigned to an array of the same shape leaves its bounds as they are
//! (10.2.1.3). A derivative procedure that is handed such an array by the caller counts from where that begins.

use il::stmt::associated;
use il::typing::type_of;
use il::{Dim, Expr, ExprKind, Program, StmtKind, Subscript, Type};

/// Whether some allocatable array of the program of this rank and type of elements may begin at another index than one: ALLOCATE says so, or it is given the bounds of
/// a variable that does.
pub fn may_differ(p: &Program, like: &Type) -> bool {
    let alike = |ty: &Type| ty.rank() == like.rank() && ty.element() == like.element();
    let mut found = false;
    for (_, u) in p.units.iter() {
        u.walk(&u.body, &mut |_, s| match &s.kind {
            StmtKind::Allocate { objects, options } => {
                for a in objects.iter().filter(|a| alike(&type_of(p, &a.object))) {
                    found |= a.dims.iter().any(|d| is_other(p, d));
                    found |= a.dims.is_empty() && options.iter().any(|o| is_declared_so(p, &o.value));
                }
            }
            StmtKind::Assign { lhs, rhs } => {
                found |= p.is_allocatable(lhs) && is_declared_so(p, rhs) && alike(&type_of(p, lhs));
            }
            // A pointer begins where its association says, or where its target does; so does what is made like it.
            StmtKind::PointerAssign { lhs, rhs } => {
                let begins = |sub: &Subscript| match sub {
                    Subscript::Range { lo: Some(lo), .. } => il::fold::integer(p, lo) != Some(1),
                    Subscript::Range { lo: None, .. } | Subscript::At(_) => false,
                };
                let told = matches!(&lhs.kind, ExprKind::Index { subs, .. } if subs.iter().any(begins));
                found |= (told || is_declared_so(p, rhs)) && alike(&type_of(p, associated(lhs)));
            }
            _ => {}
        });
    }
    found
}

/// Whether a dimension may begin at another index than one. `lbound(a, 1)` of an allocatable array is what its own ALLOCATE says.
pub fn is_other(p: &Program, d: &Dim) -> bool {
    match &d.lower {
        None => false,
        Some(Expr { kind: ExprKind::Intrinsic(f, args), .. }) if f.name() == "lbound" => {
            args.first().is_some_and(|a| is_declared_so(p, &a.value))
        }
        Some(lower) => il::fold::integer(p, lower) != Some(1),
    }
}

/// Whether a variable or component is declared to begin elsewhere.
fn is_declared_so(p: &Program, e: &Expr) -> bool {
    let whole = matches!(e.bare().kind, ExprKind::Var(_) | ExprKind::Field { .. });
    whole && matches!(type_of(p, e), Type::Array { dims, .. } if dims.iter().any(|d| is_other(p, d)))
}
