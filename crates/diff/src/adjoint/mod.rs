//! Adjoint mode (RR-7957 §5.4), in three steps, and one before the analyses.
//!
//! 0. *before*: what cannot be turned round as it is, in other words.
//! 1. *plan*: [`plan::tree`] gives the body regions that can be reversed one by one; `planner` decides over them what is live, saved,
//!    decided again ([`plan::Plan`]). The files in `plan/` answer its questions.
//! 2. *emit*: forward and backward sweep as pairs: `emit` control, `emit/step` statements and what is saved for them (`assign`, `masked`,
//!    `allocation`, `clear` the kinds), `expr`, `array` and `constructor` expressions, `call` calls.
//!    `procedures` puts them into procedures, `contract` says what those clear and zero, `values` what they leave of the original's results, `gradient` calls
//!    them for an optimiser, `tape_arrays`, `tape_memory` and `tape_room` where saved values live.
//! 3. *tidy*: what a person would not have written goes away.

mod before;
mod contract;
mod emit;
mod formats;
mod gradient;
mod named_parts;
pub mod plan;
mod planner;
mod procedures;
mod steady;
mod tape_arrays;
mod tape_memory;
mod tape_room;
mod tidy;
mod untouched;
mod values;

use std::collections::{BTreeMap, BTreeSet};

pub use before::structure::structure;
pub(crate) use emit::memory::freed;

use il::{Diagnostic, StmtId, UnitId};

use crate::derive::World;
use crate::signature::{Part, Status};
use plan::{access, partials, split_calls, uses};
use procedures::{joint, split, with_value};

/// The plans of all differentiated units as text (`-dump plan`).
pub fn dump_plans(world: &mut World) -> String {
    let access = access_to(world);
    settle_contracts(world);
    let mut plans = settle_calls(world, &access);
    partials::choose(world, &access, &mut plans);
    let mut said = Vec::new();
    for unit in world.facts.differentiated() {
        said.extend(
            [false, true].iter().filter_map(|&s| plans.remove(&(*unit, s))).map(|p| p.dump(world.source, *unit)),
        );
    }
    said.join("\n")
}

/// Which derivative procedures of each unit are called for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Wanted {
    joint: bool,
    split: bool,
}

/// What statements read and write, with the calls that must be split from the start.
fn access_to<'a>(world: &World<'a>) -> access::Access<'a> {
    let access = access::Access::new(world.source, &world.facts.analysis);
    access.forced.borrow_mut().extend(crate::refuse::moved_pointers::calls_in_c(world.source, world.facts));
    access
}

/// Makes the adjoints of all differentiated units.
pub fn differentiate(world: &mut World) {
    let access = access_to(world);
    settle_contracts(world);
    let units: Vec<UnitId> = world.facts.differentiated().to_vec();
    let mut plans = settle_calls(world, &access);
    world.halved = units
        .iter()
        .copied()
        .filter(|u| !plans.contains_key(&(*u, false)) && plans.contains_key(&(*u, true)))
        .collect();
    let (leaves, idle) = partials::choose(world, &access, &mut plans);
    for &unit in &units {
        if let Some(plan) = plans.get(&(unit, false)) {
            let not_left = values::not_left(world, unit, plan);
            world.not_left.insert(unit, not_left);
        }
    }
    for &unit in units.iter().filter(|u| world.request.gradient && world.request.head(**u).is_some()) {
        if !plans.contains_key(&(unit, false)) {
            gradient::refuse_split(world, unit);
        }
    }
    let unasked = split_calls::unasked(world);
    // Callers must know of which of these the forward half is the original.
    let (first, rest): (Vec<UnitId>, Vec<UnitId>) = units.into_iter().partition(|u| unasked.contains(u));
    for unit in first.into_iter().chain(rest) {
        if leaves.contains(&unit) {
            let plan = planner::plan(world, &access, unit, Part::Partials);
            with_value(world, &access, unit, &plan);
        }
        if let Some(plan) = plans.remove(&(unit, false)).filter(|_| !idle.contains(&unit)) {
            joint(world, &access, unit, &plan);
            if world.request.gradient && world.request.head(unit).is_some() {
                gradient::gradient(world, &access, unit, &plan);
            }
        }
        if let Some(plan) = plans.remove(&(unit, true)) {
            split(world, &access, unit, &plan, unasked.contains(&unit));
        }
    }
    tape_arrays::settle_hosts(world);
}

/// Plans until it is known which calls must be split, and which callees restore what they overwrite: each may ask for another.
/// The plans are those of the last round, by unit and by whether it is split.
fn settle_calls<'a>(world: &mut World<'a>, access: &access::Access<'a>) -> BTreeMap<(UnitId, bool), plan::Plan> {
    loop {
        let before = access.decisions();
        let mut plans = BTreeMap::new();
        // Callees first: what their adjoints need and leave decides about snapshots. Of callees in a cycle the worst is assumed.
        access.joint.borrow_mut().clear();
        access.behind.borrow_mut().clear();
        let wanted = wanted(world, access);
        for unit in callees_first(world, wanted.keys().copied()) {
            let w = wanted[&unit];
            for split in [false, true].into_iter().filter(|split| if *split { w.split } else { w.joint }) {
                let part = if split { Part::Forward } else { Part::Adjoint };
                let plan = planner::plan(world, access, unit, part);
                if split {
                    access.behind.borrow_mut().insert(unit, plan.behind.clone());
                } else {
                    access.joint.borrow_mut().insert(unit, plan.joint.clone());
                }
                plans.insert((unit, split), plan);
            }
        }
        if access.decisions() == before {
            let mut calls = split_calls::choose(world, access, &plans);
            calls.extend(of_hosts_in_both_ways(world, access, &plans));
            if calls.is_empty() {
                return plans;
            }
            access.forced.borrow_mut().extend(calls);
        }
    }
}

/// Joint calls of procedures that other calls want as two halves, and that have derivatives inside of them: these can stand in one place only.
fn of_hosts_in_both_ways(
    world: &mut World,
    access: &access::Access,
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

/// Units in an order in which callees come before their callers, where there is one.
fn callees_first(world: &World, units: impl Iterator<Item = UnitId>) -> Vec<UnitId> {
    fn visit(world: &World, unit: UnitId, seen: &mut BTreeSet<UnitId>, out: &mut Vec<UnitId>) {
        if seen.insert(unit) {
            for callee in crate::facts::callees(world.source, unit) {
                visit(world, callee, seen, out);
            }
            out.push(unit);
        }
    }
    let units: BTreeSet<UnitId> = units.collect();
    let (mut seen, mut out) = (BTreeSet::new(), Vec::new());
    units.iter().for_each(|u| visit(world, *u, &mut seen, &mut out));
    out.retain(|u| units.contains(u));
    out
}

/// Adjoints that other adjoints call only add to what they are given: they cannot know what was in it before. So do recursive heads.
fn settle_contracts(world: &mut World) {
    let mut called: BTreeSet<UnitId> = BTreeSet::new();
    for &unit in world.facts.differentiated() {
        called.extend(crate::facts::callees(world.source, unit));
    }
    let units: Vec<UnitId> = world.facts.differentiated().to_vec();
    for unit in units {
        let head = world.request.head(unit).is_some();
        for part in [Part::Adjoint, Part::Forward, Part::Backward] {
            let Some(s) = world.signatures.get_mut(unit, part) else { continue };
            let is_called = called.contains(&unit);
            for (place, status) in &mut s.status {
                // What lies behind a C pointer cannot be cleared here unless it is one object, nor what has no declared extent.
                let unknown = world.facts.extent_is_unknown(world.source, place);
                *status = match *status {
                    _ if Some(place.symbol) == world.source.units[unit].result() => Status::In,
                    Status::Out if unknown => Status::Incr,
                    Status::InZero if unknown => Status::InOut,
                    Status::Out if is_called => Status::Incr,
                    Status::Out | Status::InZero if !head || part != Part::Adjoint => Status::InOut,
                    other => other,
                };
            }
        }
    }
}

/// Joint where a head or a joint call asks for it, split where a split call does.
fn wanted(world: &World, access: &access::Access) -> BTreeMap<UnitId, Wanted> {
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
                Some(plan::CallMode::Passive | plan::CallMode::Partials) | None => {}
            }
        });
    }
    out
}
