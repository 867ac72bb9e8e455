//! Calls that change the allocation of what has a derivative, and are not differentiated themselves.

use analysis::allocation::{Changes, allocatable_parts, calls, changes, dummies, is_last};
use il::{Diagnostic, Program, SymbolId};

use crate::facts::Facts;
use crate::request::Mode;

/// Calls that pass and return nothing active, and so are not differentiated, but change the allocation of what owns a derivative. The
/// derivative has to be allocated where its original is: such calls are refused. In tangent mode what is only released does no harm.
pub fn passive(p: &Program, facts: &Facts, mode: Mode) -> Vec<Diagnostic> {
    let table = changes(p);
    let mut out = Vec::new();
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |id, s| {
            for (callee, args) in calls(&s.kind) {
                let Some(changes) = p.callee(callee).and_then(|c| table.get(&c)) else { continue };
                if facts.call_is_active(p, unit, id, callee) {
                    if mode == Mode::Adjoint && u.language.describes_storage() {
                        out.extend(of_host(p, changes, callee, s.span));
                    }
                    continue;
                }
                let matters = |s: &SymbolId| mode == Mode::Adjoint || changes.given.contains(s);
                let passed = dummies(p, callee, args).into_iter().filter_map(|(d, actual)| {
                    d.filter(|d| changes.dummies.contains(d) && matters(d)).and(actual.object().root())
                });
                let globals = changes.globals.iter().chain(&changes.hosts).copied().filter(|s| matters(s));
                let owners = facts.changed_owners(p, unit, id);
                let owns = |s: &SymbolId| match u.language.describes_storage() {
                    true => owners.iter().any(|(_, owner)| owner == s),
                    false => facts.owns(*s),
                };
                let given = |s: &SymbolId| changes.given.iter().any(|d| changes.dummies.contains(d)) || changes.given.contains(s);
                let local = |s: &SymbolId| p.variable(*s).is_some_and(|v| v.is_unsaved_local());
                let harmless = |s: &SymbolId| !given(s) && local(s) && is_last(u, id, *s);
                let Some(owner) = passed.chain(globals).find(|s| owns(s) && !harmless(s)) else {
                    continue;
                };
                let (name, callee) = (&p.symbols[owner].name, &p.symbols[callee].name);
                let said = format!("`{callee}` changes the allocation of `{name}`, but the call is not active: the derivative would not follow");
                out.push(
                    Diagnostic::error("RT0406", s.span, said)
                        .note("allocate and release it in the procedure that computes with it, or where its values are set")
                        .note("or allocate it before the head is called"),
                );
            }
        });
    }
    out
}

/// The error for an active call of an internal procedure that changes the allocation or association of anything outside of it: its two halves would
/// have to stand in the two halves of its host.
fn of_host(p: &Program, changes: &Changes, callee: SymbolId, span: il::Span) -> Option<Diagnostic> {
    let unit = p.callee(callee)?;
    p.host_procedure(unit)?;
    let all = changes.hosts.iter().chain(&changes.dummies).chain(&changes.globals);
    let owner = all.copied().find(|s| !allocatable_parts(p, *s).is_empty())?;
    let (callee, owner) = (&p.symbols[callee].name, &p.symbols[owner].name);
    let said = format!(
        "the internal procedure `{callee}` changes the allocation of `{owner}`, and that could not be followed backward"
    );
    Some(
        Diagnostic::error("RT0406", span, said)
            .note("allocate, release and associate it in the procedure that contains this one")
            .note("or make this one a procedure of a module, with what it changes as an argument"),
    )
}
