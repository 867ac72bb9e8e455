//! What runs procedures: values in, values out.

use super::places::Shape;

/// What a place that nobody should read holds. It is finite, so that it can be carried through a procedure that does not touch it, and so
/// strange that using it is seen.
pub const POISON: f64 = -7.070_707e5;

/// The values of one run.
#[derive(Clone, Debug)]
pub struct Values {
    /// The shape of each leaf.
    pub shapes: Vec<Shape>,
    /// The numbers of each leaf. NaN: not defined.
    pub numbers: Vec<Vec<f64>>,
}

/// What came out of one run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The numbers of each leaf after the run.
    pub numbers: Vec<Vec<f64>>,
    /// How long the call took.
    pub seconds: f64,
}

/// Runs one procedure.
pub trait Engine {
    /// Runs it once for each set of values. The error says what went wrong, in a few lines.
    fn run(&mut self, runs: &[Values]) -> Result<Vec<Outcome>, String>;
}
