//! What the sweeps leave in the original's variables, as far as it is not what the original leaves.

use std::collections::BTreeSet;

use il::StmtId;

use super::Planner;
use crate::adjoint::plan::access::Set;
use crate::adjoint::plan::tree::{Node, NodeKind, Seq};
use crate::adjoint::plan::{CallMode, Save};

/// The statements of turns or of a region that run again in the backward sweep.
#[derive(Default)]
pub(super) struct Runs {
    /// What the forward sweep runs of them.
    fore: BTreeSet<StmtId>,
    /// What the backward sweep runs of them. `None`: perhaps all.
    again: Option<BTreeSet<StmtId>>,
}

impl Runs {
    /// Whether one of the sweeps may run what a node does itself.
    pub(super) fn may_run(&self, n: &Node) -> bool {
        let alone = matches!(n.kind, NodeKind::Simple | NodeKind::Jump(_));
        !alone || self.fore.contains(&n.stmt) || self.again.as_ref().is_none_or(|again| again.contains(&n.stmt))
    }
}

impl Planner<'_, '_> {
    /// What is not what the original leaves, once both sweeps have run: the forward sweep does not compute it, or the backward sweep overwrites it.
    /// Asked when all is decided.
    pub(super) fn lost(&self, seq: &Seq) -> Set {
        let mut out = Set::default();
        self.lost_in(seq, None, &mut out);
        out
    }

    fn lost_in(&self, seq: &Seq, around: Option<&Runs>, out: &mut Set) {
        for n in seq {
            let own = self.runs_inside(n, around.is_some());
            let inside = own.as_ref().or(around);
            let effect = self.effect(n.stmt);
            let step = self.steps.get(&n.stmt);
            let is_left = match around {
                None => step.is_some_and(|s| s.live && !s.silent && !s.undone),
                Some(r) => r.fore.contains(&n.stmt) && r.again.as_ref().is_some_and(|a| !a.contains(&n.stmt)),
            };
            if matches!(n.kind, NodeKind::Simple | NodeKind::Jump(_)) && !is_left {
                out.union(&effect.writes);
            }
            if matches!(n.kind, NodeKind::Loop { .. }) {
                out.union(&effect.kills);
            }
            if let Some(step) = step {
                self.restored(step.saves.iter().chain(&step.around), out);
                match step.call {
                    Some(CallMode::Joint) => {
                        let callee = self.called_unit(n.stmt);
                        let known = callee.and_then(|c| self.access.joint_call(self.unit, n.stmt, c));
                        out.union(&known.map_or_else(|| effect.writes.clone(), |c| c.leaves));
                    }
                    // Its backward half may put back what it overwrote.
                    Some(CallMode::Split) => {
                        out.union(&effect.writes);
                    }
                    Some(CallMode::Passive | CallMode::Partials | CallMode::Library) | None => {}
                }
            }
            n.seqs().into_iter().for_each(|s| self.lost_in(s, inside, out));
            self.put_back_around(n, out);
        }
    }

    /// How the statements of a node run that the backward sweep runs again together, or knows nothing of. `nested`: it is inside of such a node.
    pub(super) fn runs_inside(&self, n: &Node, nested: bool) -> Option<Runs> {
        let again = self.again.get(&n.stmt).map(|a| &a.live | &a.advance);
        let fused = self.fusing.get(&n.stmt).map(|f| f.live.clone());
        let passive = self.is_passive(n).then(BTreeSet::new);
        let again = passive.or(fused).or(again)?;
        if nested || self.is_last_turn(n) {
            return Some(Runs::default());
        }
        let region = self.regions.get(&n.stmt).map(|r| &r.primal);
        let plan = self.loops.get(&n.stmt);
        let binomial = plan.and_then(|l| Some(&l.binomial.as_ref()?.primal));
        let rebuilt = plan.and_then(|l| Some(&l.rebuilt.as_ref()?.primal));
        let fused = plan.and_then(|l| Some(&l.fused.as_ref()?.primal));
        let fore = region.or(binomial).or(rebuilt).or(fused).cloned().unwrap_or_default();
        Some(Runs { fore, again: Some(again) })
    }

    /// What is put back in front of turns or regions that run again, or behind them.
    fn put_back_around(&self, n: &Node, out: &mut Set) {
        let Some(plan) = self.loops.get(&n.stmt) else {
            return self.restored(self.regions.get(&n.stmt).iter().flat_map(|r| &r.saves), out);
        };
        let rebuilt = plan.rebuilt.iter().flat_map(|r| r.whole.iter().chain(&r.saves));
        let fused = plan.fused.iter().flat_map(|f| &f.saves);
        let binomial = plan.binomial.iter().flat_map(|b| b.before.iter().chain(&b.snapshot));
        self.restored(rebuilt.chain(fused).chain(binomial), out);
        for e in plan.fused.iter().flat_map(|f| f.around.iter().chain(&f.carried)) {
            out.union(&self.access.place(e).0);
        }
        for s in plan.rebuilt.iter().flat_map(|r| &r.undone) {
            out.union(&self.effect(*s).writes);
        }
    }

    /// The places that saved values come back to.
    pub(super) fn restored<'s>(&self, saves: impl Iterator<Item = &'s Save>, out: &mut Set) {
        for s in saves {
            out.union(&match s.association {
                true => self.access.association(&s.value),
                false => self.access.place(&s.value).0,
            });
        }
    }
}
