//! Planning in rounds: which calls must be split, and what the adjoints of units need of one another.

use std::collections::{BTreeMap, BTreeSet};

use il::{Diagnostic, Severity, StmtId, UnitId};

use super::plan::access::Access;
use super::plan::{self, Plan, cheap_splits, kept_gradients, kept_partials, notes, uses};
use super::planner;
use crate::derive::World;
use crate::prepare::common_below;
use crate::signature::Part;

/// Which derivative procedures of each unit are called for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Wanted {
    pub(super) joint: bool,
    pub(super) split: bool,
}

/// Plans until it is known which calls must be split, and which callees restore what they overwrite: each may ask for another.
/// The plans are those of the last round, by unit and by whether it is split. In a round those units are planned again whose plans may be others than before:
/// about which, or what they call in the end, something was decided since the last round began, or which are wanted in another way.
///
/// # Errors
///
/// COMMON blocks that procedures must save and can declare: then plans with these are wanted.
pub(super) fn settle_calls<'a>(
    world: &mut World<'a>,
    access: &Access<'a>,
) -> Result<BTreeMap<(UnitId, bool), Plan>, BTreeSet<(UnitId, String)>> {
    let mut plans: BTreeMap<(UnitId, bool), Plan> = BTreeMap::new();
    let (mut known, mut judged) = ((BTreeSet::new(), BTreeSet::new()), BTreeMap::new());
    // What else was decided since the last round is about these.
    let mut concerned: BTreeSet<UnitId> = BTreeSet::new();
    loop {
        let decided = (access.forced.borrow().clone(), access.restoring.borrow().clone());
        let calls = decided.0.difference(&known.0).map(|(unit, _)| *unit);
        let mut changed: BTreeSet<UnitId> = calls.chain(decided.1.difference(&known.1).copied()).collect();
        changed.append(&mut concerned);
        known = decided;
        let before = access.decisions();
        let wanted = wanted(world, access);
        let is_wanted =
            |unit: &UnitId, split: bool| wanted.get(unit).is_some_and(|w| if split { w.split } else { w.joint });
        plans.retain(|(unit, split), _| is_wanted(unit, *split));
        access.joint.borrow_mut().retain(|unit, _| is_wanted(unit, false));
        access.behind.borrow_mut().retain(|unit, _| is_wanted(unit, true));
        // Callees first: what their adjoints need and leave decides about snapshots.
        let graph = world.facts.analysis.calls();
        for circle in graph.components() {
            let members: Vec<(UnitId, bool)> = circle
                .iter()
                .flat_map(|u| [(*u, false), (*u, true)])
                .filter(|(unit, split)| is_wanted(unit, *split))
                .collect();
            let reaches = |u: &UnitId| changed.contains(u) || graph.callees(*u).iter().any(|c| changed.contains(c));
            if circle.iter().any(reaches) || members.iter().any(|member| !plans.contains_key(member)) {
                changed.extend(circle);
                settle_circle(world, access, circle, &members, &mut plans);
            }
        }
        if access.decisions() == before {
            let mut calls = of_hosts_in_both_ways(world, access, &plans);
            let noting = world.noting.borrow().clone();
            calls.extend(notes::choose(world, access, &plans));
            // Turns of their callers may run them again.
            concerned.extend(world.noting.borrow().difference(&noting));
            let weighed = kept_partials::choose(world, access, &plans);
            concerned.extend(weighed.iter().map(|((unit, _), _)| *unit));
            let gradients = kept_gradients::choose(world, access, &plans);
            concerned.extend(gradients.iter().map(|(unit, _)| *unit));
            if calls.is_empty() && concerned.is_empty() {
                calls = cheap_splits::choose(world, access, &plans, &mut judged);
            }
            if calls.is_empty() && concerned.is_empty() {
                let refused = world.diagnostics.iter().any(|d| d.severity == Severity::Error);
                let unnamed = if refused { std::mem::take(&mut world.unnamed) } else { BTreeSet::new() };
                let named = common_below::can_be_named(world.plain, world.request, unnamed);
                return if named.is_empty() { Ok(plans) } else { Err(named) };
            }
            access.weighed.borrow_mut().extend(weighed);
            access.gradients.borrow_mut().extend(gradients);
            access.forced.borrow_mut().extend(calls);
        }
    }
}

/// Plans the units of a circle of calls. What their adjoints need of one another and leave is the least that holds: nothing at first, and then what
/// plans that rely on it need and leave, until these ask for no more. (A call that calls no other one needs what its plan says, and so
/// does one whose calls need no more than was assumed.)
fn settle_circle<'a>(
    world: &mut World<'a>,
    access: &Access<'a>,
    circle: &[UnitId],
    members: &[(UnitId, bool)],
    plans: &mut BTreeMap<(UnitId, bool), Plan>,
) {
    let calls = world.facts.analysis.calls();
    // What an earlier round knew is no longer so.
    for &(unit, split) in members {
        let recursive = calls.is_recursive(unit);
        if split {
            access.behind.borrow_mut().remove(&unit);
            access.behind.borrow_mut().extend(recursive.then(|| (unit, Default::default())));
        } else {
            access.joint.borrow_mut().remove(&unit);
            access.joint.borrow_mut().extend(recursive.then(|| (unit, Default::default())));
        }
    }
    loop {
        let mut more = false;
        for &(unit, split) in members {
            let plan = planner::plan(world, access, unit, if split { Part::Forward } else { Part::Adjoint });
            if split {
                more |= access.behind.borrow_mut().entry(unit).or_default().union(&plan.behind);
            } else {
                let mut known = access.joint.borrow_mut();
                let known = known.entry(unit).or_default();
                more |= known.needs.union(&plan.joint.needs) | known.leaves.union(&plan.joint.leaves);
            }
            plans.insert((unit, split), plan);
        }
        if !more || !circle.iter().any(|u| calls.is_recursive(*u)) {
            return;
        }
    }
}

/// Joint calls of procedures that other calls want as two halves, and that have derivatives inside of them: these can stand in one place only.
fn of_hosts_in_both_ways(
    world: &mut World,
    access: &Access,
    plans: &BTreeMap<(UnitId, bool), plan::Plan>,
) -> Vec<(UnitId, StmtId)> {
    let (p, units) = (world.source, world.facts.differentiated());
    let both = |u: &UnitId| plans.contains_key(&(*u, false)) && plans.contains_key(&(*u, true));
    let hosts: BTreeSet<UnitId> = units.iter().filter_map(|u| p.units[*u].parent).filter(both).collect();
    let mut out = Vec::new();
    for &unit in units.iter().filter(|_| !hosts.is_empty()) {
        p.units[unit].walk(&p.units[unit].body, &mut |id, stmt| {
            let target = stmt.kind.callee().and_then(|c| p.callee(c)).filter(|u| hosts.contains(u));
            if target.is_some() && uses::call_mode(world, access, unit, id) == Some(plan::CallMode::Joint) {
                out.push((unit, id));
            }
        });
    }
    let stuck = hosts.into_iter().filter(|_| out.is_empty());
    let said: Vec<Diagnostic> = stuck.map(|u| {
        let name = &p.units[u].name;
        let message = format!("`{name}` is a head and called in split mode, and its internal procedures have derivatives, which can stand in one of both only");
        Diagnostic::error("RT0430", p.units[u].span, message).note("make its internal procedures procedures of a module, or let the head be a procedure that calls it")
    }).collect();
    said.into_iter().for_each(|d| world.report(d));
    out
}

/// Joint where a head or a joint call asks for it, split where a split call does.
pub(super) fn wanted(world: &World, access: &Access) -> BTreeMap<UnitId, Wanted> {
    let mut out: BTreeMap<UnitId, Wanted> = BTreeMap::new();
    for h in &world.request.heads {
        let w = out.entry(h.unit).or_default();
        let split = world.request.split.contains(h.unit) && crate::directives::can_split(world.source, h.unit);
        w.split |= split;
        w.joint |= !split || world.request.joint_heads;
    }
    for &unit in world.facts.differentiated() {
        let u = &world.source.units[unit];
        u.walk(&u.body, &mut |id, stmt| {
            let Some(target) = stmt.kind.callee().and_then(|c| world.source.callee(c)) else { return };
            let w = out.entry(target).or_default();
            match uses::call_mode(world, access, unit, id) {
                Some(plan::CallMode::Joint) => w.joint = true,
                Some(plan::CallMode::Split) => w.split = true,
                Some(plan::CallMode::Passive | plan::CallMode::Partials | plan::CallMode::Library) | None => {}
            }
        });
    }
    out
}
