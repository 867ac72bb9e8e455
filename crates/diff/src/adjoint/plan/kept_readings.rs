//! Values that few statements read and many overwrite: `misfit = misfit + (u(k, receiver) - seen(k))**2` in a time loop, where all of `u` would be saved
//! turn by turn for the sake of some elements. Where the partial derivatives of all such readers are no more than what is saved for them, they are
//! kept in place of it, as by [`super::kept_gradients`], which says what statements can have that.
//!
//! Switched off with `-nooptim partials`.

use std::collections::{BTreeMap, BTreeSet};

use il::typing::rank_of;
use il::zones::ZoneId;
use il::{StmtId, UnitId};

use crate::adjoint::plan::access::{Access, Set};
use crate::adjoint::plan::elements::Elements;
use crate::adjoint::plan::fusion::{TURNS, turns};
use crate::adjoint::plan::tree::{Node, NodeKind, Seq};
use crate::adjoint::plan::{Plan, Reason, Save, kept_gradients, reads, uses};
use crate::derive::World;

/// A statement whose partial derivatives can be kept.
struct Reader {
    id: StmtId,
    /// How many of them are no numbers.
    partials: usize,
    /// What its adjoint reads.
    reads: Set,
}

/// The statements among `simple`, which stand in loops whose turns all go forward before they go back, that keep their partial derivatives in place of
/// what they read.
pub(super) fn choose(world: &World, access: &Access, unit: UnitId, plan: &Plan, simple: &[StmtId]) -> BTreeSet<StmtId> {
    let (mut saved, mut weights) = (BTreeMap::new(), BTreeMap::new());
    each(world, unit, &plan.tree.body, 1.0, &mut |n, weight| {
        weights.insert(n.stmt, weight);
        for s in plan.step(n.stmt).saves.iter().filter(|s| s.reason == Reason::Earlier && is_kept(world, s)) {
            access.place(&s.value).0.iter().for_each(|z| *saved.entry(z).or_insert(0.0) += weight * numbers(world, s));
        }
    });
    let looked_at = looked_at(access, unit, plan);
    saved.retain(|z, _| is_array_of_numbers(access, *z) && !looked_at.has(*z));
    let lost: Set = saved.keys().copied().collect();
    if lost.is_empty() {
        return BTreeSet::new();
    }
    let readers: Vec<Reader> = simple.iter().filter_map(|id| reader(world, access, unit, *id, &lost)).collect();
    let those = |z: ZoneId| readers.iter().filter(move |r| r.reads.has(z));
    let partials = |z: ZoneId| those(z).map(|r| weights[&r.id] * r.partials as f64).sum::<f64>();
    saved.retain(|z, numbers| those(*z).next().is_some() && partials(*z) <= *numbers);
    if saved.is_empty() {
        return BTreeSet::new();
    }
    let uses = reads::with_uses(Elements::places(world.source, access, unit, &plan.tree.body), world, access);
    let of_readers = |z: &ZoneId| Some(those(*z).map(|r| r.id).collect()).filter(|ids| uses.is_read_by(*z, ids));
    saved.keys().filter_map(of_readers).flatten().collect()
}

fn reader(world: &World, access: &Access, unit: UnitId, id: StmtId, lost: &Set) -> Option<Reader> {
    let reads = uses::of(world, access, unit, id).and(lost);
    if reads.is_empty() {
        return None;
    }
    let partials = kept_gradients::partials_to_keep(world, access, unit, id)?;
    Some(Reader { id, partials, reads })
}

/// Whether a save puts elements by: a scalar costs as much as a partial derivative.
fn is_kept(world: &World, save: &Save) -> bool {
    let is_array = rank_of(world.source, &save.value) > 0 || save.value.spine().any(|e| !e.positions().is_empty());
    is_array && !save.association && save.again.is_none() && save.allocation.is_none()
}

/// How many numbers a save holds; arrays whose extents nobody knows are as long as loops turn.
fn numbers(world: &World, save: &Save) -> f64 {
    match save.bytes {
        Some(bytes) => bytes as f64 / 8.0,
        None => TURNS.powi(rank_of(world.source, &save.value) as i32),
    }
}

fn is_array_of_numbers(access: &Access, z: ZoneId) -> bool {
    let zone = access.zones.zone(z);
    zone.differentiable && !zone.address
}

/// What tests, bounds, and turns or regions that run again read.
fn looked_at(access: &Access, unit: UnitId, plan: &Plan) -> Set {
    let mut out = Set::default();
    let mut add = |id: StmtId| {
        out.union(&access.statement(unit, id).reads);
    };
    plan.tree.body.iter().for_each(|n| {
        n.visit(&mut |m| {
            let again = plan.loops.get(&m.stmt).is_some_and(|l| l.runs_again()) || plan.regions.contains_key(&m.stmt);
            if again {
                m.visit(&mut |inner| add(inner.stmt));
            } else if !matches!(m.kind, NodeKind::Simple) {
                add(m.stmt);
            }
        });
    });
    out
}

/// All nodes, with how often they are assumed to run.
fn each(world: &World, unit: UnitId, seq: &Seq, weight: f64, f: &mut dyn FnMut(&Node, f64)) {
    for n in seq {
        f(n, weight);
        let repeats = matches!(n.kind, NodeKind::Loop { .. } | NodeKind::Again { .. } | NodeKind::Dispatch { .. });
        let inner = if repeats { weight * turns(world, unit, n.stmt) } else { weight };
        n.seqs().into_iter().for_each(|s| each(world, unit, s, inner, f));
    }
}
