//! The IL: one imperative language for Fortran and C.
//!
//! A [`Program`] owns source files, [`Unit`]s, symbols, scopes and records (derived types, structs). A unit owns the
//! statements of its body: a structured tree of [`Block`]s, which is what a reader sees and what is unparsed.
//! Its flow graph ([`flow`]) is derived from the tree on demand and is what the analyses see; `flow.rs` is the only place that knows
//! how the one becomes the other. Storage is numbered in [`zones`].
//!
//! # How to read the model
//! - **Symbols are program-wide.** A [`SymbolId`] names one entity; scopes map local names to symbols, so that USE with a
//!   rename is one more name for the same symbol. Everything about a variable (type, shape, intent) stands in its symbol;
//!   declarations ([`decl`]) only remember order, grouping, comments and spelling.
//! - **Expressions are values**: owned trees ([`expr::Expr`]), compared without their spans, cloned freely between units.
//!   Statements have ids, because facts are attached to statements. (`docs/decisions/0001-expressions-are-trees.md`)
//! - **Evaluating an expression changes nothing**, calls of user functions excepted: those are legal in an expression,
//!   and `diff` hoists the active ones into statements of their own first. `i++` and `a = b = c` are statements by the time they are IL.
//! - **A counted loop** ([`stmt::Do`]) evaluates its bounds once, as in Fortran; a C `for` becomes one only when that is what it means.
//! - **The tape is in the language**: [`StmtKind::Save`] and its three relatives.
//! - **Kinds are resolved once**, by the frontend: a [`Scalar`] carries bytes for the analyses and the user's spelling for the output.
//!
//! # Deliberately absent
//! - No SSA, no copies: what comes out must look like what went in.
//! - No syntax of Fortran or C beyond what is needed to print it back. What we may keep without understanding is
//!   [`StmtKind::Opaque`] with what it reads and writes.
//!
//! This crate knows nobody, reads no file and prints nothing.

pub mod access;
pub mod arena;
mod below;
mod binding;
pub mod bytes;
pub mod c_pointers;
pub mod calls;
pub mod characters;
pub mod commons;
pub mod constant;
pub mod consts;
pub mod contiguity;
pub mod decl;
pub mod entry;
pub mod expr;
pub mod family;
pub mod flow;
pub mod fold;
mod fresh;
mod handed;
pub mod interp;
pub mod intrinsics;
pub mod kinds;
pub mod kit;
pub mod labels;
mod language;
pub mod layout;
pub mod locals;
pub mod parallel;
mod places;
pub mod pointees;
pub mod points_to;
pub mod program;
pub mod rows;
pub mod source;
pub mod sparse;
pub mod spelling;
pub mod stmt;
pub mod storage;
pub mod stores;
pub mod symbol;
pub mod text;
pub mod text_on_tape;
pub mod types;
pub mod typing;
pub mod unit;
pub mod verify;
mod void_targets;
mod zone_tree;
pub mod zones;

pub use arena::{Arena, Id};
pub use binding::{is_address_of_elements, takes_pointer};
pub use decl::{Attr, Decl, DeclKind, Entity};
pub use expr::{Arg, BinaryOp, Expr, ExprKind, Subscript, UnaryOp};
pub use intrinsics::Intrinsic;
pub use parallel::{Overwritten, Parallel};
pub use program::{BoundName, Input, Language, Program, SourceForm};
pub use source::{Diagnostic, FileId, Severity, Sources, Span};
pub use stmt::{Block, Directive, Label, Stmt, StmtId, StmtKind, TapeId};
pub use symbol::{Intent, Scope, ScopeId, ScopeKind, Storage, Symbol, SymbolId, SymbolKind, Variable};
pub use types::{Dim, Field, Record, RecordId, Scalar, ScalarClass, Type, Upper};
pub use unit::{Prefix, Unit, UnitId, UnitKind};
pub use void_targets::void_members;
pub use zone_tree::may_hold_reals;
