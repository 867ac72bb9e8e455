//! What one call asks of the derivative of its callee: its activity pattern.
//!
//! ```text
//! Pattern(call).entry = varied_in(call) ∩ useful_out(call) ⊗ Diff-dep(P)
//! Pattern(call).exit  = useful_out(call) ∩ varied_in(call) ⊗ Diff-dep(P)
//! ```
//!
//! [`activity`] generalises what the calls of a procedure ask: its one derivative serves them all. Calls of different patterns may
//! have derivatives of their own instead, each with only the derivative arguments that it needs. What varies without influence on what is useful, and what is
//! useful without depending on what varies, tells no patterns apart: it is active nowhere inside.

use std::collections::BTreeSet;

use il::{Id, StmtId, UnitId};

use crate::activity::{self, Context, Input};
use crate::effects::Step;
use crate::facts::Facts;
use crate::sets::Bits;

/// An activity pattern, in names of zones as the callee has them, so that copies of a procedure and programs analysed again agree on it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Pattern {
    /// Active where the callee begins.
    pub entry: BTreeSet<String>,
    /// Active where it returns.
    pub exit: BTreeSet<String>,
    /// Never passive in between, because the actual argument is a part of something active.
    pub sticky: BTreeSet<String>,
}

impl Facts<'_> {
    /// The pattern of the only call that a statement makes. `None`: it is not active, makes several calls, or nothing is known of activity.
    pub fn call_pattern(&self, unit: UnitId, stmt: StmtId) -> Option<Pattern> {
        let found = self.activity_of(unit).filter(|a| !a.everything)?;
        let position = self.flow(unit).before(stmt)?;
        let steps = self.steps_at(unit, position);
        let mut calls = steps.iter().filter_map(|s| if let Step::Call(c) = s { Some(c.callee) } else { None });
        let (Some(callee), None) = (calls.next(), calls.next()) else { return None };
        let after = il::flow::Position { index: position.index + 1, ..position };
        let input = self.activity_input();
        let (varied, useful) = (found.varied.at(position), found.useful.at(after));
        let asked = activity::asked(&input, self.effects_of(unit), self.context(unit), steps, varied, useful)?;
        Some(self.pattern(&input, callee, &asked))
    }

    /// The pattern that a head asks for.
    pub fn head_pattern(&self, head: UnitId) -> Option<Pattern> {
        Some(self.pattern(&self.activity_input(), head, self.asked_of_head(head)?))
    }

    /// Whether a call leaves passive what all calls of its callee together make active there, and what is not the caller's: a variable that no call creates, which
    /// one head asks for, and not one of those that come to this call. The derivative that serves them all reads and changes what others keep there.
    pub fn reaches_for_others(&self, heads: &[(UnitId, BTreeSet<UnitId>)], unit: UnitId, stmt: StmtId) -> bool {
        let Some(found) = self.activity_of(unit).filter(|a| !a.everything) else { return false };
        let Some(position) = self.flow(unit).before(stmt) else { return false };
        let steps = self.steps_at(unit, position);
        let Some(callee) = steps.iter().find_map(|s| if let Step::Call(c) = s { Some(c.callee) } else { None }) else {
            return false;
        };
        let after = il::flow::Position { index: position.index + 1, ..position };
        let input = self.activity_input();
        let (varied, useful) = (found.varied.at(position), found.useful.at(after));
        let own = self.context(unit);
        let Some(asked) = activity::asked(&input, self.effects_of(unit), own, steps, varied, useful) else {
            return false;
        };
        let all = self.context(callee);
        let mut more = all.varied_in.clone();
        more.union(&all.useful_out);
        more.subtract(&asked.varied_in);
        more.subtract(&asked.useful_out);
        let more: Vec<_> = more.iter().filter_map(|n| self.universe(callee).zone(n)).collect();
        let of_nobody = more.into_iter().filter(|z| self.zones().zone(*z).owner.is_none());
        let asks = |head: UnitId, zone| {
            let number = self.universe(head).number(zone);
            let asked = self.asked_of_head(head);
            number.zip(asked).is_some_and(|(n, a)| a.varied_in.has(n) || a.useful_out.has(n))
        };
        of_nobody.into_iter().any(|z| {
            heads.iter().any(|(h, reached)| reached.contains(&unit) && !asks(*h, z))
                && heads.iter().any(|(h, _)| asks(*h, z))
        })
    }

    fn pattern(&self, input: &Input, callee: UnitId, asked: &Context) -> Pattern {
        let matrix = &input.matrices[callee.index()];
        let names = |bits: &Bits| {
            let zones = bits.iter().filter_map(|n| self.universe(callee).zone(n));
            zones.map(|z| self.zones().zone(z).name.clone()).collect()
        };
        let mut entry = asked.varied_in.and(&matrix.backward(&asked.useful_out));
        let mut exit = asked.useful_out.and(&matrix.forward(&asked.varied_in));
        entry.union(&asked.varied_in.and(&asked.sticky));
        exit.union(&asked.useful_out.and(&asked.sticky));
        Pattern { entry: names(&entry), exit: names(&exit), sticky: names(&asked.sticky) }
    }
}
