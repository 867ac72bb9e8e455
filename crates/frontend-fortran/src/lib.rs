//! Fortran text to IL, in layers that each know one thing.
//!
//! | file | from | to | knows |
//! | --- | --- | --- | --- |
//! | `lines` | text | physical lines | columns, tabs, `&`, comment markers |
//! | `statements` | lines | statements | `;`, includes, where each character comes from |
//! | `classify` | statement | class, keywords | keywords are not reserved |
//! | `tokens` | statement, keywords | tokens | words, numbers, strings |
//! | `grammar.lalrpop` | tokens | [`pieces::Piece`] | the inside of one statement |
//! | `blocks` | pieces | [`ast::Unit`] | what ends what |

pub mod ast;
pub mod lines;
pub mod messages;
pub mod scan;
pub mod statements;
