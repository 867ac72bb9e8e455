//! How exact the numbers of a check can be: as exact as the shortest reals that the heads compute with.

use il::calls::CallGraph;
use il::{Expr, ExprKind, Program, ScalarClass, Type, UnitId};

use super::numbers::{self, Tolerance};

/// Single precision as soon as something that a head reaches has reals of 4 bytes, or converts to them (as the value of a statement function does
/// whose type nobody declared). What else the files declare, such as headers that many programs share, does not matter.
pub fn tolerance(program: &Program, heads: &[UnitId]) -> Tolerance {
    let is_single = |unit: UnitId| {
        let u = &program.units[unit];
        let mut found =
            u.params.iter().copied().chain(u.result()).any(|s| program.symbol_type(s).is_some_and(is_short));
        u.walk(&u.body, &mut |_, s| s.kind.exprs(&mut |e| e.walk(&mut |x| found |= holds_single(program, x))));
        found
    };
    let reached = CallGraph::new(program).reached(heads);
    if reached.into_iter().any(is_single) { numbers::SINGLE } else { numbers::DOUBLE }
}

/// Whether what an expression refers to, or converts to, has 4 bytes. Literals do not count: they are the same numbers in derivatives.
fn holds_single(program: &Program, e: &Expr) -> bool {
    let type_of = |e: &Expr| il::typing::type_of(program, e);
    let is_wide = |ty: &Type| !is_short(ty) && program.is_differentiable(ty);
    let is_literal = |e: &Expr| e.as_number().is_some();
    match &e.kind {
        // C: `(float)x`, and what `sinf` makes of its argument.
        ExprKind::Cast(ty, x) => is_short(ty) && is_wide(&type_of(x)) && !is_literal(x),
        ExprKind::Var(_) | ExprKind::Field { .. } | ExprKind::Index { .. } | ExprKind::Call { .. } => {
            is_short(&type_of(e))
        }
        ExprKind::Intrinsic(f, args) => {
            matches!(f.name(), "real" | "sngl")
                && is_short(&type_of(e))
                && args.first().is_some_and(|a| is_wide(&type_of(&a.value)))
        }
        _ => false,
    }
}

fn is_short(ty: &Type) -> bool {
    ty.scalar().is_some_and(|s| match s.class {
        ScalarClass::Real => s.bytes < 8,
        ScalarClass::Complex => s.bytes < 16,
        ScalarClass::Integer | ScalarClass::Logical => false,
    })
}
