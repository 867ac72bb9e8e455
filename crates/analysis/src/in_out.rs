//! In-out: what a procedure does to the zones it sees.
//!
//! Backward, may, what is read before it is written (the *exposed* zones, whose value on entry is used):
//!
//! ```text
//! Exposed⁻(I) = (Exposed⁺(I) \ kill(I)) ∪ read(I)
//! ```
//!
//! Forward, must, what is surely and completely overwritten (⊔ = ∩):
//!
//! ```text
//! Killed⁺(I) = Killed⁻(I) ∪ kill(I)
//! ```
//!
//! and, without flow, everything that may be read or written. Source: RR-7957 §5.2, "In-out analysis"; its four booleans per variable are
//! {exposed, not exposed} × {written, not written}. Calls use the summaries of their callees, mapped to the call site.

use std::sync::Arc;

use il::calls::CallGraph;

use crate::effects::{CallStep, Move, Step, UnitEffects};
use crate::framework::{Analysis, Direction, Here, Solution, bottom_up, solve, solve_through};
use crate::sets::{Bits, Universe, ZoneSet};

/// A summary of a unit, over its own universe. Locals that do not outlive a call are left out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// May be read, before or after being written.
    pub read: Bits,
    /// The value on entry may be used.
    pub exposed: Bits,
    /// May be written.
    pub written: Bits,
    /// Surely overwritten, all of it, whenever the unit returns.
    pub killed: Bits,
    /// Some path returns.
    pub returns: bool,
}

/// The same as sets of zones.
#[derive(Clone, Debug)]
pub struct InOut {
    /// May be read, before or after being written.
    pub read: ZoneSet,
    /// The value on entry may be used (read before written).
    pub exposed: ZoneSet,
    /// May be written.
    pub written: ZoneSet,
    /// Surely overwritten, all of it.
    pub killed: ZoneSet,
}

impl InOut {
    pub(crate) fn new(universe: &Arc<Universe>, s: Summary) -> InOut {
        let set = |bits| ZoneSet::new(universe.clone(), bits);
        InOut { read: set(s.read), exposed: set(s.exposed), written: set(s.written), killed: set(s.killed) }
    }
}

/// What one step reads, whose value before it.
pub fn read(step: &Step, here: &Universe, all: &[Summary], units: &[Arc<Universe>]) -> Bits {
    let mut out = here.none();
    match step {
        Step::Move(m) => out.add_all(&m.reads),
        Step::Call(c) => {
            out.add_all(&c.reads);
            out.add_all(&c.status);
            out.union(&c.feeds(here, &summary(c, all, units).exposed, false));
        }
    }
    out
}

/// What one step may write.
pub fn written(step: &Step, here: &Universe, all: &[Summary], units: &[Arc<Universe>]) -> Bits {
    match step {
        Step::Move(m) => {
            let mut out = here.none();
            m.writes.iter().for_each(|w| out.add_all(&w.to));
            out
        }
        Step::Call(c) => {
            let mut written = summary(c, all, units).written;
            // The value of a function is new even when nothing is known of it.
            c.bindings.iter().filter(|b| b.from.is_empty() && !b.to.is_empty()).for_each(|b| written.add(b.formal));
            c.alters(here, &written)
        }
    }
}

/// What one step surely overwrites.
pub fn killed(step: &Step, here: &Universe, all: &[Summary], units: &[Arc<Universe>]) -> Bits {
    match step {
        Step::Move(m) => {
            let mut out = killed_by_move(m, here);
            out.add_all(&m.covers);
            out
        }
        Step::Call(c) => c.kills(here, &summary(c, all, units).killed),
    }
}

/// What the statements that begin with a step surely overwrite, element by element.
fn renewed(step: &Step, here: &Universe) -> Bits {
    let mut out = here.none();
    if let Step::Move(m) = step {
        out.add_all(&m.renews);
    }
    out
}

/// What an assignment surely overwrites, itself.
pub fn killed_by_move(m: &Move, here: &Universe) -> Bits {
    let mut out = here.none();
    m.writes.iter().filter(|w| w.whole).for_each(|w| out.add_all(&w.to));
    out
}

fn summary(c: &CallStep, all: &[Summary], units: &[Arc<Universe>]) -> Summary {
    let i = il::Id::index(c.callee);
    let s = &all[i];
    // Universes of callers also number the values of calls; those of summaries have their final size from the start.
    assert!(s.read.is_empty() || s.read.len() == units[i].len());
    s.clone()
}

struct Exposed<'a> {
    here: &'a Universe,
    all: &'a [Summary],
    units: &'a [Arc<Universe>],
}

impl Analysis for Exposed<'_> {
    type State = Bits;
    const DIRECTION: Direction = Direction::Backward;
    fn bottom(&self) -> Bits {
        self.here.none()
    }
    fn transfer(&self, at: Here, state: &mut Bits) {
        for step in at.steps.iter().rev() {
            state.subtract(&killed(step, self.here, self.all, self.units));
            state.subtract(&renewed(step, self.here));
            state.union(&read(step, self.here, self.all, self.units));
        }
    }
}

struct Killed<'a>(Exposed<'a>);

impl Analysis for Killed<'_> {
    /// `None` where no path arrives: neutral for ∩.
    type State = Option<Bits>;
    const DIRECTION: Direction = Direction::Forward;
    fn bottom(&self) -> Option<Bits> {
        None
    }
    fn boundary(&self) -> Option<Bits> {
        Some(self.0.here.none())
    }
    fn transfer(&self, at: Here, state: &mut Option<Bits>) {
        for step in at.steps {
            if let Step::Call(c) = step
                && !c.maybe
                && !self.0.all[il::Id::index(c.callee)].returns
            {
                *state = None;
            }
            if let Some(s) = state {
                s.union(&killed(step, self.0.here, self.0.all, self.0.units));
                s.union(&renewed(step, self.0.here));
            }
        }
    }
}

/// Zones whose value at each gap may still be used in the unit, or by its caller when `at_exit` says so: ordinary liveness.
pub fn liveness(e: &UnitEffects, all: &[Summary], units: &[Arc<Universe>], at_exit: &Bits) -> Solution<Bits> {
    struct Live<'a>(Exposed<'a>, &'a Bits);
    impl Analysis for Live<'_> {
        type State = Bits;
        const DIRECTION: Direction = Direction::Backward;
        fn bottom(&self) -> Bits {
            self.0.bottom()
        }
        fn boundary(&self) -> Bits {
            self.1.clone()
        }
        fn transfer(&self, at: Here, state: &mut Bits) {
            self.0.transfer(at, state);
        }
    }
    solve(&Live(Exposed { here: &e.universe, all, units }, at_exit), &e.flow, &e.steps)
}

/// Summaries of all units.
pub fn summaries(calls: &CallGraph, effects: &[UnitEffects], units: &[Arc<Universe>]) -> Vec<Summary> {
    let bottom = |u: il::UnitId| {
        let n = units[il::Id::index(u)].len();
        Summary {
            read: Bits::new(n),
            exposed: Bits::new(n),
            written: Bits::new(n),
            killed: Bits::all(n),
            returns: false,
        }
    };
    bottom_up(calls, bottom, |u, all| {
        let e = &effects[il::Id::index(u)];
        let here = &*e.universe;
        let exposed = Exposed { here, all, units };
        let mut read_all = here.none();
        let mut written_all = here.none();
        for step in e.steps.iter().flatten().flatten() {
            match step {
                Step::Move(m) => read_all.add_all(&m.reads),
                Step::Call(c) => {
                    read_all.add_all(&c.reads);
                    read_all.union(&c.feeds(here, &all[il::Id::index(c.callee)].read, false));
                }
            }
            written_all.union(&written(step, here, all, units));
        }
        let mut on_entry = solve_through(&exposed, &e.flow, &e.steps);
        on_entry.add_all(&e.specification);
        read_all.add_all(&e.specification);
        let killed = solve_through(&Killed(exposed), &e.flow, &e.steps);
        let returns = killed.is_some();
        // Where nothing returns, everything holds on return.
        let killed = killed.unwrap_or_else(|| Bits::all(here.len()));
        Summary {
            read: read_all.and(&e.inputs),
            exposed: on_entry.and(&e.inputs),
            written: written_all.and(&e.outputs),
            killed: killed.and(&e.outputs),
            returns,
        }
    })
}
