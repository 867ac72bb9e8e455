//! Random programs in C, legal by construction like those of [`super::grow`]: pointers, structures as values and by pointers, rows of matrices, memory
//! on the heap, walking pointers, jumps, side effects within expressions, and `float` beside `double`.
//!
//! ```text
//! scope       what can be named where a statement is made     functions   parameters, locals, the whole program
//! expr        expressions                                     stmt        statements
//! ```

mod expr;
mod functions;
mod scope;
mod stmt;

use super::random::Random;
use super::sheet::Sheet;
use functions::Function;
use scope::{Scope, Var};

/// Makes one program.
pub struct Grower {
    r: Random,
    s: Scope,
    names: usize,
    functions: Vec<Function>,
    globals: Vec<Var>,
    /// The number of elements: a macro or a parameter.
    n_is_parameter: bool,
    structures: bool,
    /// Some variables are `float`.
    single: bool,
    /// There is a function `f` of two numbers.
    function: bool,
    /// Differentiated in several directions.
    directions: bool,
}

/// The program of a seed.
pub fn grow(seed: u64) -> Sheet {
    let mut r = Random::new(seed ^ 0x00c0_ffee);
    let mut g = Grower {
        s: Scope::default(),
        names: 0,
        functions: Vec::new(),
        globals: Vec::new(),
        n_is_parameter: r.chance(60),
        structures: r.chance(60),
        single: r.chance(20),
        function: r.chance(60),
        directions: r.chance(20),
        r,
    };
    g.program()
}
