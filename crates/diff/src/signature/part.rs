//! Which derivative procedures there are, of what their argument lists are made, and what becomes of a derivative in them.

use il::SymbolId;

/// Which derivative procedure of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// Values and tangents.
    Tangent,
    /// Both sweeps in one procedure.
    Adjoint,
    /// Forward sweep of split mode.
    Forward,
    /// Backward sweep of split mode.
    Backward,
    /// The value of a leaf function and its partial derivatives (`adjoint/plan/partials.rs`).
    Partials,
    /// The value of a head and its gradient (`adjoint/gradient.rs`).
    Gradient,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 6] =
        [Part::Tangent, Part::Adjoint, Part::Forward, Part::Backward, Part::Partials, Part::Gradient];

    /// Its words in the header comment.
    pub fn title(self) -> &'static str {
        match self {
            Part::Tangent => "in forward (tangent) mode",
            Part::Adjoint => "in reverse (adjoint) mode",
            Part::Forward => "in reverse (adjoint) mode, forward sweep",
            Part::Backward => "in reverse (adjoint) mode, backward sweep",
            Part::Partials => "in reverse (adjoint) mode, value and partial derivatives",
            Part::Gradient => "in reverse (adjoint) mode, value and gradient",
        }
    }
}

/// One dummy argument of a derivative procedure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// Dummy `k` of the original.
    Primal(usize),
    /// The derivative of dummy `k`.
    Derivative(usize),
    /// The primal value of the function.
    Value,
    /// The derivative of the function's result.
    ResultDerivative,
    /// The partial derivative with respect to a global.
    Partial(SymbolId),
    /// How many directions there are, in multi-directional mode: the lift adds it, last.
    Directions,
}

/// What a derivative procedure returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returns {
    /// It is a subroutine.
    Nothing,
    /// The primal value.
    Value,
    /// The tangent of the result.
    Derivative,
}

/// What happens to a derivative variable between entry and exit (`conventions.md` §3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// Read only.
    In,
    /// Overwritten; its value on entry is ignored.
    Out,
    /// Read and changed.
    InOut,
    /// Only added to.
    Incr,
    /// Read, then zero.
    InZero,
    /// Read, then meaningless.
    InKilled,
    /// Neither read nor set for the caller.
    Local,
}

impl Status {
    /// Its word in header comments.
    pub fn word(self) -> &'static str {
        match self {
            Status::In => "in",
            Status::Out => "out",
            Status::InOut => "in-out",
            Status::Incr => "incr",
            Status::InZero => "in-zero",
            Status::InKilled => "in-killed",
            Status::Local => "(loc)",
        }
    }

    /// The status of something of which one part has `self` and another `other`.
    pub fn join(self, other: Status) -> Status {
        use Status::*;
        match (self, other) {
            (a, b) if a == b => a,
            (Local, x) | (x, Local) => x,
            _ => InOut,
        }
    }
}
