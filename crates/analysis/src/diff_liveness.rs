//! Diff-liveness: which values the derivatives need. Statements that only compute others can be left out of the forward sweep.
//!
//! ```text
//! Diff-live⁻(I∞) = ∅
//! Diff-live⁻(I)  = use(I′) ∪ (Dep(I) ⊗ Diff-live⁺(I))        Diff-live⁺(I) = ∪ Diff-live⁻(J), J successor of I
//! Diff-present(I) ⟺ out(I) ∩ Diff-live⁺(I) ≠ ∅
//! ```
//!
//! Backward, may. Source: RR-7957 §5.2. Extended to control as it says there: what is present, or has a derivative, makes the decisions live on which it
//! is control dependent, and a live decision uses what it reads. A call uses what its own adjoint needs on entry, which is the
//! callee's Diff-live at its first statement: computed bottom-up. In split mode the callee also serves what is live after the call.

use std::sync::Arc;

use il::UnitId;

use crate::activity::Input;
use crate::effects::{CallStep, Step, UnitEffects};
use crate::framework::{Analysis, Direction, Here, Solution, bottom_up, solve};
use crate::in_out;
use crate::matrix::Matrix;
use crate::request::Options;
use crate::sets::Bits;
use crate::uses::PointUse;

/// The result for one unit.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// Diff-live at every gap.
    pub live: Solution<Bits>,
    /// By block index and point: it produces a live value.
    pub present: Vec<Vec<bool>>,
    /// By block index: its decision is live.
    pub decisions: Vec<bool>,
}

/// What it needs to know.
pub struct Problem<'a> {
    /// What activity analysis knew.
    pub input: &'a Input<'a>,
    /// Dep of all units.
    pub dependency: &'a [Matrix],
    /// Facts about points; `None` for units without derivative.
    pub uses: &'a [Option<Vec<Vec<PointUse>>>],
    /// The options.
    pub options: &'a Options,
}

struct Live<'a> {
    p: &'a Problem<'a>,
    e: &'a UnitEffects,
    uses: &'a [Vec<PointUse>],
    on_entry: &'a [Bits],
    decisions: &'a [bool],
    at_exit: &'a Bits,
}

impl Live<'_> {
    fn step(&self, step: &Step, active: bool, state: &mut Bits) {
        let here = &self.e.universe;
        match step {
            Step::Move(m) => {
                let live: Vec<bool> = m.writes.iter().map(|w| state.has_any(&w.to)).collect();
                m.writes.iter().filter(|w| w.whole).flat_map(|w| &w.to).for_each(|z| state.remove(*z));
                m.covers.iter().for_each(|z| state.remove(*z));
                m.writes.iter().zip(live).filter(|(_, l)| *l).for_each(|(w, _)| state.add_all(&w.from));
            }
            Step::Call(c) => {
                let i = il::Id::index(c.callee);
                let matrix = &self.p.dependency[i];
                let present = self.call_is_present(c, state);
                if matrix.returns {
                    let entry = matrix.backward(&c.seen_in(&self.p.input.units[i], state));
                    state.subtract(&c.replaced(here));
                    state.union(&c.feeds(here, &entry, false));
                }
                if active {
                    state.union(&c.feeds(here, &self.on_entry[i], false));
                }
                if present || active {
                    state.add_all(&c.reads);
                    state.add_all(&c.status);
                }
            }
        }
    }

    fn call_is_present(&self, c: &CallStep, live_after: &Bits) -> bool {
        let step = Step::Call(c.clone());
        in_out::written(&step, &self.e.universe, self.p.input.in_out, self.p.input.units).meets(live_after)
    }
}

impl Analysis for Live<'_> {
    type State = Bits;
    const DIRECTION: Direction = Direction::Backward;
    fn bottom(&self) -> Bits {
        self.e.universe.none()
    }
    fn boundary(&self) -> Bits {
        self.at_exit.clone()
    }
    fn transfer(&self, at: Here, state: &mut Bits) {
        let point = &self.uses[at.block.index()][at.index];
        let decides = at.index + 1 == self.uses[at.block.index()].len() && self.decisions[at.block.index()];
        for (step, active) in at.steps.iter().zip(&point.active_call).rev() {
            self.step(step, *active, state);
            if decides {
                state.union(&in_out::read(step, &self.e.universe, self.p.input.in_out, self.p.input.units));
            }
        }
        state.union(&point.uses);
        state.add_all(&point.needs);
    }
}

impl Problem<'_> {
    fn solve(&self, unit: UnitId, on_entry: &[Bits], at_exit: &Bits) -> Option<Liveness> {
        let i = il::Id::index(unit);
        let e = &self.input.effects[i];
        let uses = self.uses[i].as_ref()?;
        let dependence = &e.control;
        let mut decisions = vec![false; dependence.len()];
        if !self.options.diff_liveness {
            let all = Bits::all(e.universe.len());
            return Some(Liveness {
                live: Solution::constant(&e.flow, all),
                present: uses.iter().map(|b| vec![true; b.len()]).collect(),
                decisions: vec![true; dependence.len()],
            });
        }
        loop {
            let problem = Live { p: self, e, uses, on_entry, decisions: &decisions, at_exit };
            let live = solve(&problem, &e.flow, &e.steps);
            let present: Vec<Vec<bool>> =
                e.flow.graph.node_indices().map(|b| self.present_in(e, b, live.block(b), &uses[b.index()])).collect();
            let mut grown = decisions.clone();
            let mut todo: Vec<usize> = (0..dependence.len())
                .filter(|b| {
                    let has_derivative = uses[*b].iter().any(|u| u.derivative);
                    has_derivative || present[*b].contains(&true)
                })
                .collect();
            while let Some(b) = todo.pop() {
                for by in &dependence[b] {
                    if !std::mem::replace(&mut grown[by.index()], true) {
                        todo.push(by.index());
                    }
                }
            }
            if grown == decisions {
                return Some(Liveness { live, present, decisions });
            }
            decisions = grown;
        }
    }

    /// Which points of a block write something that is live after them.
    fn present_in(&self, e: &UnitEffects, block: il::flow::BlockId, live: &[Bits], uses: &[PointUse]) -> Vec<bool> {
        let points = &e.steps[block.index()];
        let out = |k: usize| {
            let mut out = e.universe.none();
            for s in &points[k] {
                out.union(&in_out::written(s, &e.universe, self.input.in_out, self.input.units));
            }
            out
        };
        (0..points.len()).map(|k| uses[k].memory || out(k).meets(&live[k + 1])).collect()
    }

    /// Whether a call is made in split mode.
    pub fn is_split(&self, unit: UnitId, stmt: il::StmtId) -> bool {
        self.options.split_all || self.options.split_calls.contains(&(unit, stmt))
    }

    /// What each unit's adjoint needs on entry when nothing but derivatives is wanted from it.
    pub fn on_entry(&self) -> Vec<Bits> {
        let size = |u: UnitId| self.input.units[il::Id::index(u)].len();
        bottom_up(
            self.input.calls,
            |u| Bits::new(size(u)),
            |u, all| {
                let i = il::Id::index(u);
                let e = &self.input.effects[i];
                let Some(found) = self.solve(u, all, &e.universe.none()) else { return e.universe.none() };
                let mut on_entry = match self.options.diff_liveness {
                    true => found.live.entry(&e.flow).and(&e.inputs),
                    false => self.input.in_out[i].exposed.clone(),
                };
                on_entry.add_all(&e.specification);
                on_entry
            },
        )
    }

    /// All differentiated units, callers first: split calls hand down what is live after them.
    pub fn analyse(&self, on_entry: &[Bits]) -> Vec<Option<Liveness>> {
        let units = self.input.effects.len();
        let mut at_exit: Vec<Bits> = self.input.units.iter().map(|u| u.none()).collect();
        let mut out: Vec<Option<Liveness>> = vec![None; units];
        for component in self.input.calls.components().iter().rev() {
            loop {
                let mut changed = false;
                for &u in component {
                    let i = il::Id::index(u);
                    let e = &self.input.effects[i];
                    let Some(found) = self.solve(u, on_entry, &at_exit[i]) else { continue };
                    let Some(uses) = &self.uses[i] else { continue };
                    for block in e.flow.graph.node_indices() {
                        for (k, point) in e.flow.points(block).iter().enumerate() {
                            for (s, active) in e.steps[block.index()][k].iter().zip(&uses[block.index()][k].active_call)
                            {
                                if let (Step::Call(c), true, true) = (s, *active, self.is_split(u, point.stmt)) {
                                    let j = il::Id::index(c.callee);
                                    let there: &Arc<_> = &self.input.units[j];
                                    let asked = c.seen_in(there, &found.live.block(block)[k + 1]);
                                    changed |= at_exit[j].union(&asked) && component.contains(&c.callee);
                                }
                            }
                        }
                    }
                    out[i] = Some(found);
                }
                if !changed {
                    break;
                }
            }
        }
        out
    }
}
