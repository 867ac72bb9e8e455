//! Constant and dead till exit: what the sequel of a procedure surely leaves alone. Source: RR-7957 §5.2, *In-out analysis*, Cst(I) and Dead(I).
//!
//! ```text
//! Cst⁻(I)  = Cst⁺(I) \ out(I)                     Cst⁻(I∞) = all     Cst⁺(I)  = ∩ Cst⁻(J), J successor of I
//! Dead⁻(I) = (Dead⁺(I) ∪ kill(I)) \ use(I)        Dead⁻(I∞) = all    Dead⁺(I) = ∩ Dead⁻(J), J successor of I
//! ```
//!
//! Backward, must. `out(I)` may be written by `I`, `use(I)` may be read, `kill(I)` is surely overwritten, with the summaries of callees. A zone is
//! dead when nothing till the exit reads the *value* it has here; the caller is not asked. Both are computed as the complements of the may
//! analyses of what is written and what is live.

use std::sync::Arc;

use il::{Id, UnitId};

use crate::effects::UnitEffects;
use crate::facts::Facts;
use crate::framework::{Analysis, Direction, Here, Solution, solve};
use crate::in_out::{self, Summary};
use crate::sets::{Bits, Universe, ZoneSet};

struct WrittenLater<'a> {
    e: &'a UnitEffects,
    all: &'a [Summary],
    units: &'a [Arc<Universe>],
}

impl Analysis for WrittenLater<'_> {
    type State = Bits;
    const DIRECTION: Direction = Direction::Backward;
    fn bottom(&self) -> Bits {
        self.e.universe.none()
    }
    fn transfer(&self, at: Here, state: &mut Bits) {
        for step in at.steps {
            state.union(&in_out::written(step, &self.e.universe, self.all, self.units));
        }
    }
}

/// Cst and Dead at all gaps of a unit.
pub struct TillExit {
    universe: Arc<Universe>,
    written: Solution<Bits>,
    live: Solution<Bits>,
}

impl TillExit {
    /// Solves both for a unit.
    pub fn new(facts: &Facts, unit: UnitId) -> TillExit {
        let e = &facts.effects()[unit.index()];
        let (all, units) = (facts.in_out_summaries(), facts.universes());
        let written = solve(&WrittenLater { e, all, units }, &e.flow, &e.steps);
        let live = in_out::liveness(e, all, units, &e.universe.none());
        TillExit { universe: e.universe.clone(), written, live }
    }

    fn without(&self, bits: &Bits) -> ZoneSet {
        let mut out = Bits::all(self.universe.len());
        out.subtract(bits);
        ZoneSet::new(self.universe.clone(), out)
    }

    /// What surely keeps its value till the exit.
    pub fn constant(&self, at: il::flow::Position) -> ZoneSet {
        self.without(self.written.at(at))
    }

    /// What has a value that surely nothing reads till the exit.
    pub fn dead(&self, at: il::flow::Position) -> ZoneSet {
        self.without(self.live.at(at))
    }
}
