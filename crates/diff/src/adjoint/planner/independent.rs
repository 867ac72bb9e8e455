//! Loops whose iterations threads may share: what the directive says of their variables is known here.
//!
//! - What is private has no value when an iteration begins: an iteration that runs again needs nothing of it.
//! - No iteration touches what another one writes. So what iterations overwrite is saved as a whole, in front of the loop, where its elements cannot be named
//!   at the top of each: the backward loop finds all of it as it was, and an iteration that runs again changes its own part only.

use std::collections::BTreeSet;

use il::{StmtId, StmtKind, Storage, SymbolId};

use super::{Again, Planner};
use crate::adjoint::plan::access::Set;
use crate::adjoint::plan::rebuild::Failure;
use crate::adjoint::plan::{Reason, Save};

impl<'a> Planner<'_, 'a> {
    /// Whether threads may share the iterations of a loop.
    pub(super) fn is_parallel(&self, id: StmtId) -> bool {
        self.stmt(id).kind.parallel().is_some()
    }

    /// What each iteration of a parallel loop has for itself.
    pub(super) fn private_of(&self, id: StmtId) -> Set {
        let mut out = Set::default();
        let p = self.world.source;
        let own = |s: &&SymbolId| {
            p.variable(**s).is_some_and(|v| {
                !v.pointer
                    && !v.allocatable
                    && !v.saved
                    && matches!(v.storage, Storage::Local | Storage::Dummy(_) | Storage::Result)
            })
        };
        let private = self.stmt(id).kind.parallel().into_iter().flat_map(|said| &said.private);
        private.filter(own).for_each(|s| out.add(&self.access.zones.of_symbol(*s)));
        out
    }

    /// Of what a parallel loop overwrites: what is the same in front of each iteration as in front of the loop.
    pub(super) fn untouched_by_others(&self, id: StmtId) -> impl Fn(&Set) -> bool {
        let mut handed_on = Set::default();
        if let Some(said) = self.stmt(id).kind.parallel() {
            let reduced = said.reductions.iter().flat_map(|(_, list)| list);
            let own = said.first_private.iter().chain(&said.last_private).chain(&said.atomics);
            for s in own.chain(reduced) {
                handed_on.add(&self.access.zones.of_symbol(*s));
            }
        }
        let parallel = self.is_parallel(id) && !self.has_changing_bounds(id);
        move |zones| parallel && !zones.meets(&handed_on)
    }

    /// Whether a loop stands in one that changes its bounds: level by level of a network, iterations are a few of those for which arrays have elements, and
    /// saving all of them each time would be too much.
    fn has_changing_bounds(&self, id: StmtId) -> bool {
        fn around<'u>(u: &'u il::Unit, block: &'u il::Block, id: StmtId, loops: &mut Vec<&'u il::Stmt>) -> bool {
            block.iter().any(|s| {
                let stmt = &u.stmts[*s];
                let repeats = stmt.kind.is_loop() && *s != id;
                loops.extend(repeats.then_some(stmt));
                let found = *s == id || stmt.kind.blocks().into_iter().any(|b| around(u, b, id, loops));
                if repeats && !found {
                    loops.pop();
                }
                found
            })
        }
        let (p, u) = (self.world.source, &self.world.source.units[self.unit]);
        let mut loops = Vec::new();
        around(u, &u.body, id, &mut loops);
        let StmtKind::Do(own) = &self.stmt(id).kind else { return true };
        let bounds = [Some(&own.from), Some(&own.to), own.step.as_ref()];
        loops.into_iter().any(|stmt| {
            let mut changed: BTreeSet<SymbolId> = BTreeSet::new();
            stmt.kind.blocks().into_iter().for_each(|b| changed.extend(il::stores::names(p, self.unit, b)));
            changed.extend(if let StmtKind::Do(d) = &stmt.kind { Some(d.var) } else { None });
            bounds.into_iter().flatten().any(|e| changed.iter().any(|s| e.mentions(*s)))
        })
    }

    /// What is kept around a parallel loop and comes back behind its backward loop: of what the iterations that run again do not begin from.
    pub(super) fn kept_around(&mut self, id: StmtId, lost: &mut Set, again: &Again) -> Vec<Save> {
        let mut around = lost.and(&self.private_of(id));
        let mut reduced = Set::default();
        if let Some(said) = self.stmt(id).kind.parallel() {
            let all = said.reductions.iter().flat_map(|(_, list)| list);
            all.for_each(|s| reduced.add(&self.access.zones.of_symbol(*s)));
        }
        reduced.minus(&again.entry);
        again.live.iter().for_each(|s| reduced.minus(&self.effect(*s).writes));
        around.union(&lost.and(&reduced));
        lost.minus(&around);
        self.saved_or_failed(id, &around, Reason::Earlier)
    }

    /// The saves for a set of zones in front of a loop, which is not run again turn by turn where there are none.
    pub(super) fn saved_or_failed(&mut self, id: StmtId, zones: &Set, reason: Reason) -> Vec<Save> {
        let before = self.refusals.len();
        let saves = self.saved(id, zones, reason);
        if let Some(said) = self.refusals.drain(before..).next() {
            self.failed.entry(id).or_insert(Failure { why: said.message, at: Some(id) });
        }
        saves
    }
}
