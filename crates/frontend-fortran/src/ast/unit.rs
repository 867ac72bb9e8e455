//! Program units: headers, bodies, what they contain.

use il::source::Span;

use super::{Expr, Ident, Meta, Stmt, TypeSpec};

/// A main program, subprogram, module, submodule, block data; also an interface body.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Which kind, with its header.
    pub kind: UnitKind,
    /// Of the header statement. A main program without one has the span of its first statement.
    pub meta: Meta,
    /// Declarations and executable statements in source order.
    pub body: Vec<Stmt>,
    /// What follows CONTAINS.
    pub contains: Option<Contains>,
    /// Of the END statement; `Span::NONE` where it is missing.
    pub end: Meta,
    /// Something in it (internal units included) was not understood: it may be printed, not differentiated.
    pub has_error: bool,
    /// One of the parts into which ENTRY statements divide a subprogram: each takes what its header says, and may use less.
    pub of_entry: bool,
}

impl Unit {
    /// The unit's name; an unnamed main program or block data has none.
    pub fn name(&self) -> Option<&Ident> {
        match &self.kind {
            UnitKind::Program { name } | UnitKind::BlockData { name } => name.as_ref(),
            UnitKind::Subprogram(header) => Some(&header.name),
            UnitKind::Module { name } | UnitKind::Submodule { name, .. } | UnitKind::ModuleProcedure { name } => {
                Some(name)
            }
        }
    }
}

/// The header of a unit.
#[derive(Clone, Debug)]
pub enum UnitKind {
    /// `PROGRAM name`, or no header at all (`None`).
    Program {
        /// The name.
        name: Option<Ident>,
    },
    /// `SUBROUTINE` or `FUNCTION`.
    Subprogram(Subprogram),
    /// `MODULE name`.
    Module {
        /// The name.
        name: Ident,
    },
    /// `SUBMODULE (ancestor[:parent]) name`.
    Submodule {
        /// The module.
        ancestor: Ident,
        /// The submodule that is extended, if any.
        parent: Option<Ident>,
        /// The name.
        name: Ident,
    },
    /// `MODULE PROCEDURE name` in a submodule: the interface stands in the module.
    ModuleProcedure {
        /// The name.
        name: Ident,
    },
    /// `BLOCK DATA [name]`.
    BlockData {
        /// The name.
        name: Option<Ident>,
    },
}

/// `[prefix…] SUBROUTINE|FUNCTION name (dummies) [RESULT(r)] [BIND(C)]`.
#[derive(Clone, Debug)]
pub struct Subprogram {
    /// PURE, ELEMENTAL, the result type, … in source order.
    pub prefixes: Vec<Prefix>,
    /// FUNCTION, or SUBROUTINE.
    pub is_function: bool,
    /// The name.
    pub name: Ident,
    /// The dummy arguments.
    pub dummies: Vec<Dummy>,
    /// Whether there were parentheses (SUBROUTINE only).
    pub has_parens: bool,
    /// `RESULT(name)`.
    pub result: Option<Ident>,
    /// `BIND(C …)`.
    pub bind: Option<Bind>,
}

impl Subprogram {
    /// The type written before FUNCTION.
    pub fn result_type(&self) -> Option<&TypeSpec> {
        self.prefixes.iter().find_map(|prefix| match prefix {
            Prefix::Type(spec) => Some(spec),
            Prefix::Pure | Prefix::Impure | Prefix::Elemental | Prefix::Recursive | Prefix::NonRecursive => None,
            Prefix::Module => None,
        })
    }
}

/// One word before SUBROUTINE or FUNCTION.
#[derive(Clone, Debug)]
pub enum Prefix {
    /// `PURE`
    Pure,
    /// `IMPURE`
    Impure,
    /// `ELEMENTAL`
    Elemental,
    /// `RECURSIVE`
    Recursive,
    /// `NON_RECURSIVE`
    NonRecursive,
    /// `MODULE` (separate module procedure)
    Module,
    /// The type of the result.
    Type(TypeSpec),
}

/// A dummy argument in a header.
#[derive(Clone, Debug)]
pub enum Dummy {
    /// A name.
    Name(Ident),
    /// `*`: an alternate return.
    Star(Span),
}

/// `BIND(C [, NAME=expr])`.
#[derive(Clone, Debug)]
pub struct Bind {
    /// The binding name.
    pub name: Option<Box<Expr>>,
    /// Where.
    pub span: Span,
}

/// The CONTAINS part of a unit.
#[derive(Clone, Debug)]
pub struct Contains {
    /// Of the CONTAINS statement.
    pub meta: Meta,
    /// The internal or module procedures.
    pub units: Vec<Unit>,
}
