//! C: blocks that grow by `realloc` and were made elsewhere. How large they were nobody knows, and no derivative of theirs could grow with them.

use il::{Diagnostic, Expr, ExprKind, Program, StmtKind, UnitId};

use crate::facts::Facts;
use crate::prepare::grown_blocks::asked;

/// The errors for all differentiated procedures that are called: those that stand in the place of their calls are none of them.
pub fn check(p: &Program, heads: &[UnitId], facts: &Facts) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let mut reached = None;
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |_, stmt| {
            if let StmtKind::Assign { rhs, .. } = &stmt.kind
                && let Some(pointer) = asked(p, rhs)
                && !is_made_here(p, facts, unit, pointer)
                && reached.get_or_insert_with(|| facts.analysis.calls().reached(heads)).contains(&unit)
            {
                let what = "memory grows here that was not allocated in what is differentiated";
                let note = "allocate it there, or give it all its room before the derivative is called";
                out.push(Diagnostic::error("RT0431", stmt.span, what).note(note));
            }
        });
    }
    out
}

/// Whether a pointer leads to nothing but memory of the procedure.
fn is_made_here(p: &Program, facts: &Facts, unit: UnitId, pointer: &Expr) -> bool {
    let zones = facts.analysis.zones();
    let target = Expr::from(ExprKind::Deref(Box::new(pointer.clone())));
    zones.of_ref(p, &target).zones.into_iter().all(|z| {
        let zone = zones.zone(z);
        let local = p.variable(zone.symbol).is_some_and(|v| v.is_unsaved_local());
        zone.owner == Some(unit) && zone.pointee && local
    })
}
