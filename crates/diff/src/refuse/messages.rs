//! Numbers with derivatives that go through a library ([`analysis::messages`]). Exchanges between processes have derivatives ([`crate::messages`]) or are
//! refused. What is read from a file of the library has the derivative zero, which is said, as of collective operations that may be others in other processes.

use std::collections::BTreeSet;

use analysis::messages::{Message, changes_unseen, of_unit};
use analysis::varying::Varying;
use il::unit::Transfer;
use il::{Diagnostic, Program, StmtKind, UnitId};

use crate::facts::{At, Facts};
use crate::messages::without_derivative;
use crate::request::{Mode, Request};

/// The errors and warnings for all that the differentiated units reach.
pub fn check(p: &Program, facts: &Facts, request: &Request) -> Vec<Diagnostic> {
    if p.units.iter().all(|(_, u)| u.library.is_none()) {
        return Vec::new();
    }
    let reached = facts.analysis.calls().reached(facts.differentiated());
    let all: Vec<(UnitId, Message)> =
        reached.iter().flat_map(|u| of_unit(&facts.analysis, *u).into_iter().map(|m| (*u, m))).collect();
    let varying = Varying::new(&facts.analysis);
    let given: Vec<&(UnitId, Message)> =
        all.iter().filter(|(unit, m)| !m.given.is_empty() && varying.has(*unit, m.stmt, &m.given)).collect();
    let mut out = lost(p, facts, &all, &given);
    out.extend(early(p, facts, &all));
    out.extend(unlike(p, facts, request, &all));
    let sent = given.iter().find(|(_, m)| m.is_sent());
    // What is started without its buffers may send what varies.
    let only_starts = request.mode != Mode::Adjoint && sent.is_none();
    reached.iter().for_each(|unit| unseen(p, *unit, only_starts, &mut out));
    out
}

/// What comes from where something with a derivative went.
fn lost(p: &Program, facts: &Facts, all: &[(UnitId, Message)], given: &[&(UnitId, Message)]) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    if given.is_empty() {
        return out;
    }
    let asked = asked_without_derivative(facts);
    for (unit, got) in all.iter().filter(|(_, m)| !m.gotten.is_empty()) {
        let matters = match facts.is_differentiated(*unit) {
            true => {
                let useful = facts.analysis.useful(*unit, At::After(got.stmt));
                got.gotten.iter().any(|z| useful.contains(*z))
            }
            false => asked.contains(unit),
        };
        // An active call asks for its own derivative.
        if !matters || facts.analysis.is_active_call(*unit, got.stmt) {
            continue;
        }
        let meets = |(u, m): &&&(UnitId, Message)| m.may_meet(got) && (*u, m.stmt) != (*unit, got.stmt);
        let Some((_, from)) = given.iter().find(meets) else { continue };
        let name = p.called_name_in(p.units[*unit].scope, got.callee, got.span);
        out.push(match got.is_sent() {
            true => {
                let said = format!("what `{name}` receives may have a derivative, and messages carry none");
                let d = Diagnostic::error("RT0482", got.span, said).label("received without derivatives");
                d.with(from.span, "numbers with derivatives are sent here".to_string())
                    .note("put the exchange into a procedure of its own, without its source here, and write the derivative of that")
                    .note("where nobody needs the derivatives of what is sent, send a copy that is made between `$AD DO-NOT-DIFF` and `$AD END-DO-NOT-DIFF`")
            }
            false => {
                let said = "what is read here has the derivative zero: numbers with derivatives are written where it may come from";
                Diagnostic::warning("RT0473", got.span, said)
                    .label("read without derivatives")
                    .with(from.span, "numbers with derivatives are written here".to_string())
                    .note("hand the numbers on in a variable, where their derivatives matter")
            }
        });
    }
    out
}

/// Procedures without derivatives that give something that matters for the results.
fn asked_without_derivative(facts: &Facts) -> BTreeSet<UnitId> {
    let mut first: BTreeSet<UnitId> = BTreeSet::new();
    for &unit in facts.differentiated() {
        for site in facts.analysis.calls().sites(unit) {
            let plain = site.targets.units.iter().filter(|c| !facts.is_differentiated(**c));
            let useful = facts.analysis.useful(unit, At::After(site.stmt));
            let gives = || facts.analysis.in_out_call(unit, site.stmt).written.meets(&useful);
            first.extend(plain.filter(|_| gives()).copied());
        }
    }
    facts.analysis.calls().reached(&first.into_iter().collect::<Vec<_>>()).into_iter().collect()
}

/// Calls that get what has a derivative, and go on with it after they have returned.
fn early(p: &Program, facts: &Facts, all: &[(UnitId, Message)]) -> Vec<Diagnostic> {
    let is_early = |m: &Message| p.described(m.callee).is_some_and(|d| d.returns_early && d.transfer.is_none());
    let active = all.iter().filter(|(unit, m)| is_early(m) && facts.analysis.is_active_call(*unit, m.stmt));
    let say = |unit: UnitId, m: &Message| {
        let name = p.called_name_in(p.units[unit].scope, m.callee, m.span);
        let said = format!("`{name}` returns before it is done, and works on what has a derivative");
        Diagnostic::error("RT0482", m.span, said)
            .note("put the exchange, with its wait, into a procedure of its own, without its source here, and write the derivative of that")
    };
    active.map(|(unit, m)| say(*unit, m)).collect()
}

/// Exchanges with derivatives of which there is none that fits.
fn unlike(p: &Program, facts: &Facts, request: &Request, all: &[(UnitId, Message)]) -> Vec<Diagnostic> {
    let is_active = |(unit, m): &&(UnitId, Message)| facts.analysis.is_active_call(*unit, m.stmt);
    let has_rule = |m: &Message| p.described(m.callee).is_some_and(|d| d.transfer.is_some());
    let open = all.iter().filter(is_active).any(|(_, m)| m.is_sent());
    // Where messages have derivatives, all have: who gets one without waits for ever.
    let is_alone = |m: &Message| open && m.is_sent() && !has_rule(m) && !(m.given.is_empty() && m.gotten.is_empty());
    let say = |(unit, m): &(UnitId, Message)| {
        if is_alone(m) {
            let name = p.called_name_in(p.units[*unit].scope, m.callee, m.span);
            let said = format!("other messages have derivatives, and `{name}` has none");
            return Some(
                Diagnostic::error("RT0482", m.span, said)
                    .note("use MPI_Send, MPI_Isend, MPI_Recv, MPI_Irecv and MPI_Sendrecv"),
            );
        }
        let kind = &p.units[*unit].stmts[m.stmt].kind;
        let is_value = !matches!(kind, StmtKind::Call { .. });
        let mut why = None;
        kind.each_call(&mut |callee, args| {
            why = why.or_else(|| without_derivative(p, request, (*unit, callee), args, (m.is_sent(), is_value)))
        });
        let name = p.called_name_in(p.units[*unit].scope, m.callee, m.span);
        let d = Diagnostic::error(
            "RT0482",
            m.span,
            format!("`{name}` works on what has a derivative, and has none itself: {}", why?),
        );
        Some(d.note(
            "put the exchange into a procedure of its own, without its source here, and write the derivative of that",
        ))
    };
    all.iter().filter(|m| is_active(m) || is_alone(&m.1)).filter_map(say).collect()
}

/// Calls after which buffers have other values that no argument names.
fn unseen(p: &Program, unit: UnitId, only_starts: bool, out: &mut Vec<Diagnostic>) {
    let u = &p.units[unit];
    u.walk(&u.body, &mut |_, s| {
        let starts = |callee| p.described(callee).is_some_and(|d| d.transfer == Some(Transfer::Starts));
        if let Some(callee) = changes_unseen(p, unit, &s.kind).filter(|c| !only_starts || starts(*c)) {
            let name = p.called_name_in(u.scope, callee, s.span);
            let said = format!("`{name}` may change buffers that the call does not name");
            let d = Diagnostic::error("RT0482", s.span, said);
            out.push(d.note("put the exchange into a procedure of its own, without its source here, that gets the buffers as arguments"));
        }
    });
}
