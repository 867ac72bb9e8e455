//! TBR (to be recorded): which values that are about to be overwritten a derivative instruction still needs.
//!
//! ```text
//! TBR⁺(I) = (TBR⁻(I) ∪ use(I′)) \ kill(I)     if Diff-present(I)
//! TBR⁺(I) =  TBR⁻(I) ∪ use(I′)                otherwise
//! TBR⁻(I) = ∪ TBR⁺(J), J predecessor of I
//! ```
//!
//! Forward, may. Source: RR-7957 §5.2. Saved at I is out(I) ∩ (TBR⁻(I) ∪ use(I′)), when I is present: a second function, once the sets are
//! solved. Where we go further than the report:
//! - at a joint call, use(I′) is what the callee's adjoint needs on entry; what of it the call overwrites is its snapshot, what later statements
//!   overwrite is saved there;
//! - the callee gets as TBR on entry what its callers need restored behind its backward sweep, since that sweep runs its forward sweep again;
//! - at a split call the callee saves what it overwrites; after it, what its backward sweep still uses is in TBR;
//! - a DO variable is not saved at the end of each turn: the reversed loop counts it back.

use il::flow::Part;

use crate::diff_liveness::{Liveness, Problem};
use crate::effects::{Step, UnitEffects};
use crate::framework::{Analysis, Direction, Here, Solution, bottom_up, solve};
use crate::in_out;
use crate::sets::Bits;
use crate::uses::PointUse;

struct Tbr<'a> {
    p: &'a Problem<'a>,
    e: &'a UnitEffects,
    uses: &'a [Vec<PointUse>],
    liveness: &'a Liveness,
    on_entry: &'a [Bits],
    /// TBR at the exit of each unit that starts with nothing: what split callees leave behind.
    left: &'a [Bits],
    boundary: &'a Bits,
}

impl Tbr<'_> {
    /// use(I′) of a step of a point.
    fn call_uses(&self, step: &Step, active: bool) -> Bits {
        match step {
            Step::Call(c) if active => c.feeds(&self.e.universe, &self.on_entry[il::Id::index(c.callee)], false),
            Step::Call(_) | Step::Move(_) => self.e.universe.none(),
        }
    }

    fn is_split(&self, at: Here) -> bool {
        let point = self.e.flow.points(at.block)[at.index];
        self.p.is_split(self.e.unit, point.stmt)
    }
}

impl Analysis for Tbr<'_> {
    type State = Bits;
    const DIRECTION: Direction = Direction::Forward;
    fn bottom(&self) -> Bits {
        self.e.universe.none()
    }
    fn boundary(&self) -> Bits {
        self.boundary.clone()
    }
    fn transfer(&self, at: Here, state: &mut Bits) {
        let point = &self.uses[at.block.index()][at.index];
        let present = self.liveness.present[at.block.index()][at.index];
        let (units, in_out) = (self.p.input.units, self.p.input.in_out);
        state.union(&point.uses);
        for (step, active) in at.steps.iter().zip(&point.active_call) {
            let split = *active && self.is_split(at);
            if !split {
                state.union(&self.call_uses(step, *active));
            }
            if present || split {
                state.subtract(&match step {
                    Step::Move(m) => in_out::killed_by_move(m, &self.e.universe),
                    Step::Call(_) => in_out::killed(step, &self.e.universe, in_out, units),
                });
            }
            if let (Step::Call(c), true) = (step, split) {
                let left = &self.left[il::Id::index(c.callee)];
                state.union(&c.shows(&self.e.universe, left));
                state.union(&c.feeds(&self.e.universe, left, false));
            }
        }
    }
}

/// TBR at every gap of all differentiated units.
pub fn analyse(p: &Problem, liveness: &[Option<Liveness>], on_entry: &[Bits]) -> Vec<Option<Solution<Bits>>> {
    let input = p.input;
    let n = input.effects.len();
    let run = |i: usize, left: &[Bits], boundary: &Bits| -> Option<Solution<Bits>> {
        let e = &input.effects[i];
        let (uses, liveness) = (p.uses[i].as_ref()?, liveness[i].as_ref()?);
        if !p.options.tbr {
            return Some(Solution::constant(&e.flow, Bits::all(e.universe.len())));
        }
        Some(solve(&Tbr { p, e, uses, liveness, on_entry, left, boundary }, &e.flow, &e.steps))
    };
    let size = |u: il::UnitId| input.units[il::Id::index(u)].len();
    let left = bottom_up(
        input.calls,
        |u| Bits::new(size(u)),
        |u, all| {
            let i = il::Id::index(u);
            let e = &input.effects[i];
            run(i, all, &e.universe.none()).map_or(e.universe.none(), |s| s.exit(&e.flow).and(&e.outputs))
        },
    );
    let mut boundary: Vec<Bits> = input.units.iter().map(|u| u.none()).collect();
    let mut out: Vec<Option<Solution<Bits>>> = vec![None; n];
    for component in input.calls.components().iter().rev() {
        loop {
            let mut changed = false;
            for &u in component {
                let i = il::Id::index(u);
                let (Some(found), Some(uses)) = (run(i, &left, &boundary[i]), &p.uses[i]) else { continue };
                let e = &input.effects[i];
                for block in e.flow.graph.node_indices() {
                    for (k, steps) in e.steps[block.index()].iter().enumerate() {
                        for (s, active) in steps.iter().zip(&uses[block.index()][k].active_call) {
                            if let (Step::Call(c), true) = (s, *active) {
                                let j = il::Id::index(c.callee);
                                let asked =
                                    c.seen_in(&input.units[j], &found.block(block)[k]).and(&input.in_out[j].written);
                                changed |= boundary[j].union(&asked) && component.contains(&c.callee);
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

/// What to save before a point, given what is TBR before it.
pub fn to_save(
    p: &Problem,
    e: &UnitEffects,
    at: il::flow::Position,
    uses: &PointUse,
    present: bool,
    before: &Bits,
    on_entry: &[Bits],
) -> Bits {
    let here = &e.universe;
    let point = e.flow.points(at.block)[at.index];
    let mut out = here.none();
    if !present || point.part == Part::Next {
        return out;
    }
    let mut needed = before.clone();
    needed.union(&uses.uses);
    for (step, active) in e.steps[at.block.index()][at.index].iter().zip(&uses.active_call) {
        if *active && p.is_split(e.unit, point.stmt) {
            continue;
        }
        if let (Step::Call(c), true) = (step, *active) {
            needed.union(&c.feeds(here, &on_entry[il::Id::index(c.callee)], false));
        }
        out.union(&in_out::written(step, here, p.input.in_out, p.input.units).and(&needed));
    }
    out
}
