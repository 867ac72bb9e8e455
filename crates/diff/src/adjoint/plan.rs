//! What the adjoint of a unit will do, decided before a statement of it is written (`design.md` §6, step 1).
//!
//! Emission only follows the plan: it asks what is live, what is saved where, which tests are decided again. `dump` prints it.

pub mod access;
pub mod alias;
pub(crate) mod arguments;
pub mod binomial;
mod callee_sets;
pub(crate) mod cheap_splits;
pub(crate) mod elements;
pub(crate) mod flat;
pub(crate) mod fusion;
pub(crate) mod inside;
pub(crate) mod kept_gradients;
pub(crate) mod kept_partials;
mod kept_readings;
pub(crate) mod moving;
pub(crate) mod notes;
mod numbering;
pub(crate) mod partials;
pub(crate) mod positions;
pub(crate) mod reads;
pub(crate) mod rebuild;
pub(crate) mod recompute;
pub(crate) mod remembered;
pub(crate) mod results;
pub(crate) mod sections;
pub(crate) mod shared_rows;
pub(crate) mod shifts;
pub(crate) mod split_calls;
pub(crate) mod standing;
pub mod system;
pub mod tree;
pub(crate) mod turn_alone;
pub(crate) mod unknowns;
pub(crate) mod uses;
mod within;
pub(crate) mod written_parts;

use std::collections::{BTreeMap, BTreeSet};

use il::{Expr, ExprKind, Program, StmtId, StmtKind, SymbolId, UnitId};

use crate::adjoint::plan::access::{JointContract, Set};
use crate::adjoint::plan::tree::Tree;

/// A variable that both sweeps have under the same name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Twin {
    pub fore: SymbolId,
    pub back: SymbolId,
}

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
    /// A loop runs again from it.
    Loop,
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
    /// The association of a Fortran pointer, not what it leads to.
    pub association: bool,
    /// With its allocation, which the call may change.
    pub allocation: Option<Kept>,
    /// Not kept at all, but given by this assignment, run again.
    pub again: Option<StmtId>,
}

/// What is kept of an allocation around a call that is not differentiated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Its bounds and values, not only whether there is one.
    pub values: bool,
    /// Where there was none, there is none again: something releases it. What nothing releases was set up once and for all.
    pub undone: bool,
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
    /// Called once, for its value and its partial derivatives (`partials`).
    Partials,
    /// Of a library's routine: its adjoint reads what the call has left ([`crate::libraries`]).
    Library,
}

/// One statement.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// Whether the forward sweep executes it.
    pub live: bool,
    /// Executed, but its value is only computed in the backward sweep.
    pub silent: bool,
    /// What is saved before it.
    pub saves: Vec<Save>,
    /// The backward sweep takes it back by its inverse.
    pub undone: bool,
    /// Of a call.
    pub call: Option<CallMode>,
    /// Of a joint call: what the adjoint of the callee overwrites although earlier adjoints need it.
    pub around: Vec<Save>,
    /// Of a call: what it overwrites completely and whose adjoint ends there, as far as no adjoint of the callee sees to it.
    pub resets: Vec<Expr>,
}

/// How the backward sweep knows which arm was executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// By deciding again: the inputs of the tests are still there.
    Again,
    /// By deciding again from copies of those inputs that are overwritten ([`Plan::copies`]).
    Copied,
    /// By a recorded number.
    Recorded(Home),
}

/// How a bound of a counted loop is known to the backward sweep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// By evaluating it again.
    Again,
    /// By evaluating it again, with what its variables were given in place of them ([`Tree::given`]).
    Spelled,
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
    /// It is driven by the automaton of binomial checkpointing.
    pub binomial: Option<BinomialPlan>,
    /// It runs again in the backward sweep, in its own order and fused with its adjoint.
    pub fused: Option<Fused>,
    /// The backward sweep has nothing to do for it.
    pub idle: bool,
}

impl LoopPlan {
    /// A loop that is reversed in two sweeps, with these bounds.
    pub fn with(bounds: [Bound; 3]) -> Self {
        LoopPlan { bounds, count: Home::Tape, rebuilt: None, binomial: None, fused: None, idle: false }
    }

    /// Whether the original's turns run in the backward sweep, too.
    pub(crate) fn runs_again(&self) -> bool {
        self.rebuilt.is_some() || self.fused.is_some() || self.binomial.is_some()
    }

    /// How many of its bounds wait on the tape.
    pub(crate) fn saved_bounds(&self) -> usize {
        self.bounds.iter().filter(|b| **b == Bound::Saved && !self.idle).count()
    }
}

/// A loop under binomial checkpointing.
#[derive(Clone, Debug, Default)]
pub struct BinomialPlan {
    /// Saved in front of the loop, for what was before it.
    pub before: Vec<Save>,
    /// What a snapshot holds.
    pub snapshot: Vec<Save>,
    /// Statements that the forward sweep needs.
    pub primal: BTreeSet<StmtId>,
    /// Statements that the backward sweep runs to go on to the next turn.
    pub advance: BTreeSet<StmtId>,
}

/// An iteration, or a region, that runs again in the backward sweep.
#[derive(Clone, Debug, Default)]
pub struct Rebuilt {
    /// Saved in front of the loop, and put back in front of its backward loop: what iterations that are independent find as it was.
    pub whole: Vec<Save>,
    /// Saved at its top.
    pub saves: Vec<Save>,
    /// Statements of it that are undone to come from its end to its top.
    pub undone: Vec<StmtId>,
    /// Statements that the forward sweep needs.
    pub primal: BTreeSet<StmtId>,
}

impl Rebuilt {
    /// Whether anything is kept for it.
    pub(crate) fn keeps(&self) -> bool {
        !self.whole.is_empty() || !self.saves.is_empty()
    }
}

/// A loop that runs in its own order in the backward sweep, the adjoint of each turn behind the turn.
#[derive(Clone, Debug, Default)]
pub struct Fused {
    /// What it begins from: saved where the original loop stands.
    pub saves: Vec<Save>,
    /// Scalars that it changes although earlier adjoints need them.
    pub around: Vec<Expr>,
    /// Scalars that are read behind the adjoint of a turn, and that it may change.
    pub carried: Vec<Expr>,
    /// How many statements of the body stand before the adjoint of a turn; the others run behind it.
    pub work: usize,
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
    /// Of choices that are decided from copies: the scalars that are copied before them.
    pub copies: BTreeMap<StmtId, Vec<SymbolId>>,
    /// Loops; those made by GOTO under their first statement.
    pub loops: BTreeMap<StmtId, LoopPlan>,
    /// Regions that are run again in the backward sweep.
    pub regions: BTreeMap<StmtId, Rebuilt>,
    /// Of fixed-point loops: arrays outside of the state that may go from turn to turn. The backward sweep looks whether they do.
    pub doubtful: BTreeMap<StmtId, Vec<SymbolId>>,
    /// Variables whose values the backward sweep needs at its beginning: what split mode hands over.
    pub handed_over: Vec<SymbolId>,
    /// What of them is needed.
    pub needed_at_end: BTreeSet<il::zones::ZoneId>,
    /// What callers know of it, in joint mode.
    pub joint: JointContract,
    /// Of the results of a head, in joint mode: what is not what the original leaves when both sweeps have run.
    pub lost: Set,
    /// In split mode: what its backward half needs of the values that its forward half leaves behind.
    pub behind: Set,
    /// Loops that are not rebuilt although each by itself would save more than it costs: what the whole plan costs with that, and without.
    pub declined: BTreeMap<StmtId, [f64; 2]>,
}

impl Plan {
    /// The plan of a statement; nothing when it was never reached.
    pub fn step(&self, stmt: StmtId) -> Step {
        self.steps.get(&stmt).cloned().unwrap_or_default()
    }
}

/// An expression with what its variables were given in place of them.
pub(crate) fn spelled(given: &BTreeMap<SymbolId, Expr>, e: &Expr) -> Expr {
    let mut out = e.clone();
    out.rewrite(&mut |x| {
        if let ExprKind::Var(s) = &x.kind
            && let Some(value) = given.get(s)
        {
            *x = value.clone();
        }
    });
    out
}

impl Plan {
    /// The plan as text, one line per statement that saves, decides or is left out, in source order: `-dump plan`.
    pub fn dump(&self, program: &Program, unit: UnitId) -> String {
        let mut out = format!("plan of {}\n", program.units[unit].name);
        let u = &program.units[unit];
        u.walk(&u.body, &mut |id, stmt| {
            let step = self.step(id);
            let mut line = String::new();
            if let Some(control) = self.choices.get(&id) {
                line += match control {
                    Control::Again => " decided again",
                    Control::Copied => " decided again from copies",
                    Control::Recorded(Home::Tape) => " recorded on the tape",
                    Control::Recorded(Home::Local) => " recorded in a local",
                };
            }
            if let Some(l) = self.loops.get(&id) {
                let word = |b: Bound| match b {
                    Bound::Again => "again",
                    Bound::Spelled => "spelled out again",
                    Bound::Kept => "kept",
                    Bound::Saved => "saved",
                };
                let [from, to, by] = l.bounds.map(word);
                if !l.idle {
                    line += &format!(" bounds {from}, {to}, {by}");
                }
                if let Some(f) = &l.fused {
                    line += " fused with its adjoint";
                    for s in &f.saves {
                        line += &s.dump(program);
                    }
                }
                if let Some(r) = &l.rebuilt {
                    line += " turns rebuilt";
                    if !r.undone.is_empty() {
                        line += " moving back";
                    }
                    for s in r.whole.iter().chain(&r.saves) {
                        line += &s.dump(program);
                    }
                }
            }
            if let Some([with, without]) = self.declined.get(&id) {
                line += &format!(" turns not rebuilt: costs {without} in place of {with}");
            }
            if let Some(b) = self.loops.get(&id).and_then(|l| l.binomial.as_ref()) {
                line += " binomial";
                for s in b.before.iter().chain(&b.snapshot) {
                    line += &s.dump(program);
                }
            }
            if let Some(r) = self.regions.get(&id) {
                line += " checkpoint";
                for s in &r.saves {
                    line += &s.dump(program);
                }
            }
            match step.call {
                Some(CallMode::Passive) => line += " passive",
                Some(CallMode::Joint) => line += " joint",
                Some(CallMode::Split) => line += " split",
                Some(CallMode::Partials) => line += " value and partial derivatives in one call",
                Some(CallMode::Library) => line += " by the rule of its library",
                None => {}
            }
            for s in step.saves.iter().chain(&step.around) {
                line += &s.dump(program);
            }
            let simple = matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::Call { .. } | StmtKind::Where { .. });
            if step.undone {
                line += " undone";
            }
            if simple && !step.live {
                line += " not live";
            }
            if !line.is_empty() {
                out += &format!("{id}:{line}\n");
            }
        });
        for s in &self.handed_over {
            out += &format!("handed over: {}\n", program.symbols[*s].name);
        }
        out
    }
}

impl Save {
    fn dump(&self, program: &Program) -> String {
        let name = self.value.root().map_or("?", |s| program.symbols[s].name.as_str());
        if let Some(definition) = self.again {
            return format!(" {name} as in {definition} again");
        }
        let reason = match self.reason {
            Reason::Earlier => "an earlier adjoint reads it",
            Reason::Own => "its own adjoint reads it",
            Reason::Snapshot => "the call runs again from it",
            Reason::Iteration => "the turn runs again from it",
            Reason::Loop => "the loop runs again from it",
        };
        let home = match self.home {
            Home::Tape => "tape",
            Home::Local => "local",
        };
        let bytes = self.bytes.map_or("bytes by extent".to_string(), |b| format!("{b} bytes"));
        format!(" save {name} ({home}, {bytes}: {reason})")
    }
}
