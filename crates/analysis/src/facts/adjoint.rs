//! What an adjoint needs: values to be recorded, statements that are executed for them, derivatives that go on.

use il::flow::Position;
use il::{Id, StmtId, StmtKind, UnitId};

use super::Facts;
use crate::effects::Step;
use crate::request::At;
use crate::sets::ZoneSet;
use crate::{diff_liveness, tbr};

impl Facts<'_> {
    /// Zones whose values the derivatives still need.
    pub fn diff_live(&self, unit: UnitId, at: At) -> ZoneSet {
        self.set(unit, self.at(unit, at, self.liveness[unit.index()].as_ref().map(|l| &l.live)))
    }

    /// Just after a statement.
    pub fn diff_live_after(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        self.diff_live(unit, At::After(stmt))
    }

    /// What the adjoint of a unit needs on entry: its snapshot.
    pub fn needed_on_entry(&self, unit: UnitId) -> ZoneSet {
        self.set(unit, self.on_entry[unit.index()].clone())
    }

    /// Whether the forward sweep keeps a statement: it produces a live value; of a construct: something inside does, or has a derivative, or its
    /// decision is live; of a jump: a decision that leads to it is live, or none does.
    pub fn is_live_for_diff(&self, unit: UnitId, stmt: StmtId) -> bool {
        if !self.options.diff_liveness {
            return true;
        }
        let kind = &self.program.units[unit].stmts[stmt].kind;
        let is_jump = kind.leaves_blocks() || kind.jumps_to_labels();
        if is_jump {
            let (Some(live), Some(p)) = (&self.liveness[unit.index()], self.flow(unit).before(stmt)) else {
                return false;
            };
            let by = &self.effects[unit.index()].control[p.block.index()];
            return by.is_empty() || by.iter().any(|b| live.decisions[b.index()]) || live.decisions[p.block.index()];
        }
        if matches!(kind, StmtKind::Nop | StmtKind::Declare(_)) {
            return true;
        }
        let is_construct = !kind.blocks().is_empty();
        self.any_point(unit, stmt, |u, present| present || (is_construct && u.derivative))
            || (is_construct && self.is_live_control(unit, stmt))
    }

    /// Whether the decision of a construct is needed: which way an IF goes, how often a loop turns.
    pub fn is_live_control(&self, unit: UnitId, stmt: StmtId) -> bool {
        let Some(live) = &self.liveness[unit.index()] else { return false };
        let flow = self.flow(unit);
        flow.graph
            .node_indices()
            .any(|b| live.decisions[b.index()] && flow.points(b).last().is_some_and(|p| p.stmt == stmt))
    }

    /// Values that derivative instructions of earlier statements still need (and, in a callee, those that its callers need).
    pub fn tbr_before(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        self.tbr(unit, At::Before(stmt))
    }

    /// The same at any place.
    pub fn tbr(&self, unit: UnitId, at: At) -> ZoneSet {
        self.set(unit, self.at(unit, at, self.tbr[unit.index()].as_ref()))
    }

    /// Zones to save before a simple statement and to restore before its adjoint; of a construct: for its own line (a DO: its variable).
    pub fn to_save(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        let i = unit.index();
        let mut out = self.units[i].none();
        if let (Some(uses), Some(live), Some(tbr)) = (&self.uses[i], &self.liveness[i], &self.tbr[i]) {
            self.with_problem(|problem| {
                for (b, k) in self.own_points(unit, stmt) {
                    let at = Position { block: il::flow::BlockId::new(b), index: k };
                    let e = &self.effects[i];
                    let save =
                        tbr::to_save(problem, e, at, &uses[b][k], live.present[b][k], tbr.at(at), &self.on_entry);
                    out.union(&save);
                }
            });
        }
        self.set(unit, out)
    }

    /// use(I′) of a simple statement: what its derivative needs of the original program, calls included.
    pub fn adjoint_use(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        let i = unit.index();
        let mut out = self.units[i].none();
        if let Some(uses) = &self.uses[i] {
            for (b, k) in self.own_points(unit, stmt) {
                out.union(&uses[b][k].uses);
                for (s, active) in self.effects[i].steps[b][k].iter().zip(&uses[b][k].active_call) {
                    if let (Step::Call(c), true) = (s, *active) {
                        out.union(&c.feeds(&self.units[i], &self.on_entry[c.callee.index()], false));
                    }
                }
            }
        }
        self.set(unit, out)
    }

    /// Values that the rest of the forward sweep and its backward sweep may leave modified.
    pub fn adjoint_out(&self, unit: UnitId, at: At) -> ZoneSet {
        self.set(unit, self.at(unit, at, self.adjoint_out[unit.index()].as_ref()))
    }

    pub(super) fn with_problem(&self, f: impl FnOnce(&diff_liveness::Problem)) {
        let input = self.activity_input();
        let (dependency, uses, options) = (&self.dependency, &self.uses, &self.options);
        f(&diff_liveness::Problem { input: &input, dependency, uses, options });
    }
}
