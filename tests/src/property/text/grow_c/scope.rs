//! What can be named where a statement is made.

/// What a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A number.
    One,
    /// `n` numbers in a row.
    Row,
    /// `n` rows.
    Matrix,
}

/// A variable as expressions name it: `t`, `*s`, `c->b`. `#` stands for an index that is chosen where it is used.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub form: Form,
    /// `float`
    pub single: bool,
    pub writable: bool,
    /// Variables of different roots share no storage.
    pub root: String,
    /// Functions may reach it without being given it.
    pub global: bool,
}

/// A structure: `c`, `*p`, `cs[#]`.
#[derive(Clone, Debug)]
pub struct Structure {
    pub name: String,
    pub writable: bool,
    pub root: String,
}

impl Structure {
    /// What stands before the name of a member.
    pub fn access(&self) -> String {
        match self.name.strip_prefix('*') {
            Some(p) => format!("{p}->"),
            None => format!("{}.", self.name),
        }
    }
}

/// What statements of a function may use, and where they stand.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub vars: Vec<Var>,
    pub structures: Vec<Structure>,
    /// Integers from 0 to n - 1 that nothing here sets.
    pub counters: Vec<String>,
    /// Integers from 0 to n - 1, and whether they may be set.
    pub ints: Vec<(String, bool)>,
    /// Loops around, and whether `break` would leave a `switch` instead.
    pub loops: usize,
    pub in_switch: bool,
    /// Labels behind loops around.
    pub escapes: Vec<String>,
    /// How often this place runs in one run of the function, roughly, and the most that may be.
    pub runs: usize,
    pub most_runs: usize,
    /// Functions that may be called, by number.
    pub callable: Vec<usize>,
    /// Functions may be called in expressions.
    pub calls: bool,
    /// Only numbers, no jumps: the function `f`.
    pub pure: bool,
    /// A statement that leaves the function.
    pub leave: Option<String>,
    pub uses_globals: bool,
}

impl Scope {
    /// Adds a variable of its own storage.
    pub fn add(&mut self, name: &str, form: Form, single: bool, writable: bool) {
        self.vars.push(Var { name: name.into(), form, single, writable, root: root(name), global: false });
    }

    /// Adds a structure and its members.
    pub fn add_structure(&mut self, name: &str, writable: bool) {
        let structure = Structure { name: name.into(), writable, root: root(name) };
        let access = structure.access();
        for (member, form) in [("a", Form::One), ("b", Form::Row), ("q.a", Form::One), ("q.b", Form::Row)] {
            let name = format!("{access}{member}");
            self.vars.push(Var { name, form, single: false, writable, root: structure.root.clone(), global: false });
        }
        self.ints.push((format!("{access}k"), writable && !name.contains('#')));
        self.structures.push(structure);
    }
}

/// The variable that a name begins with.
pub fn root(name: &str) -> String {
    let name = name.trim_start_matches(['*', '&', '(']);
    name.split(['-', '.', '[']).next().unwrap_or(name).to_string()
}
