//! Adjoint-out: which values the sequel of the forward sweep, followed by its backward sweep, may leave modified.
//!
//! ```text
//! Adj-out⁻(I∞) = ∅
//! Adj-out⁻(I)  = (Adj-out⁺(I) ∪ out(I)) \ (TBR⁻(I) ∪ use(I′))     if Diff-present(I)
//! Adj-out⁻(I)  =  Adj-out⁺(I)                                     otherwise
//! Adj-out⁺(I)  = ∪ Adj-out⁻(J), J successor of I
//! ```
//!
//! Backward, may. Source: RR-7957 §5.2. What is in TBR, or enters it, is restored by the backward sweep, so it is not modified in the end.
//! An active joint call also runs the callee's forward sweep again: what the callee may write is in out(I).

use crate::diff_liveness::{Liveness, Problem};
use crate::effects::UnitEffects;
use crate::framework::{Analysis, Direction, Here, Solution, solve};
use crate::in_out;
use crate::sets::Bits;
use crate::uses::PointUse;

struct AdjointOut<'a> {
    p: &'a Problem<'a>,
    e: &'a UnitEffects,
    uses: &'a [Vec<PointUse>],
    liveness: &'a Liveness,
    tbr: &'a Solution<Bits>,
    on_entry: &'a [Bits],
}

impl Analysis for AdjointOut<'_> {
    type State = Bits;
    const DIRECTION: Direction = Direction::Backward;
    fn bottom(&self) -> Bits {
        self.e.universe.none()
    }
    fn transfer(&self, at: Here, state: &mut Bits) {
        let point = &self.uses[at.block.index()][at.index];
        if !self.liveness.present[at.block.index()][at.index] && !point.active_call.contains(&true) {
            return;
        }
        let here = &self.e.universe;
        let mut restored = self.tbr.block(at.block)[at.index].clone();
        restored.union(&point.uses);
        for (step, active) in at.steps.iter().zip(&point.active_call) {
            state.union(&in_out::written(step, here, self.p.input.in_out, self.p.input.units));
            if let (crate::effects::Step::Call(c), true) = (step, *active) {
                restored.union(&c.feeds(here, &self.on_entry[il::Id::index(c.callee)], false));
            }
        }
        state.subtract(&restored);
    }
}

/// Adj-out at every gap of all differentiated units.
pub fn analyse(
    p: &Problem,
    liveness: &[Option<Liveness>],
    tbr: &[Option<Solution<Bits>>],
    on_entry: &[Bits],
) -> Vec<Option<Solution<Bits>>> {
    (0..p.input.effects.len())
        .map(|i| {
            let e = &p.input.effects[i];
            let (uses, liveness, tbr) = (p.uses[i].as_ref()?, liveness[i].as_ref()?, tbr[i].as_ref()?);
            Some(solve(&AdjointOut { p, e, uses, liveness, tbr, on_entry }, &e.flow, &e.steps))
        })
        .collect()
}
