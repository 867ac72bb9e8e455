//! What earlier calls have left in variables that outlive them, and what a call makes of it.
//!
//! ```text
//! real, save :: scale = 1
//! if (first) scale = 3          a later call without it uses what an earlier one has left:
//! y = scale*lat                 exposed, a real, and the dependent depends on it differentiably
//! ```
//!
//! A derivative that has such a variable to itself does not know what calls of the original have left in it. Flags and counters are taken to steer as
//! they did; a real counts unless every call sets it before it is read, or a first call sets it up, once, from what does not change
//! ([`made_once`](crate::made_once)). Flow-sensitive through the summaries of the head: `exposed` ([`in_out`](crate::in_out)) and diff-dependency
//! (RR-7957 §5.2).

use std::collections::BTreeSet;

use il::zones::ZoneId;
use il::{Storage, UnitId};

use crate::facts::Facts;
use crate::request::At;

/// The reals among `zones`, hidden from whoever calls the heads, whose values from earlier calls reach what is asked of `head`.
pub fn reals_that_reach(facts: &Facts, head: UnitId, zones: &[ZoneId], once: &BTreeSet<ZoneId>) -> Vec<ZoneId> {
    let universe = facts.universe(head);
    let exposed = facts.in_out(head).exposed;
    let mut asked = facts.active(head, At::Exit).bits().and(facts.useful(head, At::Exit).bits());
    let hidden: BTreeSet<ZoneId> = zones.iter().copied().collect();
    hidden.iter().filter_map(|z| universe.number(*z)).for_each(|n| asked.remove(n));
    let reaches = |z: &ZoneId| {
        let Some(number) = universe.number(*z) else { return false };
        let mut entry = universe.none();
        entry.add(number);
        facts.diff_dependency(head).forward(&entry).meets(&asked)
    };
    let real = |z: &ZoneId| facts.zones().zone(*z).differentiable && exposed.contains(*z);
    let stays = |z: &ZoneId| once.contains(z) && is_made_of_what_stays(facts, head, *z, once);
    zones.iter().copied().filter(|z| real(z) && reaches(z) && !stays(z)).collect()
}

/// Whether what a first call of `head` sets up there depends on no real that may be another one when the next comes: no argument, and nothing that the
/// program writes. Integers are taken to stay.
fn is_made_of_what_stays(facts: &Facts, head: UnitId, table: ZoneId, once: &BTreeSet<ZoneId>) -> bool {
    let p = facts.program();
    let universe = facts.universe(head);
    let Some(number) = universe.number(table) else { return true };
    let mut exit = universe.none();
    exit.add(number);
    let from = facts.dependency(head).backward(&exit);
    let is_written = |z: ZoneId| {
        let procedures = p.units.iter().filter(|(_, u)| u.is_procedure() && !u.is_interface);
        procedures.map(|(id, _)| id).any(|u| facts.in_out(u).written.contains(z))
    };
    from.iter().filter_map(|n| universe.zone(n)).filter(|z| *z != table && !once.contains(z)).all(|z| {
        let zone = facts.zones().zone(z);
        let storage = p.variable(zone.symbol).map(|v| v.storage);
        let is_given =
            zone.owner.is_some() || !matches!(storage, Some(Storage::Global | Storage::Common | Storage::Local));
        !zone.differentiable || !is_given && !is_written(z)
    })
}
