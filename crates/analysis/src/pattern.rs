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
