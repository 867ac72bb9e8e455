//! How loops are reversed: plans with and without each way that is not two sweeps, of which the one that costs less stays ([`fusion::is_better`]: what is
//! saved, what runs twice, as often as the loops around it turn).
//!
//! What turns read and write that run again is asked as a whole, no longer element by element: a rebuilt loop may cost more saves elsewhere than it
//! spares. So may two that do no harm alone: loops are taken away from all one by one, and where that leads nowhere, added to none one by one.

use super::nests;
use super::*;

/// A plan, and the ways it goes.
#[derive(Clone)]
pub(super) struct Tried {
    pub(super) plan: Plan,
    said: Vec<Diagnostic>,
    /// Loops that are reversed turn by turn from what is saved for each.
    pub(super) rebuilt: BTreeSet<StmtId>,
    /// Loops that run in their own order; with what each turn writes before it reads it.
    fused: BTreeMap<StmtId, Set>,
}

/// The unit that is planned.
pub(super) struct Planned<'w, 'p, 'a> {
    pub(super) world: &'w mut World<'a>,
    pub(super) access: &'p Access<'a>,
    pub(super) unit: UnitId,
    part: Part,
    pub(super) tree: &'p tree::Tree,
    places: Places,
    bare: &'p Elements<'a>,
}

impl Planned<'_, '_, '_> {
    /// The plan with these loops rebuilt and those fused; and which cannot be.
    pub(super) fn attempt(
        &mut self,
        rebuilt: BTreeSet<StmtId>,
        fused: BTreeMap<StmtId, Set>,
    ) -> (Tried, BTreeMap<StmtId, Failure>) {
        let ways = Ways { rebuilt: &rebuilt, fused: &fused };
        let (plan, failed, said) =
            attempt(self.world, self.access, self.unit, self.part, self.tree, (&self.places, self.bare), ways);
        (Tried { plan, said, rebuilt, fused }, failed)
    }

    /// Takes a plan with other ways in place of `best` where it can be and costs less.
    fn improve(&mut self, best: &mut Tried, rebuilt: BTreeSet<StmtId>, fused: BTreeMap<StmtId, Set>) {
        let (mut next, failed) = self.attempt(rebuilt, fused);
        let cost = |tried: &Tried| fusion::unit_cost(self.world, self.unit, &tried.plan);
        let (old, new) = (cost(best), cost(&next));
        let declined = &mut best.plan.declined;
        let better = failed.is_empty() && new < old;
        let (more, costs) = if better { (&best.rebuilt, [old, new]) } else { (&next.rebuilt, [new, old]) };
        let fewer = if better { &next.rebuilt } else { &best.rebuilt };
        declined.extend(more.difference(fewer).filter(|_| failed.is_empty()).map(|l| (*l, costs)));
        if better {
            next.plan.declined = std::mem::take(declined);
            next.plan.declined.retain(|l, _| !next.rebuilt.contains(l));
            *best = next;
        }
    }

    /// Without those of the rebuilt loops that cost more elsewhere than they spare.
    fn weigh_rebuilt(&mut self, best: &mut Tried, plain: &Plan) {
        let free = fusion::chosen_freely(self.world, self.unit, &best.plan);
        if !fusion::is_dearer(self.world, self.unit, plain, &best.plan, &free) {
            return;
        }
        let asked: BTreeSet<StmtId> = best.rebuilt.iter().copied().filter(|l| !free.contains(l)).collect();
        for id in &free {
            let without = best.rebuilt.iter().copied().filter(|l| l != id).collect();
            self.improve(best, without, BTreeMap::new());
        }
        if !fusion::is_dearer(self.world, self.unit, plain, &best.plan, &free) {
            return;
        }
        let (mut other, failed) = self.attempt(asked, BTreeMap::new());
        if !failed.is_empty() {
            return;
        }
        for id in &free {
            let with = other.rebuilt.iter().copied().chain([*id]).collect();
            self.improve(&mut other, with, BTreeMap::new());
        }
        if fusion::is_better(self.world, self.unit, &best.plan, &other.plan) {
            *best = other;
        }
    }

    /// With those loops in their own order, fused with their adjoint, for which that costs less.
    fn weigh_fused(&mut self, best: &mut Tried) {
        for id in fusion::candidates(self.world, self.unit, &best.plan) {
            let Some(free) = fusion::is_possible(self.world, self.unit, &best.plan, id) else { continue };
            let mut fused = best.fused.clone();
            fused.insert(id, free);
            let without = best.rebuilt.iter().copied().filter(|l| *l != id).collect();
            self.improve(best, without, fused);
        }
    }
}

/// Makes the plan of `unit`: of its joint adjoint, of its two halves (`Part::Forward`), or of what gives its value too.
pub(in crate::adjoint) fn plan<'a>(world: &mut World<'a>, access: &Access<'a>, unit: UnitId, part: Part) -> Plan {
    plan_as(world, access, unit, part, None)
}

/// The same, with the loops rebuilt that are so in another plan, where they can be, and no other ways tried: to see about what it will cost.
pub(in crate::adjoint) fn plan_as<'a>(
    world: &mut World<'a>,
    access: &Access<'a>,
    unit: UnitId,
    part: Part,
    known: Option<&Plan>,
) -> Plan {
    let _span = tracing::info_span!("plan", unit = world.source.units[unit].name).entered();
    let mut tree = tree::build(&world.source.units[unit]);
    for d in tree.diagnostics.drain(..) {
        world.report(d);
    }
    let improves = world.request.improves(Improvement::RecomputeIntermediates);
    let bare = Elements::places(world.source, access, unit, &tree.body);
    // Bounds that another turn changes are spelled out from what does not change: instead of being recorded, as integers are otherwise.
    if improves {
        tree.given = bare.given_values();
    }
    let mut planned = Planned { world, access, unit, part, tree: &tree, places: Places::default(), bare: &bare };
    if let Some(known) = known {
        let rebuilt: BTreeSet<StmtId> =
            known.loops.iter().filter(|(_, l)| l.rebuilt.is_some()).map(|(id, _)| *id).collect();
        let (mut best, _) = planned.attempt(BTreeSet::new(), BTreeMap::new());
        if !rebuilt.is_empty() {
            planned.improve(&mut best, rebuilt, BTreeMap::new());
        }
        return best.plan;
    }
    // First without rebuilt iterations; then with those that save more than they cost, or that the user promises to be independent, and with
    // the regions that the user encloses.
    let (plain, _) = planned.attempt(BTreeSet::new(), BTreeMap::new());
    let mut rebuilt = BTreeSet::new();
    let joint = !matches!(part, Part::Forward | Part::Backward);
    rebuild::candidates(planned.world, access, unit, &tree.body, &plain.plan, joint, &mut rebuilt);
    let mut best = plain.clone();
    let mut reasons = BTreeMap::new();
    while !rebuilt.is_empty() {
        let (next, failed) = planned.attempt(rebuilt.clone(), BTreeMap::new());
        let wanted = |l: &StmtId| rebuild::is_wanted(planned.world, unit, *l, &plain.plan, &next.plan);
        let worse: Vec<StmtId> = rebuilt.iter().copied().filter(|l| !wanted(l)).collect();
        if failed.is_empty() && worse.is_empty() {
            best = next;
            break;
        }
        for l in failed.keys().chain(&worse) {
            rebuilt.remove(l);
        }
        reasons.extend(failed);
    }
    planned.weigh_rebuilt(&mut best, &plain.plan);
    if improves {
        nests::add(&mut planned, &mut best);
    }
    if planned.world.request.improves(Improvement::Fusion) {
        planned.weigh_fused(&mut best);
    }
    let world = planned.world;
    let mut said = std::mem::take(&mut best.said);
    said.extend(rebuild::unkept(world, access, unit, &plain.plan, &best.rebuilt, &reasons));
    said.into_iter().for_each(|d| world.report(d));
    best.plan
}
