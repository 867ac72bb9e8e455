//! Recomputability: which values, when they are overwritten, could be computed again instead of being saved. Source: RR-7957 §4.9, figure 11.
//!
//! ```text
//! Def⁺(D)(v) = D for D: v = e      Def⁺(I)(w) = none for w ∈ out(I)      Def⁻(I) = the agreement of Def⁺(J), J predecessor of I
//! Again(I)   = { v ∈ out(I) | Def⁻(I)(v) = D: v = e,   read(e) ⊆ Cst⁺(D) }
//! ```
//!
//! Forward, must: `Def` is the one assignment that surely gave a whole variable its value. What `e` reads keeps its value from `D` till the exit
//! ([`till_exit`](crate::till_exit)), so it is there when the backward sweep comes back, and restores touch only what was overwritten.
//! A loop's variable is written by the loop; a transformer that reverses the loop may know better. Whether it is *cheap* is the transformer's business.

use std::collections::BTreeMap;

use il::expr::ExprKind;
use il::flow::Part;
use il::stmt::StmtKind;
use il::zones::ZoneId;
use il::{Id, StmtId, UnitId};

use crate::effects::UnitEffects;
use crate::facts::Facts;
use crate::framework::{Analysis, Direction, Here, Reached, Solution, solve};
use crate::in_out;
use crate::sets::ZoneSet;
use crate::till_exit::TillExit;

/// The surely reaching assignment of each variable that has one. `None`: no path arrives.
type Definitions = Option<BTreeMap<u32, StmtId>>;

struct Reaching<'a, 'p> {
    facts: &'a Facts<'p>,
    e: &'a UnitEffects,
}

impl Reaching<'_, '_> {
    /// The variable that a statement assigns as a whole.
    fn defines(&self, stmt: StmtId) -> Option<u32> {
        let StmtKind::Assign { lhs, .. } = &self.facts.program().units[self.e.unit].stmts[stmt].kind else {
            return None;
        };
        let ExprKind::Var(s) = lhs.kind else { return None };
        match self.e.universe.numbers(&self.facts.zones().of_symbol(s))[..] {
            [one] => Some(one),
            _ => None,
        }
    }
}

impl Reached for BTreeMap<u32, StmtId> {
    fn merge(&mut self, from: &Self) -> bool {
        let before = self.len();
        self.retain(|v, d| from.get(v) == Some(d));
        self.len() < before
    }
}

impl Analysis for Reaching<'_, '_> {
    type State = Definitions;
    const DIRECTION: Direction = Direction::Forward;
    fn bottom(&self) -> Definitions {
        None
    }
    fn boundary(&self) -> Definitions {
        Some(BTreeMap::new())
    }
    fn transfer(&self, at: Here, state: &mut Definitions) {
        let Some(state) = state else { return };
        let point = self.e.flow.points(at.block)[at.index];
        for step in at.steps {
            let out = in_out::written(step, &self.e.universe, self.facts.in_out_summaries(), self.facts.universes());
            state.retain(|v, _| !out.has(*v));
        }
        if let (Part::Whole, false, Some(v)) = (point.part, point.partial, self.defines(point.stmt)) {
            state.insert(v, point.stmt);
        }
    }
}

/// What may be computed again, of one unit.
pub struct Recomputability<'a, 'p> {
    facts: &'a Facts<'p>,
    unit: UnitId,
    reaching: Solution<Definitions>,
    till_exit: TillExit,
}

impl<'a, 'p> Recomputability<'a, 'p> {
    /// Solves a unit.
    pub fn new(facts: &'a Facts<'p>, unit: UnitId) -> Self {
        let e = &facts.effects()[unit.index()];
        let reaching = solve(&Reaching { facts, e }, &e.flow, &e.steps);
        Recomputability { facts, unit, reaching, till_exit: TillExit::new(facts, unit) }
    }

    /// Variables that a simple statement overwrites and whose values before it the assignment that comes with each would give again.
    pub fn again(&self, stmt: StmtId) -> Vec<(ZoneId, StmtId)> {
        let flow = self.facts.flow(self.unit);
        if !self.facts.program().units[self.unit].stmts[stmt].kind.blocks().is_empty() {
            return Vec::new();
        }
        let Some(Some(defined)) = flow.before(stmt).map(|p| self.reaching.at(p)) else { return Vec::new() };
        let written = self.facts.writes(self.unit, stmt);
        let universe = self.facts.universe(self.unit);
        let mut out = Vec::new();
        for (v, d) in defined {
            if let (Some(zone), true) = (universe.zone(*v), self.is_kept(*d))
                && written.contains(zone)
            {
                out.push((zone, *d));
            }
        }
        out
    }

    /// Whether the right side of an assignment has the same value till the exit.
    fn is_kept(&self, definition: StmtId) -> bool {
        let u = &self.facts.program().units[self.unit];
        let StmtKind::Assign { rhs, .. } = &u.stmts[definition].kind else { return false };
        let Some(after) = self.facts.flow(self.unit).after(definition) else { return false };
        let kept: ZoneSet = self.till_exit.constant(after);
        !rhs.has_call() && self.facts.reads(self.unit, definition).iter().all(|z| kept.contains(z))
    }
}
