//! What the systems of inequalities about elements are about.

use il::{StmtId, SymbolId};

use crate::adjoint::plan::system::Linear;

/// An unknown of a system: a loop in the instance of the use or of the write, or an integer that does not change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Unknown {
    Turn {
        write: bool,
        of: StmtId,
    },
    Fixed(SymbolId),
    /// The element's position in a dimension.
    Element(usize),
    /// In a dimension that lies flat in memory: its position in its row.
    InRow(usize),
    /// The least or greatest of several, by its place in `Elements::choices`.
    Chosen {
        write: bool,
        of: usize,
    },
}

/// The turn of a loop.
pub(crate) fn turn(write: bool, of: StmtId) -> Linear<Unknown> {
    Linear::variable(Unknown::Turn { write, of })
}

/// `a = b`.
pub(crate) fn same(a: &Linear<Unknown>, b: &Linear<Unknown>, out: &mut Vec<Linear<Unknown>>) {
    if let (Some(x), Some(y)) = (a.minus(b), b.minus(a)) {
        out.extend([x, y]);
    }
}
