//! Which loops run again in the backward sweep, in their own order and fused with their adjoint (`analysis::fusable` has the criterion and its proof).
//!
//! A candidate is a loop that leaves something on the tape as it is reversed otherwise, and whose adjoint iterations commute. What it begins
//! from is kept once; what it computes, decides and overwrites is made again turn by turn. Where nothing behind needs its results, diff-liveness drops the original
//! loop, and the fused one is all that is left. Where they are needed, its operations are paid twice: it is then fused when they are cheaper than
//! the tape.

use std::collections::BTreeSet;

use analysis::fusable;
use analysis::reallocation;
use il::{StmtId, StmtKind, UnitId};

use crate::adjoint::plan::access::Set;
use crate::adjoint::plan::rebuild;
use crate::adjoint::plan::tree::{Node, NodeKind, Seq};
use crate::adjoint::plan::{Control, Home, Plan, Rebuilt, Save};
use crate::derive::World;
use crate::directives::{is_free, promises_independence};

/// How often a turn is assumed to run.
pub(crate) const TURNS: f64 = 10.0;
/// What a push and its pop cost, in operations; of an array.
const SAVE: [f64; 2] = [8.0, 80.0];
/// Loops of one unit that are tried.
const TRIES: usize = 24;

/// Loops that leave something on the tape, the outermost first.
pub(crate) fn candidates(world: &World, unit: UnitId, plan: &Plan) -> Vec<StmtId> {
    let mut out = Vec::new();
    // What users ask to be run again from checkpoints is theirs.
    if !plan.regions.is_empty() || plan.loops.values().any(|l| l.binomial.is_some()) {
        return out;
    }
    collect(world, unit, plan, &plan.tree.body, &mut out);
    out.truncate(TRIES);
    out
}

/// Rebuilt loops about which the user says nothing.
pub(crate) fn chosen_freely(world: &World, unit: UnitId, plan: &Plan) -> Vec<StmtId> {
    let free = |id: &StmtId| is_free(world.source, unit, *id);
    let rebuilt = plan.loops.iter().filter(|(_, l)| l.rebuilt.is_some() && l.binomial.is_none());
    rebuilt.map(|(id, _)| *id).filter(free).collect()
}

fn collect(world: &World, unit: UnitId, plan: &Plan, seq: &Seq, out: &mut Vec<StmtId>) {
    for n in seq {
        if let NodeKind::Loop { frame, .. } = &n.kind {
            let stmt = &world.source.units[unit].stmts[n.stmt];
            let known = matches!(stmt.kind, StmtKind::Do(_) | StmtKind::While { .. } | StmtKind::Until { .. });
            let rebuilt = plan.loops.get(&n.stmt).and_then(|l| l.rebuilt.as_ref());
            if rebuilt.is_some_and(|r| r.saves.is_empty() || promises_independence(world.source, unit, n.stmt)) {
                continue;
            }
            if known && is_free(world.source, unit, n.stmt) && plan.tree.frames[*frame].ways == 1 && has_tape(plan, n) {
                out.push(n.stmt);
            }
        }
        n.seqs().into_iter().for_each(|s| collect(world, unit, plan, s, out));
    }
}

/// Whether a loop may be fused, in a plan in which others are; what each of its turns writes before it reads it.
pub(crate) fn is_possible(world: &World, unit: UnitId, plan: &Plan, id: StmtId) -> Option<Set> {
    let mut outside = true;
    plan.tree.body.iter().for_each(|n| {
        n.visit(&mut |m| {
            if plan.loops.get(&m.stmt).is_some_and(|l| l.fused.is_some()) {
                m.visit(&mut |k| outside &= k.stmt != id);
            }
        })
    });
    if !outside || moves_storage(world, unit, id) {
        return None;
    }
    let facts = &world.facts.analysis;
    let owns = |z| world.facts.owns(facts.zones().zone(z).symbol);
    let found = fusable::commuting(facts, unit, id, &owns).ok()?;
    let mut free = Set::default();
    free.add(&found.written_first);
    Some(free)
}

/// Whether something in a loop gives what owns a derivative another allocation: only the reverse order finds the derivative as it needs it.
fn moves_storage(world: &World, unit: UnitId, id: StmtId) -> bool {
    let u = &world.source.units[unit];
    let mut found = false;
    u.walk(&[id], &mut |_, s| {
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            found |= reallocation::may_reallocate(world.source, unit, lhs, rhs)
                && world.facts.has_storage(world.source, lhs);
        }
    });
    found
}

/// Whether a loop or something in it uses the tape.
pub(crate) fn has_tape(plan: &Plan, n: &Node) -> bool {
    let mut any = false;
    n.visit(&mut |m| {
        let step = plan.step(m.stmt);
        any |= step.saves.iter().chain(&step.around).any(|s| s.home == Home::Tape && s.again.is_none());
        any |= matches!(plan.choices.get(&m.stmt), Some(Control::Recorded(Home::Tape)));
        if let Some(l) = plan.loops.get(&m.stmt) {
            any |= l.rebuilt.as_ref().is_some_and(Rebuilt::keeps);
            any |= m.stmt != n.stmt && l.saved_bounds() > 0;
        }
    });
    any
}

/// What a plan costs: operations that run twice, and saves in operations, each as often as the loops around it are assumed to turn.
pub(crate) fn unit_cost(world: &World, unit: UnitId, plan: &Plan) -> f64 {
    Costs { world, unit, plan, but: &[], save: &save_cost }.of(&plan.tree.body, 1.0, true)
}

/// What a plan costs without its saves.
pub(crate) fn cost_without_saves(world: &World, unit: UnitId, plan: &Plan) -> f64 {
    Costs { world, unit, plan, but: &[], save: &|_| 0.0 }.of(&plan.tree.body, 1.0, true)
}

/// Whether a plan costs less than another.
pub(crate) fn is_better(world: &World, unit: UnitId, old: &Plan, new: &Plan) -> bool {
    unit_cost(world, unit, new) < unit_cost(world, unit, old)
}

/// Whether a plan costs more than another, outside of some loops or altogether.
pub(crate) fn is_dearer(world: &World, unit: UnitId, old: &Plan, new: &Plan, but: &[StmtId]) -> bool {
    let outside = |plan| Costs { world, unit, plan, but, save: &save_cost }.of(&plan.tree.body, 1.0, true);
    outside(new) > outside(old) || is_better(world, unit, new, old)
}

/// Whether a loop and what is in it cost less in a plan than in another.
pub(crate) fn is_cheaper_there(world: &World, unit: UnitId, old: &Plan, new: &Plan, id: StmtId) -> bool {
    let there = |plan: &Plan| {
        let mut out = None;
        plan.tree.body.iter().for_each(|n| {
            n.visit(&mut |m| {
                if m.stmt == id {
                    out = Some(Costs { world, unit, plan, but: &[], save: &save_cost }.of_node(m, 1.0, false));
                }
            })
        });
        out
    };
    there(new) < there(old)
}

/// What a plan costs, but for some loops.
struct Costs<'c, 'a> {
    world: &'c World<'a>,
    unit: UnitId,
    plan: &'c Plan,
    but: &'c [StmtId],
    save: &'c dyn Fn(&Save) -> f64,
}

impl Costs<'_, '_> {
    /// `once`: both halves of what stands here run in one execution of what is around it.
    fn of(&self, seq: &Seq, weight: f64, once: bool) -> f64 {
        seq.iter().filter(|n| !self.but.contains(&n.stmt)).map(|n| self.of_node(n, weight, once)).sum()
    }

    fn of_node(&self, n: &Node, weight: f64, once: bool) -> f64 {
        let (world, unit, plan) = (self.world, self.unit, self.plan);
        let step = plan.step(n.stmt);
        let mut out = weight * step.saves.iter().chain(&step.around).map(self.save).sum::<f64>();
        out += weight * if once { 1.0 } else { SAVE[0] } * rebuild::noted(world, unit, n.stmt, step.call) as f64;
        if step.live && !step.silent {
            out += weight * f64::from(rebuild::operations(world, unit, n.stmt));
        }
        if matches!(plan.choices.get(&n.stmt), Some(Control::Recorded(Home::Tape))) {
            out += weight * SAVE[0];
        }
        let (mut inner, mut once) = (weight, once);
        if matches!(n.kind, NodeKind::Loop { .. } | NodeKind::Again { .. } | NodeKind::Dispatch { .. }) {
            inner *= turns(world, unit, n.stmt);
            once = plan.loops.get(&n.stmt).is_some_and(|l| l.rebuilt.is_some() || l.fused.is_some());
        }
        if let Some(l) = plan.loops.get(&n.stmt) {
            out += weight * SAVE[0] * l.saved_bounds() as f64;
            let again = |primal: &BTreeSet<StmtId>| twice(world, unit, n, primal, weight);
            if let Some(r) = &l.rebuilt {
                out += weight * r.whole.iter().map(self.save).sum::<f64>();
                out += inner * r.saves.iter().map(self.save).sum::<f64>() + again(&r.primal);
            }
            if let Some(f) = &l.fused {
                out += weight * f.saves.iter().map(self.save).sum::<f64>() + again(&f.primal);
            }
        }
        out + n.seqs().into_iter().map(|s| self.of(s, inner, once)).sum::<f64>()
    }
}

/// The statements of a loop that run in both sweeps.
fn twice(world: &World, unit: UnitId, n: &Node, primal: &BTreeSet<StmtId>, weight: f64) -> f64 {
    let own = if primal.contains(&n.stmt) { f64::from(rebuild::operations(world, unit, n.stmt)) } else { 0.0 };
    let inner = if matches!(n.kind, NodeKind::Loop { .. }) { weight * turns(world, unit, n.stmt) } else { weight };
    own * weight + n.seqs().into_iter().flatten().map(|m| twice(world, unit, m, primal, inner)).sum::<f64>()
}

/// What all statements cost, those in loops as often as these are assumed to turn.
pub(crate) fn all_operations(world: &World, unit: UnitId, seq: &Seq) -> f64 {
    let all = |n: &Node| {
        let mut out = BTreeSet::new();
        n.visit(&mut |m| {
            out.insert(m.stmt);
        });
        twice(world, unit, n, &out, 1.0)
    };
    seq.iter().map(all).sum()
}

/// How often a loop is assumed to run its body: as its bounds say, where they are constants.
pub(crate) fn turns(world: &World, unit: UnitId, id: StmtId) -> f64 {
    let StmtKind::Do(d) = &world.source.units[unit].stmts[id].kind else { return TURNS };
    il::fold::trip_count(world.source, d).map_or(TURNS, |turns| turns as f64)
}

fn save_cost(s: &Save) -> f64 {
    match (s.again, s.home, s.bytes) {
        (Some(_), _, _) => 1.0,
        (None, Home::Local, _) => 1.0,
        (None, Home::Tape, Some(_)) => SAVE[0],
        (None, Home::Tape, None) => SAVE[1],
    }
}
