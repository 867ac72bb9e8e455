//! Pointers that see one component of all structures of an array as an array: `p => cells(:)%v`. The derivatives of several directions are an array in each
//! structure, and no pointer leads to an array of arrays (F2018 9.4.2).

use il::typing::type_of;
use il::{Diagnostic, Expr, ExprKind, Program, StmtKind, Subscript};

use crate::facts::Facts;

/// The errors for all differentiated units.
pub(crate) fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |_, stmt| {
            let StmtKind::PointerAssign { lhs, rhs } = &stmt.kind else { return };
            let is_led = [lhs, rhs].iter().all(|e| facts.has_storage(p, e));
            let Some(pointer) = lhs.root().filter(|_| is_led && sees_components(p, rhs)) else { return };
            let name = &p.symbols[pointer].name;
            let what = format!("the derivatives of `{name}` in several directions are no array: it leads to one component of each structure");
            out.push(
                Diagnostic::error("RT0440", stmt.span, what)
                    .note("differentiate in one direction at a time, without -vector")
                    .note("or work on the components themselves, in a loop over the structures"),
            );
        });
    }
    out
}

/// Whether a reference is to one component of several structures.
fn sees_components(p: &Program, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Field { base, .. } => type_of(p, base).rank() > 0 || sees_components(p, base),
        ExprKind::Index { base, subs } => {
            let elements = subs.iter().all(|s| matches!(s, Subscript::At(x) if type_of(p, x).rank() == 0));
            elements && sees_components(p, base)
        }
        _ => false,
    }
}
