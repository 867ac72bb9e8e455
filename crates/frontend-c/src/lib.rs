//! C text to IL.
//!
//! The crate reads no file and runs nothing: its caller preprocesses (`$CC -E -dD`), asks [`user_files`] whose original text is wanted, and
//! hands both over. In layers: `preprocessed` (tokens and their lines), `original` and `align` (comments, directives and columns from the
//! user's own text), `nest` with `scope` (pieces, statements, typedef names), `grammar` (declarations and expressions), then `lower`
//! (names, types and effects resolved: the IL).
//!
//! Nothing here knows about differentiation, and nothing here panics: what cannot be read costs one diagnostic.

mod align;
pub mod ast;
mod brackets;
mod lower;
mod mistakes;
mod nest;
mod original;
mod parse;
mod parts;
mod preprocessed;
mod remarks;
mod scope;
mod tokens;
mod walk;

lalrpop_util::lalrpop_mod!(
    #[allow(clippy::all, missing_docs)]
    grammar
);

pub use lower::{Translation, lower};
pub use parse::parse;
pub use preprocessed::{renamed, user_files};
