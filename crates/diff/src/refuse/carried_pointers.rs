//! Pointers on the tape of an adjoint that is differentiated again ([`crate::tape`]): where their derivatives go the same way, every procedure that saves
//! some or brings some back must be called through its derivative. One that moves nothing else has no values that would make it active.

use std::collections::BTreeSet;

use analysis::allocation::calls;
use il::{Diagnostic, Program, StmtKind, UnitId};

use crate::facts::Facts;
use crate::tape;

/// The errors for all differentiated units: one for each call of the original of such a procedure.
pub fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let carrying: BTreeSet<UnitId> = p.units.ids().filter(|u| carries(p, facts, *u)).collect();
    if carrying.is_empty() {
        return Vec::new();
    }
    let carrying = facts.analysis.calls().calling(carrying);
    let mut out = Vec::new();
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |id, stmt| {
            for (callee, _) in calls(&stmt.kind) {
                let Some(target) = p.callee(callee).filter(|c| carrying.contains(c)) else { continue };
                if facts.is_differentiated(target) && facts.call_is_active(p, unit, id, callee) {
                    continue;
                }
                let name = &p.symbols[callee].name;
                let what = format!("`{name}` moves pointers on the tape, and no derivatives go through this call of it");
                out.push(
                    Diagnostic::error("RT0402", stmt.span, what)
                        .label("other pointers of their type have derivatives, and those go on the tape too")
                        .note("make the adjoint again with the call in joint mode, or give these pointers a type of their own"),
                );
            }
        });
    }
    out
}

/// The errors for calls of differentiated units that move numbers as something else than they are: no derivatives would go with them.
pub fn disguised(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |_, stmt| {
            let StmtKind::Call { callee, args, .. } = &stmt.kind else { return };
            if tape::disguises(p, *callee, args) {
                let what = format!("`{}` moves numbers as something else than they are", p.symbols[*callee].name);
                out.push(
                    Diagnostic::error("RT0402", stmt.span, what)
                        .label("their derivatives cannot go with them")
                        .note("make the adjoint that is differentiated here without `-runtime tapenade`"),
                );
            }
        });
    }
    out
}

/// Whether a unit has a call that moves pointers beside which others have derivatives.
fn carries(p: &Program, facts: &Facts, unit: UnitId) -> bool {
    let u = &p.units[unit];
    let mut found = false;
    u.walk(&u.body, &mut |_, stmt| {
        if let StmtKind::Call { callee, args, .. } = &stmt.kind {
            let carrier = tape::carrier(p, *callee, args);
            found |= carrier.is_some_and(|c| tape::tapes(c, args).any(|t| facts.owns(t)));
        }
    });
    found
}
