//! Syntax tree to IL: names get their meaning here.
//!
//! | file | what it decides |
//! | --- | --- |
//! | `units` | which units there are, what contains what, which global names they take |
//! | `order` | in which order units are read, so that a module is known before it is used |
//! | `facts` | what the declarations of a scope say about each name, wherever they say it |
//! | `parts` | where declarations end, and which assignments are statement functions |
//! | `entries`, `kept_by_entries`, `brought`, `unmentioned` | a subprogram for each ENTRY, and a module for what they keep together |
//! | `submodules` | what a submodule sees, and the bodies of separate module procedures |
//! | `uses`, `builtin`, `libraries` | what USE makes visible; the modules that come with the compiler; libraries that descriptions make known |
//! | `implicit` | the type of a name that has no declaration |
//! | `declare` | one symbol for each declared name: variable, constant, procedure … |
//! | `decls`, `records`, `interfaces` | declarations with their order, comments and spelling; the types go into the symbols |
//! | `kinds`, `literals` | what a kind means in bytes; constants |
//! | `names`, `exprs`, `apply`, `generics`, `bindings`, `statement_functions` | expressions: what is `a(i)`? |
//! | `select_type`, `polymorphic`, `dispatch`, `procedure_pointers` | what depends on the dynamic type of an object, or on where a pointer points |
//! | `copies` | whether a procedure bound to `assignment(=)` is a copy |
//! | `c_pointers` | C addresses that come back as pointers |
//! | `stmts`, `constructs`, `loops`, `labels`, `io`, `io_jumps` | statements |
//! | `comments`, `text` | comments, and text in the user's own spelling |
//! | `messages` | every diagnostic of this room |
//!
//! # Order of work
//! 1. All units of all files are entered, so that names are known whatever the order of files.
//! 2. Specification parts, modules before their users, hosts before what they contain.
//! 3. Bodies, hosts before what they contain: a name that the host uses without declaring it belongs to the host.
//!
//! # What is not here
//! Nothing about differentiation. What the IL has no node for is kept as text, its unit is marked
//! [`has_errors`](il::Unit::has_errors), and a warning says where: that unit is printed but never differentiated.

mod applied;
mod apply;
mod associate;
mod bindings;
mod brought;
mod builtin;
mod c_pointers;
mod comments;
mod constructs;
mod context;
mod copies;
mod declare;
mod decls;
mod definable;
mod dispatch;
mod entries;
mod exprs;
mod facts;
mod generics;
mod guesses;
mod implicit;
mod interfaces;
mod io;
#[doc(hidden)]
pub mod io_jumps;
mod kept_by_entries;
#[doc(hidden)]
pub mod kept_names;
mod kept_subscripts;
mod kinds;
mod labels;
mod libraries;
#[doc(hidden)]
pub mod literals;
mod loops;
mod messages;
mod names;
mod order;
mod parts;
mod pointers_handed_on;
mod polymorphic;
mod procedure_pointers;
mod ranks;
mod records;
mod select_type;
mod specification;
mod statement_functions;
mod stmts;
mod submodules;
#[doc(hidden)]
pub mod text;
mod type_rules;
mod units;
mod unmentioned;
mod uses;
mod walk;

use il::{Diagnostic, Program};

use crate::ast;
use context::Lower;
pub use libraries::{Library, asked_for, described};

/// Sizes that the command line may change (`-i8`, `-r8`, `-dr16`), in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Default INTEGER and LOGICAL.
    pub integer: u8,
    /// Default REAL.
    pub real: u8,
    /// DOUBLE PRECISION.
    pub double: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options { integer: 4, real: 4, double: 8 }
    }
}

/// Lowers all files of a run together, in any order, into `program`, which holds their texts.
///
/// What cannot be understood is in the diagnostics; a unit that has such a part is marked `has_errors`.
pub fn lower(files: Vec<ast::File>, program: &mut Program, options: &Options) -> Vec<Diagnostic> {
    lower_with(files, &[], program, options)
}

/// The same, with descriptions of modules and included files that none of the files defines.
pub fn lower_with(
    files: Vec<ast::File>,
    libraries: &[Library],
    program: &mut Program,
    options: &Options,
) -> Vec<Diagnostic> {
    let mut files = files;
    program.default_real = (options.real != 4).then_some(options.real);
    program.default_integer = (options.integer != 4).then_some(options.integer);
    entries::split(&mut files);
    ranks::split(&mut files);
    let mut cx = Lower::new(program, *options);
    let tops = units::enter(&mut cx, &files);
    libraries::enter(&mut cx, libraries);
    let order = order::by_use(&mut cx, &tops);
    for &unit in &order {
        cx.specification(unit);
    }
    for &unit in &order {
        cx.body(unit);
    }
    cx.close_types();
    cx.publish_bindings();
    cx.finish_pointer_calls();
    cx.finish_pointers_handed_on();
    cx.mark_recursive_dispatchers();
    libraries::leave(&mut cx, libraries);
    cx.finish()
}
