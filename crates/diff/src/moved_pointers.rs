//! Fortran pointers that a call associates, and pointers that a function gives: their derivatives would have to go along.
//!
//! Inside one procedure they do ([`crate::adjoint`], [`crate::tangent`]). Across a call the tangent follows where the derivative of the callee is
//! called, which sets the derivative pointers too; an adjoint would have to take back what the callee did, and is refused.

use il::stmt::associated;
use il::typing::type_of;
use il::zones::{Zone, language_of};
use il::{Diagnostic, ExprKind, Language, Program, StmtId, StmtKind, UnitId};

use crate::facts::Facts;

/// The errors for all differentiated units.
pub fn check(p: &Program, facts: &Facts, adjoint: bool) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for &unit in facts.differentiated() {
        if p.units[unit].language != Language::Fortran {
            continue;
        }
        let u = &p.units[unit];
        u.walk(&u.body, &mut |id, stmt| {
            if let StmtKind::PointerAssign { lhs, rhs } = &stmt.kind
                && matches!(rhs.kind, ExprKind::Call { .. })
                && p.is_differentiable(&type_of(p, associated(lhs)))
            {
                let what = "a pointer is associated with what a function gives: where it leads is not known";
                let note = "associate it in a statement of this procedure, or use a subroutine with the value as its argument";
                out.push(Diagnostic::error("RT0418", stmt.span, what).note(note));
            }
            let Some(callee) = called(p, &stmt.kind) else { return };
            let follows = !adjoint && facts.call_is_active(p, unit, id, callee);
            if let (false, Some(name)) = (follows, moved(p, facts, unit, id)) {
                let callee = &p.symbols[callee].name;
                let what = format!("`{callee}` may associate `{name}`, which has a derivative that would have to follow");
                let note = "associate, allocate and release the pointer in the procedure that calls it";
                out.push(Diagnostic::error("RT0418", stmt.span, what).note(note));
            }
        });
    }
    out
}

/// The procedure with a body that a statement calls.
fn called(p: &Program, kind: &StmtKind) -> Option<il::SymbolId> {
    let callee = match kind {
        StmtKind::Call { callee, .. } => *callee,
        StmtKind::Assign { rhs, .. } => match rhs.kind {
            ExprKind::Call { callee, .. } => callee,
            _ => return None,
        },
        _ => return None,
    };
    p.callee(callee).map(|_| callee)
}

/// A pointer with a derivative whose association a call may change.
fn moved(p: &Program, facts: &Facts, unit: UnitId, call: StmtId) -> Option<String> {
    let zones = facts.analysis.zones();
    let written: Vec<_> = facts.analysis.in_out_call(unit, call).written.iter().collect();
    let found = written.into_iter().map(|z| zones.zone(z)).find(|z| z.address && is_active(p, facts, z));
    found.map(|z| z.name.trim_end_matches("=>").to_string())
}

/// Whether an address is that of a Fortran POINTER with a derivative.
fn is_active(p: &Program, facts: &Facts, zone: &Zone) -> bool {
    if language_of(p, zone.symbol) != Language::Fortran || !facts.owns(zone.symbol) {
        return false;
    }
    let Some(mut ty) = p.symbol_type(zone.symbol) else { return false };
    let mut pointer = p.variable(zone.symbol).is_some_and(|v| v.pointer);
    for &k in &zone.path {
        let Some(r) = ty.record() else { return false };
        if !facts.owns_field(r, k) {
            return false;
        }
        ty = &p.records[r].fields[k].ty;
        pointer = p.records[r].fields[k].pointer;
    }
    pointer && p.is_differentiable(ty)
}
