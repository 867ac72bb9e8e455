//! What is needed around loops: their bounds, their turns as often as they are repeated, and turns that run again.

use std::rc::Rc;

use il::stmt::Do;
use il::{Expr, ExprKind, StmtId, StmtKind};

use super::Planner;
use crate::adjoint::plan;
use crate::adjoint::plan::access::Set;
use crate::adjoint::plan::tree::{FrameId, Landing, Node, NodeKind, Seq};
use crate::adjoint::plan::{Bound, LoopPlan, Reason, Step};

impl Planner<'_, '_> {
    pub(super) fn needed_loop(&mut self, n: &Node, frame: FrameId, body: &Seq, state: Set, later: &Set) -> Option<Set> {
        let stmt = self.stmt(n.stmt);
        let structured = matches!(n.kind, NodeKind::Loop { .. });
        if let (Some(fusing), true) = (self.fusing.get(&n.stmt).cloned(), structured) {
            return Some(self.needed_fused(n, body, state, &fusing));
        }
        let header = if structured { self.effect(n.stmt) } else { Rc::default() };
        let mut state = state;
        let mut step = Step { live: self.live.contains(&n.stmt), ..Step::default() };
        let inside = self.overwrites(n);
        if let (StmtKind::Do(d), true) = (&stmt.kind, structured) {
            if self.has_work(body) {
                self.bounds(n.stmt, d, &inside, later, &mut state);
            } else if self.deciding {
                // Only values are restored in it; its bounds are kept as they were.
                let kept = if self.depth == 0 && !self.split { Bound::Kept } else { Bound::Saved };
                self.loops.insert(n.stmt, LoopPlan::with([kept; 3]));
            }
            let var = header.kills.clone();
            if step.live && state.meets(&var) && self.deciding && !d.declares {
                let value = Expr::var(d.var);
                step.saves.push(self.save(value, Reason::Earlier));
            }
            if step.live || self.has_work(body) {
                state.minus(&var);
            }
        }
        if matches!(stmt.kind, StmtKind::Do(_)) {
            step.live = self.counts(n.stmt);
        }
        if self.deciding && structured {
            self.steps.insert(n.stmt, step);
        }
        if let (Some(again), true) = (self.again.get(&n.stmt).cloned(), structured) {
            if crate::adjoint::plan::binomial::snapshots(self.world.source, self.unit, n.stmt).is_some() {
                return Some(self.needed_binomial(n, body, state, &again));
            }
            let behind = state.clone();
            state.union(&again.entry);
            if self.deciding {
                // A loop that is not counted has no bounds.
                self.loops.entry(n.stmt).or_insert_with(|| LoopPlan::with([Bound::Again; 3]));
                let turn = self.turn_again(frame, body);
                self.decide_rebuilt(n, &turn, [&behind, &state], &again);
            }
            self.arrive_further(frame, body, &state);
            return Some(state);
        }
        let mut inner_later = later.clone();
        inner_later.union(&inside);
        let around = self.reversed.clone();
        if matches!(stmt.kind, StmtKind::Do(_))
            && structured
            && self.has_work(body)
            && !self.all_overwrites(body).meets(&header.kills)
        {
            self.reversed.union(&header.kills);
        }
        self.depth += 1;
        // Solve first.
        let deciding = std::mem::replace(&mut self.deciding, false);
        let mut start = state.clone();
        let mut end;
        loop {
            end = self.needed_sequence(body, Some(start.clone()), &inner_later);
            end = self.arrived((frame, Landing::NextTurn), end);
            let mut next = start.clone();
            if let Some(e) = &end {
                next.union(e);
            }
            if structured {
                // The reversed loop sets its variable itself.
                next.minus(&header.kills);
            }
            if next == start {
                break;
            }
            start = next;
        }
        self.deciding = deciding;
        if deciding {
            self.needed_sequence(body, Some(start.clone()), &inner_later);
        }
        self.depth -= 1;
        self.reversed = around;
        let behind = match &stmt.kind {
            _ if !structured => end,
            StmtKind::Loop { .. } => None,
            StmtKind::Until { .. } => end,
            _ => Some(start),
        };
        self.arrived((frame, Landing::Behind), behind)
    }

    /// What is needed where jumps out of a rebuilt loop lead that leave more than it.
    fn arrive_further(&mut self, frame: FrameId, body: &Seq, state: &Set) {
        let mut landings = Vec::new();
        for n in body {
            n.visit(&mut |m| {
                let NodeKind::Jump(jump) = &m.kind else { return };
                let leaves = jump.crossings.iter().any(|c| c.frame == frame);
                let last = jump.crossings.last().filter(|c| leaves && c.frame != frame);
                landings.extend(last.map(|c| (c.frame, jump.landing)));
            });
        }
        landings.into_iter().for_each(|at| self.arrive(at, state));
    }

    pub(super) fn bounds(&mut self, id: StmtId, d: &Do, inside: &Set, later: &Set, state: &mut Set) {
        let mut lost = later.clone();
        lost.minus(&self.to_put_back(state.clone()));
        lost.minus(&self.reversed);
        lost.union(inside);
        let kept = if self.depth == 0 && !self.split { Bound::Kept } else { Bound::Saved };
        let mut bound = |e: Option<&Expr>| {
            let Some(e) = e else { return Bound::Again };
            let spelled = plan::spelled(&self.tree.given, e);
            let mut ways = vec![(e, Bound::Again)];
            if spelled != *e {
                ways.push((&spelled, Bound::Spelled));
            }
            for (e, way) in ways {
                let mut reads = Set::default();
                self.access.reads(e, &mut reads);
                reads = self.access.with_inputs(&reads);
                let mut calls = false;
                e.walk(&mut |x| calls |= matches!(x.kind, ExprKind::Call { .. }));
                if !calls && !reads.meets(&lost) && !self.access.asks_allocation(self.unit, e) {
                    state.union(&reads);
                    reads.minus(&self.reversed);
                    self.relied.union(&reads);
                    return way;
                }
            }
            kept
        };
        let bounds = [bound(Some(&d.from)), bound(Some(&d.to)), bound(d.step.as_ref())];
        if self.deciding {
            self.loops.insert(id, LoopPlan::with(bounds));
        }
    }
}
