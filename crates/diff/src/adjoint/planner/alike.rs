//! Whether the turns of a fixed-point loop are all alike: the adjoint repeats the last one, and a turn whose buffers have been swapped is another map.
//!
//! What has no derivative (an integer, a logical, an address) and goes from turn to turn may say what a turn computes: which buffer it reads, which branch
//! it takes. It may not, unless all turns leave it the same. What only counts them, for a message or the end of the loop, does not matter.

use std::collections::BTreeMap;

use il::zones::ZoneId;
use il::{Diagnostic, Expr, ExprKind, Span, StmtKind};

use super::Planner;
use crate::adjoint::plan::access::Set;
use crate::adjoint::plan::tree::{Node, NodeKind, Seq};

impl Planner<'_, '_> {
    /// Refuses a turn `n` that depends on what the turn before it left, beside the state; whether it did. `entry`: what is live in front of a turn.
    pub(super) fn refuse_unlike(&mut self, n: &Node, body: &Seq, entry: &Set) -> bool {
        let mut carried = entry.clone();
        carried.minus(&self.written_first(n));
        carried.minus(&self.access.made_once);
        let mut decisive = Set::default();
        loop {
            let before = decisive.clone();
            self.decides(body, &mut decisive);
            if before == decisive {
                break;
            }
        }
        let mut names: BTreeMap<&str, Span> = BTreeMap::new();
        for z in carried.and(&decisive).iter() {
            let zone = self.access.zones.zone(z);
            if !zone.differentiable
                && let Some(span) = self.changed_in(body, z)
            {
                names.entry(zone.name.trim_end_matches("=>")).or_insert(span);
            }
        }
        let Some(&span) = names.values().min_by_key(|s| s.start) else { return false };
        let list = names.keys().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
        let message = format!(
            "the turns of this FP-LOOP are not all alike: what they compute depends on {list} of the turn before"
        );
        self.refusals.push(Diagnostic::error("RT0462", span, message).note(
            "the adjoint of a fixed point repeats one turn of the loop: where buffers change places, copy the new values into one buffer at the end of the turn; or take the directive away to have the loop reversed turn by turn",
        ));
        true
    }

    /// What a turn writes, element by element, before it reads it. The loop of the last turn is left nowhere, and its test is nobody's. Where
    /// pointers move, names do not say which place is meant.
    pub(super) fn written_first(&self, n: &Node) -> Set {
        let mut own = Set::default();
        let mut moves = false;
        n.visit(&mut |m| {
            moves |= matches!(
                self.stmt(m.stmt).kind,
                StmtKind::PointerAssign { .. }
                    | StmtKind::Nullify(_)
                    | StmtKind::Allocate { .. }
                    | StmtKind::Deallocate { .. }
            );
        });
        if moves {
            return own;
        }
        let dep = self.world.facts.analysis.loop_dependence(self.unit, Some(n.stmt));
        own.add(&dep.private().into_iter().collect::<Vec<_>>());
        own
    }

    /// Adds what says what the adjoint of a turn computes: what it reads, what that is made of, and what decides about it. Whether there is any of it here.
    fn decides(&self, seq: &Seq, found: &mut Set) -> bool {
        let mut any = false;
        for n in seq {
            let effect = self.effect(n.stmt);
            if let NodeKind::Simple = n.kind {
                any |= self.decides_one(n, found);
                continue;
            }
            // A jump says what comes behind it.
            let mut here = matches!(n.kind, NodeKind::Jump(_)) || effect.kills.meets(found);
            for s in n.seqs() {
                here |= self.decides(s, found);
            }
            if here {
                found.union(&effect.reads);
            }
            any |= here;
        }
        any
    }

    /// The same of one statement.
    fn decides_one(&self, n: &Node, found: &mut Set) -> bool {
        let effect = self.effect(n.stmt);
        let has_adjoint = self.back.contains(&n.stmt);
        let mut wanted = found.and(&effect.writes);
        if wanted.is_empty() && !has_adjoint {
            return false;
        }
        let zone = |z: &ZoneId| self.access.zones.zone(*z);
        if self.call_mode(n.stmt).is_none() {
            found.union(&effect.reads);
            if has_adjoint {
                found.union(&self.uses(n.stmt));
            }
            return true;
        }
        // Not all that a call reads, which may count calls; its derivative depends on nothing on which what it leaves does not.
        if has_adjoint {
            wanted.add(&effect.writes.iter().filter(|z| zone(z).differentiable).collect::<Vec<_>>());
        }
        let wanted: Vec<ZoneId> = wanted.iter().collect();
        found.add(&self.world.facts.analysis.depends_on(self.unit, n.stmt, &wanted).iter().collect::<Vec<_>>());
        found.add(&effect.reads.iter().filter(|z| zone(z).address).collect::<Vec<_>>());
        true
    }

    /// Where a turn writes something, unless it writes the same constant in all places: that is the same from the second turn on.
    fn changed_in(&self, body: &Seq, zone: ZoneId) -> Option<Span> {
        let mut first = None;
        let mut values: Vec<Option<&ExprKind>> = Vec::new();
        let whole = Expr::var(self.access.zones.zone(zone).symbol);
        for n in body {
            n.visit(&mut |m| {
                if !self.effect(m.stmt).writes.has(zone) {
                    return;
                }
                let stmt = self.stmt(m.stmt);
                first = first.or(Some(stmt.span));
                let constant = stmt.kind.as_assign().filter(|(lhs, rhs)| lhs.kind == whole.kind && is_constant(rhs));
                values.push(constant.map(|(_, rhs)| &rhs.kind));
            });
        }
        let same = values.iter().all(|v| v.is_some() && *v == values[0]);
        first.filter(|_| !same)
    }
}

fn is_constant(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Integer { .. } | ExprKind::Logical(_) | ExprKind::Text(..))
}
