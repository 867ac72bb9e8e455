//! What calls do to elements of an array: those that write the same ones whenever they are made in the same run of a procedure, and those that
//! read only what they have written themselves.
//!
//! ```text
//! do i = 1, m                                 tridag writes u(1) and u(2 … n), whatever the values of
//!   …                                         a and r: those that a call in one turn of the loop
//!   call tridag(a, r, x, n)                   writes, calls in all other turns write, too
//!   s = s + x(n)
//! ```
//!
//! So it is when the callee assigns to the array in counted loops and outside of them only, without conditions, by subscripts and bounds that are made of
//! counters, constants and dummies that keep their value, and the actual arguments of these keep theirs in the caller.

use std::collections::BTreeSet;

use il::calls::actual_for;
use il::expr::{Arg, Expr, ExprKind};
use il::stmt::StmtKind;
use il::types::Upper;
use il::zones::ZoneId;
use il::{Id, StmtId, Storage, SymbolId, UnitId};

use crate::effects::{CallStep, Step};
use crate::facts::Facts;
use crate::loop_dependence::LoopDependence;
use crate::region::is_fixed;

/// Whether the call that a statement makes writes the same elements of a zone each time; it writes nothing else of it.
pub(crate) fn writes_alike(facts: &Facts, unit: UnitId, stmt: StmtId, zone: ZoneId) -> bool {
    let p = facts.program();
    let Some(step) = only_call(facts, unit, stmt) else { return false };
    let Some(args) = arguments(facts, unit, stmt, step.callee) else { return false };
    let Some(formals) = formals(facts, unit, step, zone) else { return false };
    let keeps = |s: SymbolId| facts.zones().is_stable(p, s);
    let stays = |e: &Expr| il::consts::is_stable(p, e, &keeps);
    let actual = |dummy: SymbolId| {
        let Some(Storage::Dummy(position)) = p.variable(dummy).map(|v| v.storage) else { return None };
        actual_for(args, position, &p.symbols[dummy].name)
    };
    let at_one_place = |dummy: SymbolId| {
        actual(dummy).is_some_and(|e| {
            let e = e.object();
            e.root() == Some(facts.zones().zone(zone).symbol) && e.spine().flat_map(Expr::positions).all(stays)
        })
    };
    let settled = |dummy: &SymbolId| keeps(*dummy) && actual(*dummy).is_some_and(stays);
    formals.into_iter().all(|formal| {
        let known = facts.of_elements(step.callee, formal);
        at_one_place(facts.zones().zone(formal).symbol)
            && known.deciders.as_ref().is_some_and(|found| found.iter().all(settled))
    })
}

/// Whether the call that a statement makes reads of a zone only elements that it has written before, and no argument is made of it.
pub(crate) fn reads_its_own(facts: &Facts, unit: UnitId, stmt: StmtId, zone: ZoneId) -> bool {
    let Some(step) = only_call(facts, unit, stmt) else { return false };
    let Some(formals) = formals(facts, unit, step, zone) else { return false };
    let here = facts.universes()[unit.index()].numbers(&[zone]);
    let is_made_of = |from: &[u32], formal: u32| {
        from.iter().any(|n| here.contains(n))
            && !formals.contains(&facts.universes()[step.callee.index()].zones()[formal as usize])
    };
    !step.reads.iter().any(|n| here.contains(n))
        && !step.bindings.iter().any(|b| is_made_of(&b.from, b.formal))
        && formals.iter().all(|f| facts.of_elements(step.callee, *f).reads_its_own)
}

/// The call of a statement that surely makes one call of ours.
fn only_call<'a>(facts: &'a Facts, unit: UnitId, stmt: StmtId) -> Option<&'a CallStep> {
    let mut steps = facts.steps_of(unit, stmt).filter_map(|s| match s {
        Step::Call(c) => Some(c),
        Step::Move(_) => None,
    });
    let first = steps.next()?;
    (steps.next().is_none() && !first.maybe).then_some(first)
}

/// The arguments of the only call of a procedure that a statement makes.
fn arguments<'p>(facts: &Facts<'p>, unit: UnitId, stmt: StmtId, callee: UnitId) -> Option<&'p [Arg]> {
    let p = facts.program();
    let is_it = |s: SymbolId| p.callee(s) == Some(callee);
    let kind = &p.units[unit].stmts[stmt].kind;
    let mut found: Vec<&'p [Arg]> = Vec::new();
    if let StmtKind::Call { callee, args, .. } = kind
        && is_it(*callee)
    {
        found.push(args);
    }
    kind.exprs(&mut |e| {
        e.walk(&mut |x| {
            if let ExprKind::Call { callee, args } = &x.kind
                && is_it(*callee)
            {
                found.push(args);
            }
        });
    });
    match found[..] {
        [args] => Some(args),
        _ => None,
    }
}

/// The dummies by which a call writes a zone of its caller; nothing when it has another way to it.
fn formals(facts: &Facts, unit: UnitId, step: &CallStep, zone: ZoneId) -> Option<Vec<ZoneId>> {
    let universes = facts.universes();
    let here = universes[unit.index()].numbers(&[zone]);
    if step.shared.iter().any(|(_, number)| here.contains(number)) {
        return None;
    }
    let bound = step.bindings.iter().filter(|b| b.to.iter().any(|n| here.contains(n)));
    let zones = universes[step.callee.index()].zones();
    let found: Vec<ZoneId> = bound.map(|b| zones[b.formal as usize]).collect();
    (!found.is_empty()).then_some(found)
}

/// What a procedure does to the elements of a dummy.
pub(crate) struct OfElements {
    /// The variables that decide which ones it writes, where all its assignments are executed in each call.
    deciders: Option<BTreeSet<SymbolId>>,
    /// It reads only what it has written.
    reads_its_own: bool,
}

impl OfElements {
    /// Looks at all of a procedure.
    pub fn new(facts: &Facts, unit: UnitId, zone: ZoneId) -> OfElements {
        let dep = facts.loop_dependence(unit, None);
        OfElements { deciders: deciders(facts, &dep, zone), reads_its_own: dep.reads_its_own(zone) }
    }
}

fn deciders(facts: &Facts, dep: &LoopDependence, zone: ZoneId) -> Option<BTreeSet<SymbolId>> {
    let (p, region) = (facts.program(), &dep.region);
    if region.has_jumps || region.has_exits {
        return None;
    }
    let mut out = BTreeSet::new();
    // Where the elements of a dummy are, its extents say.
    for d in p.variable(facts.zones().zone(zone).symbol)?.ty.dimensions() {
        let upper = match &d.upper {
            Upper::At(e) => Some(e),
            Upper::Assumed | Upper::Deferred => None,
        };
        for e in d.lower.iter().chain(upper) {
            e.collect_symbols(&mut out);
            if !il::consts::is_stable(p, e, &|_| true) {
                return None;
            }
        }
    }
    for w in region.accesses.iter().filter(|w| w.is_write && w.zones.contains(&zone)) {
        let is_unconditional = region.places.get(&w.stmt)?.blocks.len() == w.loops.len();
        if !is_unconditional || !is_fixed(region, w) {
            return None;
        }
        out.extend(dep.deciders(w)?);
    }
    out.retain(|s| p.variable(*s).is_some());
    Some(out)
}
