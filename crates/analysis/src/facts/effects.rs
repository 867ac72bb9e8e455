//! What statements and procedures read and write.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use il::zones::ZoneId;
use il::{Id, Program, StmtId, StmtKind, Storage, Unit, UnitId, Variable};

use super::Facts;
use crate::effects::Step;
use crate::in_out::{self, InOut, Summary};
use crate::sets::{Bits, Universe, ZoneSet};
use crate::uses::PointUse;
use crate::{adjoint_use, must_read, out_of_reach};

impl Facts<'_> {
    /// What a unit does to what it shares with its callers.
    pub fn in_out(&self, unit: UnitId) -> InOut {
        InOut::new(&self.units[unit.index()], self.in_out[unit.index()].clone())
    }

    /// The same for what a statement calls, in zones of the call site. Of a statement without calls: what it does itself.
    pub fn in_out_call(&self, unit: UnitId, stmt: StmtId) -> InOut {
        let here = &self.units[unit.index()];
        let mut s = Summary {
            read: here.none(),
            exposed: here.none(),
            written: here.none(),
            killed: here.none(),
            returns: true,
        };
        for step in self.steps_of(unit, stmt) {
            let mut read = in_out::read(step, here, &self.in_out, &self.units);
            s.read.union(&read);
            if let Step::Call(c) = step {
                s.read.union(&c.feeds(here, &self.in_out[c.callee.index()].read, false));
            }
            read.subtract(&s.killed);
            s.exposed.union(&read);
            s.written.union(&in_out::written(step, here, &self.in_out, &self.units));
            s.killed.union(&in_out::killed(step, here, &self.in_out, &self.units));
        }
        InOut::new(here, s)
    }

    /// Whether all that a procedure writes is gone when it returns: locals that nobody keeps, its result, and what it was given by value.
    pub fn keeps_to_itself(&self, program: &Program, unit: UnitId) -> bool {
        let is_gone = |v: &Variable| match v.storage {
            Storage::Local | Storage::Result => !v.saved,
            Storage::Dummy(_) => v.by_value,
            Storage::Global | Storage::Common => false,
        };
        self.in_out(unit).written.iter().all(|z| {
            let zone = self.zones().zone(z);
            zone.owner == Some(unit) && !zone.pointee && program.variable(zone.symbol).is_some_and(is_gone)
        })
    }

    /// Across the call of `callee` that a statement makes: on what here the zones `there` of the callee depend on entry (without what is read to
    /// evaluate arguments), and what here shows them on return. Nothing when the statement makes other calls too, or a zone is not the callee's.
    pub fn across_call(
        &self,
        unit: UnitId,
        stmt: StmtId,
        callee: UnitId,
        there: &[ZoneId],
    ) -> Option<(ZoneSet, ZoneSet)> {
        let mut call = None;
        for step in self.steps_of(unit, stmt) {
            match step {
                Step::Call(c) if call.is_none() && c.callee == callee => call = Some(c),
                Step::Call(_) => return None,
                Step::Move(m) if m.external => return None,
                Step::Move(_) => {}
            }
        }
        let (call, universe) = (call?, &self.units[callee.index()]);
        let mut set = universe.none();
        for z in there {
            set.add(universe.number(*z)?);
        }
        let here = &self.units[unit.index()];
        let mut before = call.feeds(here, &set, false);
        before.add_all(&call.status);
        Some((self.set(unit, before), self.set(unit, call.alters(here, &set))))
    }

    /// On what, before a simple statement, depends what it leaves in the zones `there`, as far as it writes them; subscripts and tests in callees included.
    pub fn depends_on(&self, unit: UnitId, stmt: StmtId, there: &[ZoneId]) -> ZoneSet {
        let here = &self.units[unit.index()];
        let mut found = here.none();
        let mut wanted = here.none();
        wanted.add_all(&here.numbers(there));
        for step in self.steps_of(unit, stmt).collect::<Vec<_>>().into_iter().rev() {
            let mut from = here.none();
            match step {
                Step::Move(m) => {
                    m.writes.iter().filter(|w| wanted.has_any(&w.to)).for_each(|w| from.add_all(&w.from));
                }
                Step::Call(c) => {
                    let left = c.seen_in(&self.units[c.callee.index()], &wanted);
                    if !left.is_empty() {
                        from.union(&c.feeds(here, &self.dependency[c.callee.index()].backward(&left), false));
                        from.add_all(&c.reads);
                    }
                }
            }
            found.union(&from);
            wanted.union(&from);
        }
        self.set(unit, found)
    }

    /// What a statement reads; of a construct: of its own line and of all inside.
    pub fn reads(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        self.gather(unit, stmt, |s, here| in_out::read(s, here, &self.in_out, &self.units))
    }

    /// What a statement may write; of a construct: of its own line and of all inside.
    pub fn writes(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        self.gather(unit, stmt, |s, here| in_out::written(s, here, &self.in_out, &self.units))
    }

    /// What a simple statement surely overwrites, entirely.
    pub fn kills(&self, unit: UnitId, stmt: StmtId) -> ZoneSet {
        self.in_out_call(unit, stmt).killed
    }

    /// Whether the zones that bounds of a counted loop read stay as they are inside the loop, so that the bounds can be evaluated again behind it.
    pub fn loop_bounds_kept(&self, unit: UnitId, stmt: StmtId) -> bool {
        let body = &self.program.units[unit];
        let StmtKind::Do(d) = &body.stmts[stmt].kind else { return false };
        let written = self.writes(unit, stmt);
        !written.bits().has_any(&adjoint_use::loop_bounds(&self.reader(unit), d))
    }

    pub(super) fn gather(&self, unit: UnitId, stmt: StmtId, f: impl Fn(&Step, &Universe) -> Bits) -> ZoneSet {
        let here = &self.units[unit.index()];
        let mut out = here.none();
        let e = &self.effects[unit.index()];
        for (block, index) in self.points(unit, stmt) {
            for s in &e.steps[block][index] {
                out.union(&f(s, here));
            }
        }
        self.set(unit, out)
    }

    /// What a unit may write outside of one of its constructs. Allocation gives no values, unless they are copied.
    pub(super) fn written_outside(&self, unit: UnitId, construct: StmtId) -> BTreeSet<ZoneId> {
        let body = &self.program.units[unit];
        let inside = with_those_inside(body, construct);
        let gives_no_values = |s: StmtId| match &body.stmts[s].kind {
            StmtKind::Allocate { options, .. } => !options.iter().any(|o| o.is_named("source")),
            kind => matches!(kind, StmtKind::Deallocate { .. }),
        };
        let here = &self.units[unit.index()];
        let mut out = here.none();
        let flow = self.flow(unit);
        for b in flow.graph.node_indices() {
            for (k, p) in flow.points(b).iter().enumerate().filter(|(_, p)| !inside.contains(&p.stmt)) {
                if !gives_no_values(p.stmt) {
                    let steps = &self.effects[unit.index()].steps[b.index()][k];
                    for s in steps {
                        out.union(&in_out::written(s, here, &self.in_out, &self.units));
                    }
                }
            }
        }
        self.set(unit, out).iter().collect()
    }

    /// The steps of a simple statement.
    pub(crate) fn steps_of(&self, unit: UnitId, stmt: StmtId) -> impl Iterator<Item = &Step> {
        let e = &self.effects[unit.index()];
        self.own_points(unit, stmt).into_iter().flat_map(|(b, k)| &e.steps[b][k])
    }

    /// The points of a statement's own line that lie where it begins: all of a simple statement.
    pub(super) fn own_points(&self, unit: UnitId, stmt: StmtId) -> Vec<(usize, usize)> {
        let flow = self.flow(unit);
        let Some(p) = flow.before(stmt) else { return Vec::new() };
        let points = flow.points(p.block);
        (p.index..points.len()).take_while(|k| points[*k].stmt == stmt).map(|k| (p.block.index(), k)).collect()
    }

    /// All points of a statement, and of the statements inside it: (block index, point).
    pub(super) fn points(&self, unit: UnitId, stmt: StmtId) -> Vec<(usize, usize)> {
        let body = &self.program.units[unit];
        let kind = &body.stmts[stmt].kind;
        if kind.blocks().is_empty() {
            return self.own_points(unit, stmt);
        }
        let flow = self.flow(unit);
        let inside = with_those_inside(body, stmt);
        let mut out = Vec::new();
        for b in flow.graph.node_indices() {
            for (k, p) in flow.points(b).iter().enumerate() {
                if inside.contains(&p.stmt) {
                    out.push((b.index(), k));
                }
            }
        }
        out
    }

    pub(super) fn any_point(&self, unit: UnitId, stmt: StmtId, f: impl Fn(&PointUse, bool) -> bool) -> bool {
        let (Some(uses), Some(live)) = (&self.uses[unit.index()], &self.liveness[unit.index()]) else { return false };
        self.points(unit, stmt).into_iter().any(|(b, k)| f(&uses[b][k], live.present[b][k]))
    }

    /// Whether a call may allocate or release what outlives the callee (`Options::allocations`).
    pub fn changes_allocation(&self, unit: UnitId, stmt: StmtId) -> bool {
        self.options.allocations.contains_key(&(unit, stmt))
    }

    /// What statements of a unit and of those that it calls may write, by units. Not what procedures without source may do to globals.
    pub fn written_by_statements(&self) -> BTreeMap<UnitId, ZoneSet> {
        let all = out_of_reach::written(&self.effects, false);
        self.program.units.ids().zip(all).map(|(u, bits)| (u, self.set(u, bits))).collect()
    }

    /// What a unit surely reads of its inputs whenever it returns.
    pub fn must_read(&self, unit: UnitId) -> ZoneSet {
        let all = must_read::summaries(self.program, &self.calls, &self.effects, &self.in_out, &self.units);
        self.set(unit, all[unit.index()].clone())
    }
}

/// A construct, and the statements inside it.
fn with_those_inside(body: &Unit, construct: StmtId) -> HashSet<StmtId> {
    let mut out = HashSet::from([construct]);
    body.walk(&[construct], &mut |s, _| {
        out.insert(s);
    });
    out
}
