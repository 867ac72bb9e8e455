//! Loops under binomial checkpointing: what is in a snapshot, what is saved in front of the loop.
//!
//! `turn` is what both sweeps of one turn need at its top, by themselves; `L = turn ∪ live of the body(L)` is what the turns from any of them on
//! need. A snapshot is `out(body) ∩ L`; in front of the loop `out(body) ∩ N⁻` is saved; `N⁺ = (N⁻ ∪ L) \ (both)`.

use std::collections::BTreeSet;

use il::StmtKind;

use super::{Again, Planner};
use crate::adjoint::plan::access::{Effect, Set};
use crate::adjoint::plan::tree::{Node, Seq};
use crate::adjoint::plan::{BinomialPlan, Home, Save};

impl Planner<'_, '_> {
    /// What the turns of a loop need from one of them on, and the statements that take it from turn to turn.
    pub(super) fn carried(&mut self, body: &Seq, header: &Effect, turn: Set) -> (Set, BTreeSet<il::StmtId>) {
        let outside = std::mem::take(&mut self.live);
        let primal = std::mem::replace(&mut self.primal, true);
        let mut carried = turn;
        loop {
            let mut top = self.live_sequence(body, carried.clone());
            top.minus(&header.kills);
            if !carried.union(&top) {
                break;
            }
        }
        self.primal = primal;
        (carried, std::mem::replace(&mut self.live, outside))
    }

    /// What is needed behind the loop; its plan.
    pub(super) fn needed_binomial(&mut self, n: &Node, body: &Seq, state: Set, again: &Again) -> Set {
        let written = self.all_overwrites(body);
        // What the counter names is another element in each turn.
        let mut changed = written.clone();
        changed.union(&self.effect(n.stmt).kills);
        let (before, kept) = self.snapshot(n.stmt, body, &state.and(&written), &changed, &again.live);
        let (snapshot, held) = self.snapshot(n.stmt, body, &again.entry.and(&written), &changed, &again.live);
        let mut wanted = state;
        wanted.union(&again.entry);
        wanted.minus(&kept);
        wanted.minus(&held);
        if self.deciding {
            let primal = self.live_in(body);
            self.plan_second_run(body, &again.live, &wanted);
            let snapshot = snapshot.into_iter().map(|s| Save { home: Home::Tape, ..s }).collect();
            let advance = again.advance.clone();
            if let Some(l) = self.loops.get_mut(&n.stmt) {
                l.binomial = Some(BinomialPlan { before, snapshot, primal, advance });
            }
        }
        wanted
    }

    /// What the number of snapshots is made of.
    pub(super) fn snapshot_reads(&self, n: &Node) -> Set {
        let mut out = Set::default();
        let counts = matches!(self.stmt(n.stmt).kind, StmtKind::Do(_));
        if let (true, Some(Some(e))) =
            (counts, crate::adjoint::plan::binomial::snapshots(self.world.source, self.unit, n.stmt))
        {
            self.access.reads(&e, &mut out);
        }
        out
    }
}
