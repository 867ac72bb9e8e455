//! What the adjoint of a unit will do, decided before a statement of it is written (`design.md` §6, step 1).
//!
//! Emission only follows the plan: it asks what is live, what is saved where, which tests are decided again. `dump` prints it.

use std::collections::{BTreeMap, BTreeSet};

use il::{Expr, StmtId, SymbolId};

use super::tree::Tree;

/// Where a value waits for the backward sweep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// On the run-time stack.
    Tape,
    /// In a local scalar: the statement is executed once between the beginnings of the two sweeps.
    Local,
}

/// Why a value is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The adjoint of an earlier statement reads it.
    Earlier,
    /// The adjoint of this statement reads it.
    Own,
    /// A call runs again from it.
    Snapshot,
    /// An iteration is rebuilt from it.
    Iteration,
}

/// A value that is saved before a statement and restored before its adjoint.
#[derive(Clone, Debug)]
pub struct Save {
    /// A reference of the original.
    pub value: Expr,
    /// Where it waits.
    pub home: Home,
    /// Why.
    pub reason: Reason,
    /// Bytes each time, when the extent is known.
    pub bytes: Option<u64>,
}

/// How a call is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallMode {
    /// No derivative flows through it.
    Passive,
    /// Called in the forward sweep, run again by its adjoint.
    Joint,
    /// Forward sweep here, backward sweep there.
    Split,
}

/// One statement.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// Whether the forward sweep executes it.
    pub live: bool,
    /// What is saved before it.
    pub saves: Vec<Save>,
    /// Of a call.
    pub call: Option<CallMode>,
    /// Of a joint call: what the adjoint of the callee overwrites although earlier adjoints need it.
    pub around: Vec<Save>,
    /// Of a passive call: what it overwrites completely and whose adjoint ends there.
    pub resets: Vec<Expr>,
}

/// How the backward sweep knows which arm was executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// By deciding again: the inputs of the tests are still there.
    Again,
    /// By a recorded number.
    Recorded(Home),
}

/// How a bound of a counted loop is known to the backward sweep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// By evaluating it again.
    Again,
    /// By a variable that nothing changes.
    Kept,
    /// By a saved value.
    Saved,
}

/// A loop.
#[derive(Clone, Debug)]
pub struct LoopPlan {
    /// First value, last value, step.
    pub bounds: [Bound; 3],
    /// Where the number of turns waits, of loops that are not counted or left early.
    pub count: Home,
    /// Its turns are rebuilt in the backward sweep, from what is saved at the top of each.
    pub rebuilt: Option<Rebuilt>,
}

/// An iteration that runs again in the backward sweep.
#[derive(Clone, Debug, Default)]
pub struct Rebuilt {
    /// Saved at the top of each turn.
    pub saves: Vec<Save>,
    /// Statements that the forward sweep needs.
    pub primal: BTreeSet<StmtId>,
}

/// The plan of one unit.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The structure of the body.
    pub tree: Tree,
    /// Simple statements, jumps, and the headers of constructs (what evaluating them overwrites).
    pub steps: BTreeMap<StmtId, Step>,
    /// IF and SELECT.
    pub choices: BTreeMap<StmtId, Control>,
    /// Loops; those made by GOTO under their first statement.
    pub loops: BTreeMap<StmtId, LoopPlan>,
    /// Variables whose values the backward sweep needs at its beginning: what split mode hands over.
    pub handed_over: Vec<SymbolId>,
}

impl Plan {
    /// The plan of a statement; nothing when it was never reached.
    pub fn step(&self, stmt: StmtId) -> Step {
        self.steps.get(&stmt).cloned().unwrap_or_default()
    }
}
