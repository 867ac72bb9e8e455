//! What can be named where a statement is made.

use crate::property::text::sheet::{Base, Node, Shape};

/// A variable, or a component of one. `#` in its name stands for an index that is chosen where it is used.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub base: Base,
    pub shape: Shape,
    pub writable: bool,
    /// Variables of different roots share no storage.
    pub root: String,
    /// Procedures may reach it without being given it.
    pub global: bool,
}

/// A loop counter: it runs within `lo` … `n - less`.
#[derive(Clone, Debug)]
pub struct Counter {
    pub name: String,
    pub lo: i32,
    pub less: i32,
}

/// A structure of type `t0`; an array of them when its name has a `#`.
#[derive(Clone, Debug)]
pub struct Structure {
    pub name: String,
    pub writable: bool,
    pub root: String,
    pub global: bool,
}

/// What statements of a procedure may use, and where they stand.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub vars: Vec<Var>,
    pub structures: Vec<Structure>,
    pub counters: Vec<Counter>,
    /// Integers between 1 and n, and whether they may be set.
    pub ints: Vec<(String, bool)>,
    /// Integer arrays of values between 1 and n; no value twice?
    pub lists: Vec<(String, bool)>,
    /// Declarations that statements need.
    pub decls: Vec<Node>,
    /// Names of the loops around, outermost first.
    pub loops: Vec<Option<String>>,
    /// Labels that stand behind loops around.
    pub escapes: Vec<String>,
    /// How often this place runs in one run of the procedure, roughly.
    pub runs: usize,
    /// The most that may be.
    pub most_runs: usize,
    /// Procedures that may be called, by number.
    pub callable: Vec<usize>,
    /// Roots that expressions keep away from.
    pub banned: Vec<String>,
    /// Functions may be called in expressions.
    pub calls: bool,
    /// Only scalars, no jumps and no calls with effects: elemental and pure procedures.
    pub pure: bool,
    /// Statement of a `return`, where one is allowed.
    pub may_return: bool,
    /// The program is differentiated in several directions.
    pub directions: bool,
    /// Allocatable arrays and components, which are allocated, and whether they may be set.
    pub allocatables: Vec<(String, bool)>,
    /// Structures of type `t2`, which has an allocatable component, and whether they may be set.
    pub held: Vec<(String, bool)>,
    /// What this scope itself does that callers must know.
    pub uses_globals: bool,
}

impl Scope {
    /// Adds a variable.
    pub fn add(&mut self, name: &str, base: Base, shape: Shape, writable: bool) {
        self.vars.push(Var { name: name.into(), base, shape, writable, root: root(name), global: false });
    }

    /// Adds the components of a structure of type `t0` (with `#` in the name: of an array of them).
    pub fn add_structure(&mut self, name: &str, writable: bool, global: bool) {
        let root = root(name);
        let mut add = |name: String, base: Base, shape: Shape| {
            self.vars.push(Var { name, base, shape, writable, root: root.clone(), global });
        };
        for inner in ["", "%q"] {
            add(format!("{name}{inner}%a"), Base::Real, Shape::One);
            add(format!("{name}{inner}%b"), Base::Real, Shape::Whole);
        }
        if let Some(array) = name.strip_suffix("(#)") {
            // Not in several directions: a component of all structures would have two dimensions.
            if self.directions {
                self.structures.push(Structure { name: name.into(), writable, root, global });
                return;
            }
            add(format!("{array}%a"), Base::Real, Shape::Whole);
            add(format!("{array}%q%a"), Base::Real, Shape::Whole);
        } else {
            self.ints.push((format!("{name}%k"), writable && !global));
        }
        self.structures.push(Structure { name: name.into(), writable, root, global });
    }
}

/// The variable that a name begins with.
pub fn root(name: &str) -> String {
    name.split(['%', '(']).next().unwrap_or(name).to_string()
}
