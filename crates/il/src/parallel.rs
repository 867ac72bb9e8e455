//! Loops whose iterations threads share, as directives of OpenMP say: `parallel do`, `parallel for`.
//!
//! A loop has its own description, with all that the directives around it say of it: loops of one `parallel` region are as many parallel loops. Whoever makes
//! a loop of another one has to say whether it is still parallel: [`Do`](crate::stmt::Do) has no form without the description.

use crate::expr::Expr;
use crate::source::Span;
use crate::symbol::SymbolId;
use serde::{Deserialize, Serialize};

/// An element that iterations overwrite.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Overwritten {
    /// Its subscripts are made of what the loop does not change, and of variables of the iteration's own that it sets once, before.
    pub place: Expr,
    /// Tests between that and the element, each with its answer: where others are given, the element may not be overwritten.
    pub tests: Vec<(Expr, bool)>,
}

/// What is said of a parallel loop.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Parallel {
    /// Each thread has its own, without a value.
    #[serde(default)]
    pub private: Vec<SymbolId>,
    /// Each thread has its own, which begins with the value in front of the loop.
    #[serde(default)]
    pub first_private: Vec<SymbolId>,
    /// Each thread has its own, and that of the last iteration is left behind the loop.
    #[serde(default)]
    pub last_private: Vec<SymbolId>,
    /// Each thread has its own, and all are taken together behind the loop: by which operator, and which.
    #[serde(default)]
    pub reductions: Vec<(String, Vec<SymbolId>)>,
    /// What else the loop names, where the user wants all of it listed (`default(none)`).
    #[serde(default)]
    pub shared: Option<Vec<SymbolId>>,
    /// `static`, `dynamic` …, and how many iterations at a time.
    #[serde(default)]
    pub schedule: Option<(String, Option<Expr>)>,
    /// So many nested loops are one.
    #[serde(default)]
    pub collapse: Option<u32>,
    /// How many threads.
    #[serde(default)]
    pub threads: Option<Expr>,
    /// When several threads share the iterations at all.
    #[serde(default)]
    pub condition: Option<Expr>,
    /// All that the user's loop names: what comes to it later is a temporary.
    #[serde(default)]
    pub named: Vec<SymbolId>,
    /// What statements inside update atomically.
    #[serde(default)]
    pub atomics: Vec<SymbolId>,
    /// Elements that each iteration overwrites: no other iteration touches them, or the original has a race.
    #[serde(default)]
    pub overwritten: Vec<Overwritten>,
    /// An iteration of the backward loop runs its original's first: what is private comes from no other loop.
    #[serde(default)]
    pub runs_again: bool,
    /// Where the directive is.
    #[serde(skip)]
    pub span: Span,
    /// The loop runs through the iterations of its original backward, or does so in one with them: it adds to adjoints.
    #[serde(default)]
    pub is_backward: bool,
    /// The user's text of all this stands before the loop, as it does in originals.
    #[serde(default)]
    pub is_text: bool,
}

impl Parallel {
    /// Calls `f` with each list of variables.
    pub fn lists_mut(&mut self, f: &mut dyn FnMut(&mut Vec<SymbolId>)) {
        f(&mut self.private);
        f(&mut self.first_private);
        f(&mut self.last_private);
        self.reductions.iter_mut().for_each(|(_, symbols)| f(symbols));
        self.shared.iter_mut().for_each(&mut *f);
        f(&mut self.named);
        f(&mut self.atomics);
    }

    /// Calls `f` with each expression.
    pub fn exprs_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        let chunk = self.schedule.iter_mut().filter_map(|(_, chunk)| chunk.as_mut());
        let overwritten = self.overwritten.iter_mut();
        let overwritten = overwritten.flat_map(|o| o.tests.iter_mut().map(|t| &mut t.0).chain([&mut o.place]));
        chunk.chain(&mut self.threads).chain(&mut self.condition).chain(overwritten).for_each(f);
    }

    /// The operator by which a variable is reduced.
    pub fn reduction(&self, symbol: SymbolId) -> Option<&str> {
        self.reductions.iter().find(|(_, symbols)| symbols.contains(&symbol)).map(|(op, _)| op.as_str())
    }
}
