//! Elements that stand ([`standing`]), in turns that run again.

use std::collections::BTreeSet;

use il::StmtId;

use super::Planner;
use crate::adjoint::plan::access::Set;
use crate::adjoint::plan::elements::Elements;
use crate::adjoint::plan::tree::{NodeKind, Seq};
use crate::adjoint::plan::{binomial, standing};

impl Planner<'_, '_> {
    /// The assignments in rebuilt loops whose elements stand as the forward sweep has left them.
    pub(super) fn standing_in(&self, seq: &Seq, elements: &Elements) -> BTreeSet<StmtId> {
        let mut out = BTreeSet::new();
        for n in seq {
            let own = self.ways.rebuilt.contains(&n.stmt) && elements.counted(n.stmt).is_some();
            let other = || binomial::snapshots(self.world.source, self.unit, n.stmt).is_some() || self.is_last_turn(n);
            if own && !other() && !self.is_parallel(n.stmt) {
                n.visit(&mut |m| {
                    let simple = matches!(m.kind, NodeKind::Simple);
                    out.extend((simple && standing::is_standing(elements, self.access, m.stmt)).then_some(m.stmt));
                });
            } else {
                n.seqs().into_iter().for_each(|s| out.append(&mut self.standing_in(s, elements)));
            }
        }
        out
    }

    /// The variables of those in a body.
    pub(super) fn of_standing(&self, body: &Seq) -> Set {
        let mut out = Set::default();
        for n in body {
            n.visit(&mut |m| {
                if self.standing.contains(&m.stmt) {
                    out.union(&self.effect(m.stmt).writes);
                }
            });
        }
        out
    }

    /// Variables of which a turn overwrites only elements that stand: what it held before in these is nobody's.
    pub(super) fn only_standing(&self, body: &Seq) -> Set {
        let mut out = self.of_standing(body);
        for n in body {
            n.visit(&mut |m| {
                if !self.standing.contains(&m.stmt) {
                    out.minus(&self.effect(m.stmt).writes);
                }
            });
        }
        out
    }
}
