//! The syntax tree: what the user wrote, statement by statement, before any name means anything.
//!
//! A [`File`] holds [`Unit`]s in source order; a unit holds one list of [`Stmt`]s (declarations and executable statements
//! as they stand) and the units it CONTAINS. Constructs (`DO`, `IF`, `TYPE`, `INTERFACE`, …) are statements that own the
//! statements inside them, so there is no `END DO` to search for.
//!
//! # What the tree promises
//! - Everything is in source order and grouped as written: `real x, y(3)` is one [`TypeDecl`] with two [`Entity`]s.
//! - Identifiers keep their case ([`Ident::is`] compares without it); literals and kinds keep their spelling.
//! - Every statement has a [`Meta`]: span, label, construct name, comments, directives, the INCLUDE that it came from.
//! - A statement that was not understood is [`StmtKind::Error`], has exactly one diagnostic, and sets
//!   [`Unit::has_error`] of every unit around it.
//!
//! # What the tree does not know
//! - `a(i)` is [`ExprKind::Apply`] whether it is an element, a call, a structure constructor; `a(1:2)` may be a section or
//!   a substring. Names decide, and names are resolved by `lower`.
//! - A statement function is an [`StmtKind::Assign`] among the declarations.
//! - Where declarations end: DATA and FORMAT may stand anywhere. [`StmtKind::is_executable`] says which side a statement
//!   is on, but see the previous point.

mod comment;
mod decl;
mod expr;
mod stmt;
mod unit;

use il::source::{FileId, Span};

pub use self::comment::*;
pub use self::decl::*;
pub use self::expr::*;
pub use self::stmt::*;
pub use self::unit::*;

/// One source file with everything that it includes.
#[derive(Clone, Debug)]
pub struct File {
    /// The file.
    pub file: FileId,
    /// Fixed or free.
    pub form: Form,
    /// Program units in source order (a main program without PROGRAM statement among them).
    pub units: Vec<Unit>,
    /// Comments after the last unit.
    pub trailing: Vec<Comment>,
    /// All INCLUDE lines met, outermost first; [`Meta::include`] and [`StmtKind::Include`] index it.
    pub includes: Vec<Include>,
}

/// Source form of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Columns 1–5 label, 6 continuation, 7–72 statement; blanks mean nothing.
    Fixed,
    /// Blanks separate, `&` continues.
    Free,
}

/// Index into [`File::includes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IncludeId(pub u32);

/// An `INCLUDE 'name'` line.
#[derive(Clone, Debug)]
pub struct Include {
    /// The name between the quotes.
    pub name: Box<str>,
    /// The line.
    pub span: Span,
    /// The file that was read, or `None` if it was not found (then there is a diagnostic).
    pub file: Option<FileId>,
    /// The include that this line stands in.
    pub parent: Option<IncludeId>,
    /// It was not found, and a description says what it declares.
    pub described: bool,
}

/// A name as written (fixed form: without the blanks inside).
#[derive(Clone, Debug)]
pub struct Ident {
    /// The text in the user's case.
    pub text: Box<str>,
    /// Where.
    pub span: Span,
}

impl Ident {
    /// Whether this is `name`, whatever the case.
    pub fn is(&self, name: &str) -> bool {
        self.text.eq_ignore_ascii_case(name)
    }

    /// The lower-case form, the key for look-ups.
    pub fn key(&self) -> String {
        self.text.to_ascii_lowercase()
    }
}

/// A statement label where it is defined or used. Leading zeros are gone.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// 1 to 99999.
    pub number: u32,
    /// Where.
    pub span: Span,
}
