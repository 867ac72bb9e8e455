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
mod notes;
pub mod plan;
mod planner;
mod procedures;
mod rounds;
mod steady;
mod tape_arrays;
mod tape_buffers;
mod tape_halves;
mod tape_memory;
mod tape_room;
mod tidy;
mod untouched;
mod values;

use std::collections::BTreeSet;

pub use before::structure::structure;

use il::UnitId;

use crate::derive::World;
use crate::signature::{Part, Status};
use plan::{access, partials, split_calls};
use procedures::{joint, split, with_value};
use rounds::settle_calls;

/// The plans of all differentiated units as text (`-dump plan`).
pub fn dump_plans(world: &mut World) -> Result<String, BTreeSet<(UnitId, String)>> {
    let access = access_to(world);
    settle_contracts(world);
    let mut plans = settle_calls(world, &access)?;
    partials::choose(world, &access, &mut plans);
    let mut said = Vec::new();
    for unit in world.facts.differentiated() {
        said.extend(
            [false, true].iter().filter_map(|&s| plans.remove(&(*unit, s))).map(|p| p.dump(world.source, *unit)),
        );
    }
    Ok(said.join("\n"))
}

/// What statements read and write, with the calls that must be split from the start.
fn access_to<'a>(world: &World<'a>) -> access::Access<'a> {
    let access = access::Access::new(world.source, &world.facts.analysis);
    access.forced.borrow_mut().extend(crate::refuse::moved_pointers::calls_in_c(world.source, world.facts));
    access
}

/// Makes the adjoints of all differentiated units.
pub fn differentiate(world: &mut World) -> Result<(), BTreeSet<(UnitId, String)>> {
    let planning = tracing::info_span!("planning").entered();
    let access = access_to(world);
    settle_contracts(world);
    let units: Vec<UnitId> = world.facts.differentiated().to_vec();
    let mut plans = settle_calls(world, &access)?;
    world.halved = units
        .iter()
        .copied()
        .filter(|u| !plans.contains_key(&(*u, false)) && plans.contains_key(&(*u, true)))
        .collect();
    let (leaves, idle) = partials::choose(world, &access, &mut plans);
    drop(planning);
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
    // Callers must know of which of these the forward half is the original, and what they note.
    let (noting, others): (Vec<UnitId>, Vec<UnitId>) = units.into_iter().partition(|u| world.notes(*u));
    let (first, rest): (Vec<UnitId>, Vec<UnitId>) = others.into_iter().partition(|u| unasked.contains(u));
    let callees_first: Vec<UnitId> = world.facts.analysis.calls().bottom_up().filter(|u| noting.contains(u)).collect();
    for unit in callees_first.into_iter().chain(first).chain(rest) {
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
    Ok(())
}

/// Adjoints that other adjoints call only add to what they are given: they cannot know what was in it before. So do recursive heads.
fn settle_contracts(world: &mut World) {
    let mut called: BTreeSet<UnitId> = BTreeSet::new();
    for &unit in world.facts.differentiated() {
        called.extend(il::calls::callees(world.source, unit));
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
