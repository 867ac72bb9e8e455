//! What comes out of a differentiation.

use std::collections::{BTreeMap, BTreeSet};

use il::{Diagnostic, Program, SourceForm, UnitId};

use crate::derive::maps::Maps;
use crate::signature::{Part, Signature};

/// The generated units that belong in one output file.
#[derive(Clone, Debug)]
pub struct OutputFile {
    /// Position of the input in [`Program::inputs`].
    pub input: usize,
    /// The layout, that of the input.
    pub form: SourceForm,
    /// Generated top-level units in order (C: one unit of kind `File`).
    pub units: Vec<UnitId>,
}

/// What comes out.
#[derive(Clone, Debug)]
pub struct Output {
    /// The input program plus the generated units.
    pub program: Program,
    /// What to write, in input order; inputs that contribute nothing have no entry.
    pub files: Vec<OutputFile>,
    /// Warnings and notes. (Errors come instead of an output.)
    pub diagnostics: Vec<Diagnostic>,
    /// Every derivative procedure: whoever calls them finds the argument lists here.
    pub derivatives: Vec<Derivative>,
    /// Modules that must be copied, because derivatives save what these keep to themselves.
    pub(crate) closed: BTreeSet<UnitId>,
    /// The modules that hold what procedures keep from one call to the next, with their copies.
    pub(crate) kept: BTreeMap<UnitId, Option<UnitId>>,
    /// Modules that stay the originals and keep to themselves what derivatives need.
    pub(crate) private: BTreeSet<UnitId>,
    /// Derivatives of procedures of the other language that are called.
    pub(crate) of_others: Vec<crate::mixed::Called>,
    /// Which arguments the procedures change that the other language calls.
    pub(crate) written: BTreeMap<UnitId, Vec<bool>>,
    /// What is generated in the other language.
    pub beside: Option<Box<Output>>,
}

impl Output {
    /// One derivative procedure.
    pub fn derivative(&self, original: UnitId, part: Part) -> Option<&Derivative> {
        self.derivatives.iter().find(|d| d.original == original && d.signature.part == part)
    }
}

/// A derivative procedure that was generated.
#[derive(Clone, Debug)]
pub struct Derivative {
    /// What it is the derivative of. (Units and symbols of the input keep their ids in [`Output::program`].)
    pub original: UnitId,
    /// The generated unit.
    pub generated: UnitId,
    /// Its argument list and the contract of each derivative.
    pub signature: Signature,
    /// Symbols and components of the original → copies and derivatives.
    pub maps: Maps,
}
