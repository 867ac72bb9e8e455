//! What points do to zones: the language of all analyses.
//!
//! A point is a list of [`Step`]s: the calls inside its expressions first, in evaluation order, each with a number of its own for its value
//! ([`Universe::add_value`]); then what the statement itself does. A [`Move`] is a set of simultaneous assignments between zones, one for an assignment
//! of numbers, one per component for structures. A [`CallStep`] says which zones of the callee stand for which zones here. [`steps`](crate::steps) makes them.

use std::collections::HashMap;
use std::sync::Arc;

use il::flow::Flow;
use il::{StmtId, SymbolId, UnitId};

use crate::sets::{Bits, Universe};

/// One thing that happens at a point.
#[derive(Clone, Debug)]
pub enum Step {
    /// Values go from zones to zones.
    Move(Move),
    /// A unit of ours is called.
    Call(CallStep),
}

impl Step {
    /// Whether derivatives stay what they are.
    pub fn is_passive(&self) -> bool {
        match self {
            Step::Move(m) => m.passive,
            Step::Call(c) => c.passive,
        }
    }

    /// Says that derivatives stay what they are.
    pub fn make_passive(&mut self) {
        match self {
            Step::Move(m) => m.passive = true,
            Step::Call(c) => c.passive = true,
        }
    }
}

/// Simultaneous assignments.
#[derive(Clone, Debug, Default)]
pub struct Move {
    /// What gets new values.
    pub writes: Vec<Write>,
    /// All that is read.
    pub reads: Vec<u32>,
    /// This is the call of a procedure that we do not have.
    pub external: bool,
    /// Arrays that the loop which begins here overwrites entirely before it reads them ([`coverage`](crate::coverage)): as if they were cleared now.
    /// Only TBR, which counts the saves, looks at the assignments instead.
    pub covers: Vec<u32>,
    /// Arrays that the statements which begin here overwrite piece by piece ([`pieces`](crate::pieces)): nobody sees their old values.
    pub renews: Vec<u32>,
    /// Of a write under a mask, or of a call that may not be made: nothing is surely overwritten. (Also noted in each write.)
    pub maybe: bool,
    /// The user says that it has no derivative (`$AD DO-NOT-DIFF`): derivatives stay what they are.
    pub passive: bool,
    /// Units of ours that the procedure without source is given, and may call. Where there are some, the last of the writes is theirs
    /// ([`callbacks`](crate::callbacks)).
    pub callbacks: Vec<Callback>,
    /// The procedure without source that it calls, where that is taken to touch no active global ([`trust`](crate::trust)).
    pub trusted: Option<Box<Trusted>>,
}

/// What is taken on trust at a call of a procedure without source.
#[derive(Clone, Debug)]
pub struct Trusted {
    /// The procedure.
    pub callee: SymbolId,
    /// All that goes in through its arguments, or may come out there, and can have a derivative.
    pub handed: Vec<u32>,
    /// The active globals that it is taken not to touch.
    pub spared: Vec<u32>,
}

/// A unit that a procedure without source may call.
#[derive(Clone, Debug)]
pub struct Callback {
    /// The unit.
    pub unit: UnitId,
    /// Zones that have the same meaning on both sides: (in the unit, here).
    pub shared: Arc<[(u32, u32)]>,
}

/// One assignment.
#[derive(Clone, Debug)]
pub struct Write {
    /// What it may write.
    pub to: Vec<u32>,
    /// It surely overwrites all of that.
    pub whole: bool,
    /// And the whole of the variables that have a derivative together.
    pub diff_whole: bool,
    /// What the new value depends on, in any way.
    pub from: Arc<[u32]>,
    /// What it depends on differentiably.
    pub diff_from: Arc<[u32]>,
    /// What has a derivative there is taken not to be written: it stays what it is.
    pub keeps_derivatives: bool,
}

/// A call of a unit that we have.
#[derive(Clone, Debug)]
pub struct CallStep {
    /// The unit.
    pub callee: UnitId,
    /// Dummies, what they point to, and the result.
    pub bindings: Vec<Binding>,
    /// Zones that have the same meaning on both sides: (in the callee, here).
    pub shared: Arc<[(u32, u32)]>,
    /// Read to evaluate the arguments.
    pub reads: Vec<u32>,
    /// ALLOCATABLE actual arguments: they must have been allocated.
    pub status: Vec<u32>,
    /// The call may not be made, or another callee may be meant.
    pub maybe: bool,
    /// As for a move: derivatives stay what they are.
    pub passive: bool,
    /// Zones here that several bindings name: never surely overwritten.
    pub aliased: Vec<u32>,
    /// The callee's zones whose storage it may allocate or release for its caller.
    pub allocates: Vec<u32>,
    /// Those of them whose derivatives go the same way, whatever is active here.
    pub followed: Vec<u32>,
}

/// How a zone of the callee is connected at one call.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The callee's zone, in its own universe.
    pub formal: u32,
    /// What its value on entry depends on.
    pub from: Vec<u32>,
    /// What it depends on differentiably.
    pub diff_from: Vec<u32>,
    /// What has its value on return.
    pub to: Vec<u32>,
    /// All of `to` surely.
    pub whole: bool,
    /// The caller may not change it ([`il::Program::stays`]): nor may the callee, where it is executed.
    pub stays: bool,
}

impl CallStep {
    /// The callee's zones whose value on entry comes (differentiably) from `set`.
    pub fn enter(&self, callee: &Universe, set: &Bits, differentiably: bool) -> Bits {
        let mut out = callee.none();
        for b in &self.bindings {
            if set.has_any(if differentiably { &b.diff_from } else { &b.from }) {
                out.add(b.formal);
            }
        }
        self.shared.iter().filter(|(_, here)| set.has(*here)).for_each(|(there, _)| out.add(*there));
        out
    }

    /// The callee's zones whose value on return is seen in `set`.
    pub fn seen_in(&self, callee: &Universe, set: &Bits) -> Bits {
        let mut out = callee.none();
        self.bindings.iter().filter(|b| set.has_any(&b.to)).for_each(|b| out.add(b.formal));
        self.shared.iter().filter(|(_, here)| set.has(*here)).for_each(|(there, _)| out.add(*there));
        out
    }

    /// The zones here that show, on return, the callee's zones in `set`.
    pub fn shows(&self, here: &Universe, set: &Bits) -> Bits {
        let mut out = here.none();
        self.bindings.iter().filter(|b| set.has(b.formal)).for_each(|b| out.add_all(&b.to));
        self.shared.iter().filter(|(there, _)| set.has(*there)).for_each(|(_, h)| out.add(*h));
        out
    }

    /// As [`shows`](Self::shows), of values: what the caller promises to keep is as it was, whatever its derivative has become.
    pub fn alters(&self, here: &Universe, set: &Bits) -> Bits {
        let mut out = here.none();
        self.bindings.iter().filter(|b| !b.stays && set.has(b.formal)).for_each(|b| out.add_all(&b.to));
        self.shared.iter().filter(|(there, _)| set.has(*there)).for_each(|(_, h)| out.add(*h));
        out
    }

    /// The zones here on which, on entry, the callee's zones in `set` depend.
    pub fn feeds(&self, here: &Universe, set: &Bits, differentiably: bool) -> Bits {
        let mut out = here.none();
        for b in self.bindings.iter().filter(|b| set.has(b.formal)) {
            out.add_all(if differentiably { &b.diff_from } else { &b.from });
        }
        self.shared.iter().filter(|(there, _)| set.has(*there)).for_each(|(_, h)| out.add(*h));
        out
    }

    /// The zones here that are surely overwritten when the callee surely overwrites `set`.
    pub fn kills(&self, here: &Universe, set: &Bits) -> Bits {
        let mut out = here.none();
        if self.maybe {
            return out;
        }
        self.bindings.iter().filter(|b| b.whole && !b.stays && set.has(b.formal)).for_each(|b| out.add_all(&b.to));
        self.shared.iter().filter(|(there, _)| set.has(*there)).for_each(|(_, h)| out.add(*h));
        self.aliased.iter().for_each(|z| out.remove(*z));
        out
    }

    /// The zones here whose values pass through the callee entirely: after the call they are what the callee left there.
    pub fn replaced(&self, here: &Universe) -> Bits {
        let mut out = here.none();
        if !self.maybe {
            self.bindings.iter().filter(|b| b.whole).for_each(|b| out.add_all(&b.to));
            self.shared.iter().for_each(|(_, h)| out.add(*h));
            self.aliased.iter().for_each(|z| out.remove(*z));
        }
        out
    }

    /// The callee's zones that stand for only a part of zones here.
    pub fn weak(&self) -> impl Iterator<Item = &Binding> {
        self.bindings.iter().filter(|b| !b.to.is_empty() && (!b.whole || b.to.iter().any(|z| self.aliased.contains(z))))
    }
}

/// The steps of a unit, by block index and point, with its flow graph and universe.
#[derive(Debug)]
pub struct UnitEffects {
    /// The unit.
    pub unit: UnitId,
    /// Its flow graph.
    pub flow: Flow,
    /// What it sees.
    pub universe: Arc<Universe>,
    /// By block index: the blocks whose decisions say whether it is executed.
    pub control: Vec<Vec<il::flow::BlockId>>,
    /// By block index and point.
    pub steps: Vec<Vec<Vec<Step>>>,
    /// Constructs whose mask or index set governs a statement (WHERE, FORALL), innermost last.
    pub masks: HashMap<StmtId, Vec<StmtId>>,
    /// Zones whose value on entry is defined by the caller, or earlier: all but locals.
    pub inputs: Bits,
    /// Zones that the caller can see on return: as `inputs`, but for what came by value, and the result.
    pub outputs: Bits,
    /// Read on entry by specification expressions: bounds of dummies and automatic arrays.
    pub specification: Vec<u32>,
}
