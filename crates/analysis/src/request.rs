//! What is asked: heads, variables named in them, options.

use std::collections::{BTreeMap, BTreeSet};

use il::zones::ZoneId;
use il::{StmtId, SymbolId, UnitId};

/// A variable, or a component of it: what owns a derivative, and what a head lists.
///
/// `x` is `(x, [])`, `cell%state%p` is `(cell, [i, j])` with positions in the records' field lists. Pointers and array dimensions are
/// not part of the path: the `VarRef` of a C pointer stands for what it points to as well.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarRef {
    /// The variable.
    pub symbol: SymbolId,
    /// Field positions, outermost first; empty: all of it.
    pub path: Vec<usize>,
}

impl VarRef {
    /// All of a variable.
    pub fn whole(symbol: SymbolId) -> Self {
        VarRef { symbol, path: Vec::new() }
    }
}

/// One procedure to differentiate. Empty lists mean *everything*: all that is read is independent, all that is written is dependent.
#[derive(Clone, Debug)]
pub struct Head {
    /// The procedure.
    pub unit: UnitId,
    /// Inputs with respect to which derivatives are wanted: arguments, globals visible there, components of them.
    pub independents: Vec<VarRef>,
    /// Outputs whose derivatives are wanted: arguments, globals, the result variable, components of them.
    pub dependents: Vec<VarRef>,
}

/// Which refinements are on, and what is known about procedures without a body.
#[derive(Clone, Debug)]
pub struct Options {
    /// Off: every real variable is active everywhere.
    pub activity: bool,
    /// What heads do not list has no derivative for who calls them, even without activity analysis: only other differentiated procedures may bring one.
    pub final_lists: bool,
    /// Whether what a head without dependents only reads, and whoever calls it can see on return, is among its results: adjoints add to derivatives of
    /// such variables instead of overwriting them, as Tapenade's do.
    pub read_are_results: bool,
    /// Off: every value that is overwritten is required by the backward sweep.
    pub tbr: bool,
    /// Off: every statement is live.
    pub diff_liveness: bool,
    /// Calls made in split mode (forward and backward sweeps apart). All others are joint: their backward sweep starts from the inputs.
    pub split_calls: BTreeSet<(UnitId, StmtId)>,
    /// All calls are split.
    pub split_all: bool,
    /// Whether a procedure of which nothing is known may touch COMMON blocks, module variables and C globals.
    pub externals_touch_globals: bool,
    /// Whether one that gets no active argument is taken to touch no active global ([`trust`](crate::trust)).
    pub externals_are_trusted: bool,
    /// Descriptions of procedures without a body, by name in lower case.
    pub externals: BTreeMap<String, External>,
    /// For calls that may allocate or release what outlives them: the callee's dummies, and the globals, whose allocation may change. Where that
    /// owns a derivative the call is active: the derivative's storage must follow. So must the derivative of a pointer of the caller that a C call sets.
    pub allocations: BTreeMap<(UnitId, StmtId), Vec<VarRef>>,
    /// Of these, what the derivative has to allocate and release whether or not anything in it is active around the call.
    pub followed: BTreeMap<(UnitId, StmtId), Vec<VarRef>>,
    /// C: zones of `static` variables that procedures without a body cannot change. [`analyse`](crate::analyse) finds them itself.
    pub out_of_reach: BTreeSet<ZoneId>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            activity: true,
            final_lists: false,
            read_are_results: false,
            tbr: true,
            diff_liveness: true,
            split_calls: BTreeSet::new(),
            split_all: false,
            externals_touch_globals: true,
            externals_are_trusted: true,
            externals: BTreeMap::new(),
            allocations: BTreeMap::new(),
            followed: BTreeMap::new(),
            out_of_reach: BTreeSet::new(),
        }
    }
}

/// What a procedure without a body does to its places: its arguments in order, then its result if it is a function.
#[derive(Clone, Debug, Default)]
pub struct External {
    /// One per argument (the last one stands for all further ones).
    pub places: Vec<Access>,
    /// Whether it touches globals, whichever.
    pub globals: bool,
    /// The COMMON blocks that it touches where that is known, by name in lower case.
    pub blocks: Vec<(String, Access)>,
    /// For each place that is written (the result is the last row), the places its new value depends on differentiably. `None`: on all that are read.
    pub deps: Option<Vec<Vec<usize>>>,
}

/// How a place is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// Its value on entry may be used.
    pub read: bool,
    /// It may get a new value.
    pub written: bool,
    /// It surely and completely gets a new value.
    pub killed: bool,
}

/// A place in a unit's body. For a construct (`If`, `Do` …), before it is before its first test, after it is where control goes on behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// Where the unit begins.
    Entry,
    /// Immediately before a statement is executed.
    Before(StmtId),
    /// Immediately after.
    After(StmtId),
    /// Where the unit returns.
    Exit,
}
