//! Regions that run again in the backward sweep (RR-7957 §4.9, §5.2): like a joint call of themselves.
//!
//! - *live*: `L⁻ = live of the original statements(L⁺) ∪ entry`, where `entry` is what both sweeps of the region need at its top, by themselves.
//! - *snapshot*: `out(C) ∩ (N⁻ ∪ entry)`; `N⁺ = (N⁻ ∪ entry) \ snapshot`, for the snapshot puts all of it back.

use std::collections::BTreeSet;

use il::typing::type_of;
use il::{Expr, StmtId, StmtKind};

use super::{Again, Planner};
use crate::adjoint::plan::access::{Effect, Set};
use crate::adjoint::plan::rebuild::Failure;
use crate::adjoint::plan::tree::{Node, NodeKind, Seq};
use crate::adjoint::plan::{Home, Reason, Rebuilt, Save};

impl Planner<'_, '_> {
    /// What is live in front of a region.
    pub(super) fn live_region(&mut self, n: &Node, body: &Seq, out: Set) -> Set {
        let primal = self.primal;
        let mut entry = Set::default();
        if !primal {
            entry = self.live_second_run(n, body);
        }
        self.primal = true;
        let mut start = self.live_sequence(body, out);
        self.primal = primal;
        start.union(&entry);
        start
    }

    /// What a second run of a body needs at its top, by itself.
    pub(super) fn live_second_run(&mut self, n: &Node, body: &Seq) -> Set {
        let (entry, live) = self.live_alone(body);
        self.again.insert(n.stmt, Again { entry: entry.clone(), live, ..Again::default() });
        entry
    }

    /// What both sweeps of a body need at its top, by themselves, and the statements that are live in it. What the caller sees of the body, the run
    /// before has left.
    pub(super) fn live_alone(&mut self, body: &Seq) -> (Set, BTreeSet<StmtId>) {
        let outside = std::mem::take(&mut self.live);
        let valued = std::mem::replace(&mut self.valued, false);
        let entry = self.live_sequence(body, Set::default());
        self.valued = valued;
        (entry, std::mem::replace(&mut self.live, outside))
    }

    /// The statements of a body that are live.
    pub(super) fn live_in(&self, body: &Seq) -> BTreeSet<StmtId> {
        let mut live = BTreeSet::new();
        body.iter().for_each(|m| m.visit(&mut |m| live.extend(self.live.contains(&m.stmt).then_some(m.stmt))));
        live
    }

    /// Plans a second run of a body, in which `live` is live, and behind which all that is `wanted` is as it was. Both of its sweeps are in one procedure.
    pub(super) fn plan_second_run(&mut self, body: &Seq, live: &BTreeSet<StmtId>, wanted: &Set) {
        let outside = std::mem::replace(&mut self.live, live.clone());
        let around = (std::mem::replace(&mut self.depth, 0), std::mem::replace(&mut self.split, false));
        let reversed = std::mem::take(&mut self.reversed);
        self.needed_sequence(body, Some(wanted.clone()), &Set::default());
        self.reversed = reversed;
        (self.depth, self.split) = around;
        self.live = outside;
    }

    /// What is needed behind a region; its snapshot and the plan of its second run.
    pub(super) fn needed_region(&mut self, n: &Node, body: &Seq, state: Set) -> Set {
        let Some(again) = self.again.get(&n.stmt).cloned() else { return state };
        let mut wanted = state;
        wanted.union(&again.entry);
        let written = self.all_overwrites(body);
        let lost = wanted.and(&written);
        let (saves, whole) = self.snapshot(n.stmt, body, &lost, &written, &again.live);
        if self.deciding {
            let primal = self.live_in(body);
            self.plan_second_run(body, &again.live, &wanted);
            self.regions.insert(n.stmt, Rebuilt { saves, primal, ..Rebuilt::default() });
        }
        wanted.minus(&whole);
        wanted
    }

    /// What is saved in front of a region or a loop, and the zones that it holds entirely.
    pub(super) fn snapshot(
        &mut self,
        id: StmtId,
        body: &Seq,
        lost: &Set,
        written: &Set,
        again: &BTreeSet<StmtId>,
    ) -> (Vec<Save>, Set) {
        let lost = &self.to_put_back(lost.clone());
        let mut changed = written.clone();
        again.iter().for_each(|s| {
            changed.union(&self.effect(*s).writes);
        });
        // Elements that can be named in front of the region are saved alone, unless another statement overwrites more of their variable.
        let mut elements: Vec<(Expr, Set)> = Vec::new();
        let mut rest = Set::default();
        for m in body {
            m.visit(&mut |m| {
                if !self.live.contains(&m.stmt) {
                    return;
                }
                let effect = self.effect(m.stmt);
                if !effect.writes.meets(lost) {
                    return;
                }
                if let (StmtKind::Assign { lhs, rhs }, NodeKind::Simple) = (&self.stmt(m.stmt).kind, &m.kind) {
                    let (zones, _) = self.access.place(lhs);
                    let mut address = Effect::default();
                    self.access.address(lhs, &mut address);
                    let alone = effect.writes == zones && type_of(self.world.source, lhs).rank() == 0;
                    let calls = matches!(rhs.kind, il::ExprKind::Call { .. });
                    if alone
                        && !calls
                        && !address.reads.meets(&changed)
                        && lhs.root().is_some_and(|s| *lhs != Expr::var(s))
                    {
                        if !elements.iter().any(|(e, _)| e == lhs) {
                            elements.push((lhs.clone(), zones));
                        }
                        return;
                    }
                }
                rest.union(&effect.writes);
            });
        }
        let rest = rest.and(lost);
        elements.retain(|(_, zones)| !zones.meets(&rest));
        let mut saves: Vec<Save> =
            elements.into_iter().map(|(e, _)| Save { home: Home::Tape, ..self.save(e, Reason::Snapshot) }).collect();
        let before = self.refusals.len();
        saves.extend(self.saved(id, &rest, Reason::Snapshot));
        if let Some(said) = self.refusals.drain(before..).next() {
            self.failed.entry(id).or_insert(Failure { why: said.message, at: None });
        }
        (saves, rest)
    }
}
