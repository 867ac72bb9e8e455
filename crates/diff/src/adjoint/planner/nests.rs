//! Rebuilt loops that hold loops, from the inside outwards: the flux over a face with its small loops over components, an element with its quadrature
//! points.
//!
//! Rebuilding a loop is right whatever it holds as long as its turns run to their ends and what they begin from can be kept
//! ([`super::needed`]); whether it pays is decided here. One level of a nest after the other is tried, each with what the levels inside have become.
//! A loop of a level stays rebuilt when its nest then costs less than before, and the level when the unit does.

use std::collections::BTreeMap;

use il::zones::ZoneId;
use il::{Expr, Type};

use super::ways::{Planned, Tried};
use super::*;
use crate::adjoint::plan::Plan;
use crate::adjoint::plan::fusion;
use crate::adjoint::plan::rebuild;
use crate::adjoint::plan::tree::{Node, NodeKind, Seq};

/// Levels of a nest that are tried.
const LEVELS: u32 = 6;

/// Rebuilds the loops around loops, too, for which that pays.
pub(super) fn add(planned: &mut Planned, best: &mut Tried) {
    let mut levels: BTreeMap<u32, Vec<StmtId>> = BTreeMap::new();
    planned.tree.body.iter().for_each(|n| {
        height(planned.world, planned.access, planned.unit, &best.plan, n, &mut levels);
    });
    for (_, level) in levels.range(1..=LEVELS) {
        let open = |l: &StmtId| !best.rebuilt.contains(l) && rebuild::keeps_anything(&best.plan, *l);
        let mut tried: BTreeSet<StmtId> = level.iter().copied().filter(open).collect();
        while !tried.is_empty() {
            let all = best.rebuilt.union(&tried).copied().collect();
            let (next, failed) = planned.attempt(all, BTreeMap::new());
            let dear = |l: &StmtId| !fusion::is_cheaper_there(planned.world, planned.unit, &best.plan, &next.plan, *l);
            let before = tried.len();
            tried.retain(|l| !failed.contains_key(l) && !dear(l));
            if tried.len() < before {
                continue;
            }
            // An inner loop may no longer be rebuilt in a turn that is.
            if failed.is_empty() && fusion::is_better(planned.world, planned.unit, &best.plan, &next.plan) {
                *best = next;
            }
            break;
        }
    }
}

/// How many levels of counted loops are in a node; those that may be rebuilt, by that number.
fn height(
    world: &World,
    access: &Access,
    unit: UnitId,
    plain: &Plan,
    n: &Node,
    levels: &mut BTreeMap<u32, Vec<StmtId>>,
) -> u32 {
    let seqs: Vec<&Seq> = n.seqs();
    let inside = seqs.into_iter().flatten().map(|m| height(world, access, unit, plain, m, levels)).max().unwrap_or(0);
    let NodeKind::Loop { .. } = n.kind else { return inside };
    let free = world.source.units[unit].stmts[n.stmt].directives.is_empty();
    if free && rebuild::is_nest(world, access, unit, plain, n) {
        levels.entry(inside).or_default().push(n.stmt);
    }
    inside + 1
}

impl Planner<'_, '_> {
    /// What each turn of a counted loop writes, element by element, before it reads it, and what each has for itself: what it holds when a turn begins does
    /// not matter.
    pub(super) fn own_of_turns(&self, id: StmtId) -> Rc<Set> {
        self.access.own_of_turns.get((self.unit, id), || {
            let mut own = Set::default();
            let dep = self.world.facts.analysis.loop_dependence(self.unit, Some(id));
            if dep.is_loop() && !dep.leaves_early() && !dep.region.has_effects {
                let zones: Vec<ZoneId> = dep.private().into_iter().collect();
                own.add(&zones);
            }
            own.union(&self.private_of(id));
            own
        })
    }

    /// Those of a set of zones that are whole local variables of known extents, with their zones.
    pub(super) fn whole_variables(&self, set: &Set) -> (Vec<Expr>, Set) {
        let p = self.world.source;
        let mut out = Vec::new();
        let mut zones = Set::default();
        for z in set.iter() {
            let zone = self.access.zones.zone(z);
            let Some(v) = p.variable(zone.symbol) else { continue };
            let known = match &v.ty {
                Type::Scalar(_) => true,
                Type::Array { elem, dims } => {
                    let literal = |e: &Expr| il::fold::integer(p, e).is_some();
                    matches!(**elem, Type::Scalar(_))
                        && dims.iter().all(|d| {
                            d.lower.as_ref().is_none_or(literal) && matches!(&d.upper, il::Upper::At(e) if literal(e))
                        })
                }
                _ => false,
            };
            let own = p.home(zone.symbol) == Some(self.unit)
                && v.is_unsaved_local()
                && !v.pointer
                && !v.allocatable
                && zone.path.is_empty()
                && !zone.pointee
                && !zone.address
                && self.access.zones.of_symbol(zone.symbol).len() == 1;
            if known && own {
                out.push(Expr::var(zone.symbol));
                zones.add(&[z]);
            }
        }
        (out, zones)
    }
}
