//! Random programs in Fortran, legal by construction: every variable has a value before it is used, indices stay in bounds, loops end, nothing is
//! set through two names. Numbers stay moderate, and where a value jumps is rarely near.
//!
//! ```text
//! scope       what can be named where a statement is made     procedures  dummies, locals, modules, the whole program
//! expr        expressions by shape                            calls       arguments that share nothing
//! stmt        statements                                storage     what is allocated, absent or shared
//! ```

mod calls;
mod expr;
mod procedures;
mod scope;
mod stmt;
mod storage;

use super::random::Random;
use super::sheet::{Shape, Sheet};
use procedures::Procedure;
use scope::{Scope, Var};

/// Makes one program.
pub struct Grower {
    r: Random,
    s: Scope,
    names: usize,
    labels: usize,
    procedures: Vec<Procedure>,
    globals: Vec<Var>,
    /// Pointers of this procedure and what they may point to.
    pointers: Vec<(String, Shape)>,
    targets: Vec<String>,
    arrays_of_structures: Vec<String>,
    /// There is a module `m`; procedures are in it; callers know their interfaces.
    module: bool,
    in_module: bool,
    interfaces: bool,
    /// `n` is an argument everywhere, not a constant.
    n_is_dummy: bool,
    types: bool,
    /// There is a COMMON block.
    common: bool,
    /// There is a function `f`, an elemental function `fe`, a function with effects `g`.
    function: bool,
    elemental: bool,
    effects: bool,
    effects_declared: bool,
    /// Differentiated in several directions.
    directions: bool,
    /// The integer that says how many elements the sections of `Shape::Less` have where it is not `n - 1`.
    length: Option<String>,
}

/// The program of a seed.
pub fn grow(seed: u64) -> Sheet {
    let mut r = Random::new(seed);
    let module = r.chance(65);
    let in_module = module && r.chance(60);
    let mut g = Grower {
        s: Scope::default(),
        names: 0,
        labels: 0,
        procedures: Vec::new(),
        globals: Vec::new(),
        pointers: Vec::new(),
        targets: Vec::new(),
        arrays_of_structures: Vec::new(),
        module,
        in_module,
        interfaces: in_module,
        n_is_dummy: r.chance(40),
        types: module && r.chance(50),
        common: !in_module && r.chance(40),
        function: r.chance(50),
        elemental: in_module && r.chance(35),
        effects: r.chance(25),
        effects_declared: false,
        directions: r.chance(20),
        length: None,
        r,
    };
    g.program()
}
