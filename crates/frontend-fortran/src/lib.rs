//! Fortran text to IL, in layers that each know one thing.
//!
//! | file | from | to | knows |
//! | --- | --- | --- | --- |
//! | `cpp` | text | text | `#if`, `#include`, macros |
//! | `lines` | text | physical lines | columns, tabs, `&`, comment markers |
//! | `statements` | lines | statements | `;`, includes, where each character comes from |
//! | `classify` | statement | class, keywords | keywords are not reserved |
//! | `tokens` | statement, keywords | tokens | words, numbers, strings |
//! | `grammar.lalrpop` | tokens | [`pieces::Piece`] | the inside of one statement |
//! | `blocks` | pieces | [`ast::Unit`] | what ends what |
//! | [`lower`] | units | [`il::Program`] | names, types, everything that needs a symbol table |

pub use lines::{FIXED_WIDTH, Options};
pub use parse::parse;
pub use statements::{Loader, NoIncludes};

pub mod ast;
pub mod blocks;
pub mod classify;
pub mod cpp;
pub mod lines;
pub mod lower;
pub mod make;
pub mod messages;
pub mod parse;
pub mod pieces;
pub mod scan;
pub mod source_form;
pub mod statements;
pub mod tokens;

#[allow(clippy::all, unused, missing_docs)]
mod grammar {
    lalrpop_util::lalrpop_mod!(pub grammar);
    pub use grammar::*;
}
