//! Random programs as old Fortran was written, legal by construction like those of [`super::grow`]: storage with several names (COMMON cut in several
//! ways, EQUIVALENCE, pieces of work arrays, arrays passed with other shapes), DATA and SAVE, ENTRY, labels and the jumps to them.
//!
//! Storage is made of areas, sequences of elements of one type, and every variable is a view of some of them. All elements of an area are set before
//! statements may read any; two views of one area never meet in a call that sets one of them.
//!
//! ```text
//! storage     areas and views; COMMON, EQUIVALENCE     units   subroutines, entries, functions; program: all of it
//! data        first values: DATA, BLOCK DATA, loops    calls   arguments that share nothing
//! expr        indices in bounds, expressions           stmt    statements
//! ranges      loops that together set a range          jumps   what labels are for
//! ```

mod calls;
mod data;
mod expr;
mod jumps;
mod program;
mod ranges;
mod stmt;
mod storage;
mod units;

use std::collections::BTreeSet;

use super::random::Random;
use super::sheet::{Node, Sheet};
use storage::{Block, View};
use units::Unit;

/// An integer whose values are between two bounds, or the elements of an array of them.
#[derive(Clone, Debug)]
pub struct Int {
    pub name: String,
    pub lo: i32,
    pub hi: i32,
    /// Elements 1 to this one.
    pub elements: Option<i32>,
    pub writable: bool,
}

impl Int {
    fn scalar(name: &str, lo: i32, hi: i32, writable: bool) -> Int {
        Int { name: name.into(), lo, hi, elements: None, writable }
    }
}

/// What statements may use, and where they stand.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub views: Vec<View>,
    pub ints: Vec<Int>,
    /// Areas that the unit names, and those that it sets; of what it calls, too.
    pub touched: BTreeSet<usize>,
    pub written: BTreeSet<usize>,
    /// Functions of one number, statement functions among them, and the areas that they read.
    pub functions: Vec<(String, Vec<usize>)>,
    /// Those that may be passed as arguments.
    pub passed: Vec<String>,
    /// Procedures that may be called, by number.
    pub callable: Vec<usize>,
    /// Names that get a type: integers, and numbers.
    pub integers: Vec<String>,
    pub numbers: Vec<String>,
    /// Names of procedures.
    pub externals: BTreeSet<String>,
    /// How many loops there are around.
    pub depth: usize,
    /// How often this place runs in one run of the unit, roughly, and the most that may be.
    pub runs: usize,
    pub most_runs: usize,
    /// Labels behind or at the end of what is around.
    pub escapes: Vec<String>,
    /// How the unit is left early, where it may be.
    pub returns: Vec<String>,
}

/// Makes one program.
pub struct Grower {
    r: Random,
    s: Scope,
    /// Free form, with a module or internal procedures; array statements.
    free: bool,
    /// No declarations of scalars.
    implicit: bool,
    names: usize,
    labels: usize,
    areas: usize,
    blocks: Vec<Block>,
    /// Variables of the module.
    module: Vec<View>,
    units: Vec<Unit>,
    /// Specifications of the unit that is being made.
    specification: Vec<Node>,
    /// Differentiated in several directions.
    directions: bool,
}

/// The program of a seed.
pub fn grow(seed: u64) -> Sheet {
    let mut r = Random::new(seed ^ 0x0f77_0f77);
    let free = r.chance(25);
    let mut g = Grower {
        s: Scope::default(),
        free,
        implicit: r.chance(60),
        names: 0,
        labels: 0,
        areas: 0,
        blocks: Vec::new(),
        module: Vec::new(),
        units: Vec::new(),
        specification: Vec::new(),
        directions: r.chance(20),
        r,
    };
    g.program()
}
