//! What the sweeps leave in the original's variables, as far as it is not what the original leaves.

use super::Planner;
use crate::adjoint::plan::access::Set;
use crate::adjoint::plan::tree::{Node, NodeKind, Seq};
use crate::adjoint::plan::{CallMode, Save};

impl Planner<'_, '_> {
    /// What is not what the original leaves, once both sweeps have run: the forward sweep does not compute it, or the backward sweep overwrites it.
    /// Asked when all is decided.
    pub(super) fn lost(&self, seq: &Seq) -> Set {
        let mut out = Set::default();
        self.lost_in(seq, false, &mut out);
        out
    }

    fn lost_in(&self, seq: &Seq, again: bool, out: &mut Set) {
        for n in seq {
            let again = again || self.is_in_turns(n);
            let effect = self.effect(n.stmt);
            let step = self.steps.get(&n.stmt);
            let is_simple = matches!(n.kind, NodeKind::Simple | NodeKind::Jump(_));
            let computed = step.is_some_and(|s| s.live && !s.silent && !s.undone);
            if again || is_simple && !computed {
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
                    Some(CallMode::Passive | CallMode::Partials) | None => {}
                }
            }
            if let Some(region) = self.regions.get(&n.stmt) {
                self.restored(region.saves.iter(), out);
            }
            if let Some(l) = self.loops.get(&n.stmt) {
                let rebuilt = l.rebuilt.iter().flat_map(|r| &r.saves);
                let fused = l.fused.iter().flat_map(|f| &f.saves);
                let binomial = l.binomial.iter().flat_map(|b| b.before.iter().chain(&b.snapshot));
                self.restored(rebuilt.chain(fused).chain(binomial), out);
            }
            n.seqs().into_iter().for_each(|s| self.lost_in(s, again, out));
        }
    }

    /// Whether the backward sweep runs statements of a node again, or those of the forward sweep are put back together.
    fn is_in_turns(&self, n: &Node) -> bool {
        self.again.contains_key(&n.stmt)
            || self.fusing.contains_key(&n.stmt)
            || self.is_passive(n)
            || self.is_last_turn(n)
    }

    /// The places that saved values come back to.
    fn restored<'s>(&self, saves: impl Iterator<Item = &'s Save>, out: &mut Set) {
        for s in saves {
            out.union(&match s.association {
                true => self.access.association(&s.value),
                false => self.access.place(&s.value).0,
            });
        }
    }
}
