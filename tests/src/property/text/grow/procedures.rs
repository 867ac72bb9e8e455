//! Procedures: dummies, locals, what they hold at first, and bodies.

use super::Grower;
use super::scope::{Scope, Var};
use super::storage::{COMMON, common_declarations, common_values};
use crate::property::text::sheet::{Base, Language, Node, Shape, Sheet, parts};

const REAL: Base = Base::Real;

/// What a dummy is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// `n`
    N,
    /// An integer between 1 and n.
    Index,
    Real(Shape),
    Complex,
    /// `type(t0)`
    Structure,
    /// An allocatable array of one dimension.
    Allocatable,
    /// `type(t2)`
    Held,
}

/// What becomes of a dummy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    In,
    Out,
    InOut,
}

#[derive(Clone, Debug)]
pub struct Dummy {
    pub name: String,
    pub what: What,
    pub intent: Intent,
    /// A caller may leave it out.
    pub optional: bool,
}

impl Dummy {
    pub fn new(name: impl Into<String>, what: What, intent: Intent) -> Self {
        Dummy { name: name.into(), what, intent, optional: false }
    }
}

/// A procedure that others may call.
#[derive(Clone, Debug)]
pub struct Procedure {
    pub name: String,
    pub dummies: Vec<Dummy>,
    pub function: bool,
    /// It reads or sets variables of the module, or what it calls does.
    pub uses_globals: bool,
    /// It reads or sets variables of its host.
    pub host: bool,
    /// Statements of a run, roughly.
    pub cost: usize,
}

impl Grower {
    /// Dimensions as a declaration has them.
    fn dims(&mut self, shape: Shape, dummy: bool) -> String {
        let one = if dummy && self.interfaces && self.r.chance(40) {
            ":"
        } else if self.r.chance(70) {
            "n"
        } else {
            "4"
        };
        match shape {
            Shape::One => String::new(),
            Shape::Square => format!("({one}, {one})"),
            _ => format!("({one})"),
        }
    }

    fn declare_dummy(&mut self, d: &Dummy, locals: &mut Vec<Node>) {
        let intent = match d.intent {
            Intent::In => ", intent(in)",
            Intent::Out => ", intent(out)",
            // Without an intent it is the same.
            Intent::InOut if self.r.chance(30) => "",
            Intent::InOut => ", intent(inout)",
        };
        let (ty, shape) = match d.what {
            What::N | What::Index => ("integer", Shape::One),
            What::Real(s) => ("real(8)", s),
            What::Complex => ("complex(8)", Shape::One),
            What::Structure => ("type(t0)", Shape::One),
            What::Allocatable => ("real(8), allocatable", Shape::Whole),
            What::Held => ("type(t2)", Shape::One),
        };
        let dims = if d.what == What::Allocatable { "(:)".into() } else { self.dims(shape, true) };
        let optional = if d.optional { ", optional" } else { "" };
        locals.push(Node::Line(parts![format!("{ty}{intent}{optional} :: {}{dims}", d.name)]));
    }

    /// Random dummies for a procedure.
    fn dummies(&mut self, count: usize, function: bool, head: bool) -> Vec<Dummy> {
        let mut out = Vec::new();
        if self.n_is_dummy {
            out.push(Dummy::new("n", What::N, Intent::In));
        }
        for k in 0..count {
            let what = match self.r.weighted(&[8, 6, 2, 1, 2, 1, 2, 2]) {
                0 => What::Real(Shape::One),
                1 => What::Real(Shape::Whole),
                2 => What::Real(Shape::Square),
                3 => What::Complex,
                4 if self.types => What::Structure,
                5 => What::Index,
                6 if self.interfaces => What::Allocatable,
                7 if self.types => What::Held,
                _ => What::Real(Shape::One),
            };
            let letter = match what {
                What::Real(Shape::One) => "s",
                What::Real(Shape::Square) => "m",
                What::Real(_) => "x",
                What::Complex => "z",
                What::Structure => "c",
                What::Allocatable => "al",
                What::Held => "hd",
                What::N | What::Index => "j",
            };
            let intent = match self.r.weighted(&[if head { 3 } else { 5 }, 2, 5]) {
                _ if what == What::Index => Intent::In,
                0 => Intent::In,
                // A structure is not set whole at once: it comes with values.
                1 if !matches!(what, What::Structure | What::Held) && !function => Intent::Out,
                _ => Intent::InOut,
            };
            out.push(Dummy::new(format!("{letter}{k}"), what, intent));
        }
        if !out.iter().any(|d| d.intent != Intent::In && d.what == What::Real(Shape::One)) && !function {
            out.push(Dummy::new("sr", What::Real(Shape::One), Intent::InOut));
        }
        if head {
            if !out.iter().any(|d| d.intent != Intent::In && d.what == What::Real(Shape::Whole)) {
                out.push(Dummy::new("xr", What::Real(Shape::Whole), Intent::InOut));
            }
            if !out.iter().any(|d| d.intent == Intent::In && matches!(d.what, What::Real(_))) {
                out.push(Dummy::new("si", What::Real(Shape::One), Intent::In));
            }
        } else {
            out.extend(self.optional_dummy());
        }
        out
    }

    /// Enters the scope of a procedure: dummies, globals, locals. Gives declarations and first statements.
    fn enter(&mut self, dummies: &[Dummy], around: Scope, result: Option<&str>) -> (Vec<Node>, Vec<Node>) {
        let (mut decls, mut first) = (Vec::new(), Vec::new());
        self.s = around;
        self.s.directions = self.directions;
        self.pointers.clear();
        self.targets.clear();
        for d in dummies {
            self.declare_dummy(d, &mut decls);
            let writable = d.intent != Intent::In;
            if d.intent == Intent::Out || d.optional {
                continue;
            }
            match d.what {
                What::N => {}
                What::Index => self.s.ints.push((d.name.clone(), false)),
                What::Real(shape) => self.s.add(&d.name, REAL, shape, writable),
                What::Complex => self.s.add(&d.name, Base::Complex, Shape::One, writable),
                What::Structure => self.s.add_structure(&d.name, writable, false),
                What::Allocatable => self.s.add_allocatable(&d.name, writable),
                What::Held => self.s.add_held(&d.name, writable),
            }
        }
        for d in dummies.iter().filter(|d| d.intent == Intent::Out) {
            let mut line = parts![format!("{} = ", d.name)];
            match d.what {
                What::Real(shape) => {
                    line.extend(parts![self.real(Shape::One, 2)]);
                    first.push(Node::Line(line));
                    self.s.add(&d.name, REAL, shape, true);
                }
                What::Complex => {
                    line.extend(parts![self.complex(0)]);
                    first.push(Node::Line(line));
                    self.s.add(&d.name, Base::Complex, Shape::One, true);
                }
                What::Allocatable => {
                    first.push(Node::Fixed(parts![format!("allocate({}(n))", d.name)]));
                    line.extend(parts![self.real(Shape::One, 2)]);
                    first.push(Node::Fixed(line));
                    self.s.add_allocatable(&d.name, true);
                }
                What::N | What::Index | What::Structure | What::Held => {}
            }
        }
        if let Some(name) = result {
            decls.push(Node::Fixed(parts![format!("real(8) :: {name}")]));
            let e = self.real(Shape::One, 1);
            first.push(Node::Line(parts![format!("{name} = "), e]));
            self.s.add(name, REAL, Shape::One, true);
        }
        self.locals(&mut decls, &mut first);
        (decls, first)
    }

    fn locals(&mut self, decls: &mut Vec<Node>, first: &mut Vec<Node>) {
        let pure = self.s.pure;
        let tag = self.fresh("");
        for k in 0..self.r.within(1, 2) {
            let name = format!("t{k}_{tag}");
            decls.push(Node::Line(parts![format!("real(8) :: {name}")]));
            let e = self.real(Shape::One, 1);
            first.push(Node::Line(parts![format!("{name} = "), e]));
            self.s.add(&name, REAL, Shape::One, true);
        }
        if pure {
            return;
        }
        if self.r.chance(60) {
            let name = format!("v{tag}");
            let e = self.real(Shape::One, 1);
            if self.r.chance(25) {
                decls.push(Node::Line(parts![format!("real(8), allocatable :: {name}(:)")]));
                first.push(Node::Line(parts![format!("allocate({name}(n))")]));
                self.s.allocatables.push((name.clone(), true));
            } else {
                let dims = self.dims(Shape::Whole, false);
                decls.push(Node::Line(parts![format!("real(8) :: {name}{dims}")]));
            }
            first.push(Node::Line(parts![format!("{name} = "), e]));
            self.s.add(&name, REAL, Shape::Whole, true);
        }
        if self.r.chance(30) {
            let name = format!("mm{tag}");
            let dims = self.dims(Shape::Square, false);
            decls.push(Node::Line(parts![format!("real(8) :: {name}{dims}")]));
            let e = self.real(Shape::One, 1);
            first.push(Node::Line(parts![format!("{name} = "), e]));
            self.s.add(&name, REAL, Shape::Square, true);
        }
        for k in 0..self.r.within(1, 2) {
            let name = format!("k{k}_{tag}");
            decls.push(Node::Line(parts![format!("integer :: {name}")]));
            first.push(Node::Line(parts![format!("{name} = {}", k + 1)]));
            self.s.ints.push((name, true));
        }
        if self.r.chance(30) {
            let (name, i) = (format!("ix{tag}"), self.new_integer("i"));
            decls.push(Node::Line(parts![format!("integer :: {name}(4)")]));
            let once = self.r.chance(60);
            let value = if once { format!("mod({i}*3 + 1, n) + 1") } else { format!("mod({i}*{i} + 1, n) + 1") };
            first.push(Node::Block(
                vec![(parts![format!("do {i} = 1, n")], vec![Node::Line(parts![format!("{name}({i}) = {value}")])])],
                parts!["end do"],
            ));
            self.s.lists.push((name, once));
        }
        if self.r.chance(20) {
            let name = format!("zl{tag}");
            decls.push(Node::Line(parts![format!("complex(8) :: {name}")]));
            let e = self.complex(0);
            first.push(Node::Line(parts![format!("{name} = "), e]));
            self.s.add(&name, Base::Complex, Shape::One, true);
        }
        if self.types && self.r.chance(35) {
            let name = format!("p{tag}");
            decls.push(Node::Line(parts![format!("type(t0) :: {name}")]));
            let (a, b) = (self.real(Shape::One, 0), self.real(Shape::One, 1));
            first.push(Node::Line(parts![
                format!("{name} = t0("),
                a.clone(),
                ", 2, spread(",
                b.clone(),
                ", 1, 4), t1(",
                b,
                ", spread(",
                a,
                ", 1, 4)))"
            ]));
            self.s.add_structure(&name, true, false);
            if self.r.chance(40) {
                let array = format!("ps{tag}");
                decls.push(Node::Line(parts![format!("type(t0) :: {array}(4)")]));
                let e = self.real(Shape::One, 1);
                first.push(Node::Line(parts![format!("{array} = {name}")]));
                first.push(Node::Line(parts![format!("{array}(2)%a = "), e]));
                self.arrays_of_structures.push(array.clone());
                self.s.add_structure(&format!("{array}(#)"), true, false);
            }
        }
        if self.types && self.r.chance(30) {
            self.held_locals(decls, first, &tag);
        }
        if self.r.chance(12) {
            for k in 0..2 {
                let name = format!("tg{k}_{tag}");
                decls.push(Node::Line(parts![format!("real(8), target :: {name}(4)")]));
                let e = self.real(Shape::One, 1);
                first.push(Node::Line(parts![format!("{name} = "), e]));
                self.s.add(&name, REAL, Shape::Whole, true);
                self.targets.push(name);
            }
            let first_target = self.targets[0].clone();
            let (one, whole) = (format!("q{tag}"), format!("qs{tag}"));
            decls.push(Node::Line(parts![format!("real(8), pointer :: {one}, {whole}(:)")]));
            first.push(Node::Line(parts![format!("{whole} => {first_target}")]));
            first.push(Node::Line(parts![format!("{one} => {first_target}(2)")]));
            self.s.add(&one, REAL, Shape::One, true);
            self.s.add(&whole, REAL, Shape::Whole, true);
            self.pointers.push((one, Shape::One));
            self.pointers.push((whole, Shape::Whole));
        }
    }

    /// A whole procedure.
    #[allow(clippy::too_many_arguments)]
    fn procedure(
        &mut self,
        name: &str,
        dummies: Vec<Dummy>,
        result: Option<&str>,
        prefix: &str,
        around: Scope,
        statements: usize,
        depth: usize,
        inner: bool,
    ) -> Node {
        let host = around.vars.iter().any(|v| v.root == "\u{2}");
        let (mut decls, mut body) = self.enter(&dummies, around, result);
        let mut contained = Vec::new();
        if inner {
            // A procedure inside sees what was declared so far.
            let own = self.s.clone();
            let (pointers, targets) = (std::mem::take(&mut self.pointers), std::mem::take(&mut self.targets));
            let mut below = own.clone();
            below.decls = Vec::new();
            below.callable = Vec::new();
            below.most_runs = 4;
            below.runs = 1;
            below.vars.retain(|v| !targets.contains(&v.root) && !pointers.iter().any(|p| p.0 == v.root));
            let dummies =
                vec![Dummy::new("h1", What::Real(Shape::One), Intent::In), Dummy::new("h2", What::Index, Intent::In)];
            let n = self.procedures.len();
            contained.push(self.procedure("h0", dummies, None, "", below, 3, 1, false));
            if let Some(p) = self.procedures.get_mut(n) {
                p.host = true;
            }
            let uses = self.s.uses_globals;
            self.s = own;
            self.s.uses_globals |= uses;
            self.s.callable.push(n);
            (self.pointers, self.targets) = (pointers, targets);
        }
        body.extend(self.body(statements, depth));
        body.extend(self.where_present(&dummies));
        decls.extend(std::mem::take(&mut self.s.decls));
        self.procedures.push(Procedure {
            name: name.into(),
            dummies: dummies.clone(),
            function: result.is_some(),
            uses_globals: self.s.uses_globals,
            host,
            cost: 3 + self.s.most_runs,
        });
        let names: Vec<&str> = dummies.iter().map(|d| d.name.as_str()).collect();
        let (word, tail) = match result {
            Some(r) => ("function", format!(" result({r})")),
            None => ("subroutine", String::new()),
        };
        let head = parts![format!("{prefix}{word} {name}({}){tail}", names.join(", "))];
        let (mut inside, mut inside_first) = (Vec::new(), Vec::new());
        if !self.in_module && !host {
            if self.module {
                inside.push(Node::Line(parts!["use m"]));
            }
            inside.push(Node::Fixed(parts!["implicit none"]));
            if !self.module && !self.n_is_dummy {
                inside.push(Node::Line(parts!["integer, parameter :: n = 4"]));
            }
            if !self.module {
                for f in [self.function.then_some("f"), self.effects_declared.then_some("g")].into_iter().flatten() {
                    if f != name {
                        inside.push(Node::Line(parts![format!("real(8), external :: {f}")]));
                    }
                }
            }
        }
        if self.common && !host && self.s.vars.iter().any(|v| v.root == COMMON[0]) {
            inside.extend(common_declarations());
            if name == "main" {
                inside_first.extend(common_values());
            }
        }
        inside.extend(decls);
        inside.extend(inside_first);
        inside.extend(body);
        let mut arms = vec![(head, inside)];
        if !contained.is_empty() {
            arms.push((parts!["contains"], contained));
        }
        Node::Block(arms, parts![format!("end {word} {name}")])
    }

    /// Scope of a new procedure: the module's variables.
    fn outer(&mut self, most_runs: usize) -> Scope {
        let mut s = Scope { runs: 1, most_runs, calls: true, may_return: true, ..Scope::default() };
        for v in &self.globals {
            s.vars.push(v.clone());
        }
        if self.common {
            s.add_common();
        }
        if self.globals.iter().any(|v| v.root == "gp") {
            s.structures.push(super::scope::Structure {
                name: "gp".into(),
                writable: true,
                root: "gp".into(),
                global: true,
            });
        }
        s
    }

    /// Variables of the module, and its types.
    fn module_variables(&mut self, out: &mut Vec<Node>) {
        if !self.n_is_dummy {
            out.push(Node::Line(parts!["integer, parameter :: n = 4"]));
        }
        if self.types {
            for (name, inside) in [
                ("t1", &["real(8) :: a", "real(8) :: b(4)"][..]),
                ("t0", &["real(8) :: a", "integer :: k", "real(8) :: b(4)", "type(t1) :: q"]),
                ("t2", &["real(8), allocatable :: w(:)", "real(8) :: a"]),
            ] {
                let lines = inside.iter().map(|l| Node::Line(parts![*l])).collect();
                out.push(Node::Block(
                    vec![(parts![format!("type {name}")], lines)],
                    parts![format!("end type {name}")],
                ));
            }
        }
        let global = |name: &str, shape: Shape| Var {
            name: name.into(),
            base: REAL,
            shape,
            writable: true,
            root: super::scope::root(name),
            global: true,
        };
        if self.r.chance(70) {
            let value = if self.r.chance(60) { " = 0.7d0" } else { "" };
            out.push(Node::Line(parts![format!("real(8) :: g0{value}")]));
            self.globals.push(global("g0", Shape::One));
        }
        if self.r.chance(40) {
            out.push(Node::Line(parts!["real(8) :: g1(4) = 0.4d0"]));
            self.globals.push(global("g1", Shape::Whole));
        }
        if self.types && self.r.chance(25) {
            out.push(Node::Line(parts!["type(t0) :: gp"]));
            for (name, shape) in
                [("gp%a", Shape::One), ("gp%b", Shape::Whole), ("gp%q%a", Shape::One), ("gp%q%b", Shape::Whole)]
            {
                self.globals.push(global(name, shape));
            }
        }
    }

    /// The whole program.
    pub fn program(&mut self) -> Sheet {
        let mut module: Vec<Node> = Vec::new();
        if self.module {
            module.push(Node::Fixed(parts!["implicit none"]));
            self.module_variables(&mut module);
        }
        let n_dummy = self.n_is_dummy;
        let mut units: Vec<Node> = Vec::new();
        let scalar = |name: &str| Dummy::new(name, What::Real(Shape::One), Intent::In);
        // Pure functions first: everything may call them.
        self.n_is_dummy = false;
        for (name, prefix) in [("f", ""), ("fe", "elemental ")] {
            let wanted = if name == "f" { self.function } else { self.elemental };
            if wanted {
                let around = Scope { runs: 1, most_runs: 1, pure: true, ..Scope::default() };
                let count = self.r.within(1, 3);
                let prefix = if name == "f" && self.r.chance(40) { "pure " } else { prefix };
                let around_interfaces = std::mem::replace(&mut self.interfaces, false);
                let (f, fe) =
                    (std::mem::replace(&mut self.function, false), std::mem::replace(&mut self.elemental, false));
                let module = std::mem::replace(&mut self.module, false);
                self.n_is_dummy = true;
                units.push(self.procedure(
                    name,
                    vec![scalar("a"), scalar("b")],
                    Some("r"),
                    prefix,
                    around,
                    count,
                    0,
                    false,
                ));
                self.n_is_dummy = false;
                self.module = module;
                (self.function, self.elemental) = (f, fe);
                self.interfaces = around_interfaces;
                self.procedures.pop();
            }
        }
        self.n_is_dummy = n_dummy;
        if self.effects {
            let around = self.outer(2);
            let count = self.r.within(1, 2);
            let dummies = self.dummies(count, true, false);
            let statements = self.r.within(1, 3);
            units.push(self.procedure("g", dummies, Some("r"), "", around, statements, 1, false));
            self.effects_declared = true;
        }
        for (k, name) in ["p1", "p0"].iter().enumerate() {
            if self.r.chance(75) {
                let mut around = self.outer([8, 12][k]);
                around.callable = (0..self.procedures.len()).collect();
                let count = self.r.within(1, 4);
                let dummies = self.dummies(count, false, false);
                let statements = self.r.within(2, 4);
                let directive = self.r.chance(6);
                let made = self.procedure(name, dummies, None, "", around, statements, 2, false);
                if directive {
                    units.push(Node::Line(parts!["!$AD NOCHECKPOINT"]));
                }
                units.push(made);
            }
        }
        let mut around = self.outer(40);
        around.callable = (0..self.procedures.len()).collect();
        let count = self.r.within(2, 5);
        let inside = self.in_module && self.r.chance(60);
        // What is allocatable wants an explicit interface.
        let interfaces = std::mem::replace(&mut self.interfaces, inside);
        let mut dummies = self.dummies(count, false, true);
        self.interfaces = interfaces;
        let function = self.r.chance(10);
        // The head of an explicit interface may be anything; others have what every caller knows.
        if function {
            dummies.iter_mut().filter(|d| d.intent == Intent::Out).for_each(|d| d.intent = Intent::InOut);
        }
        let statements = self.r.within(3, 8);
        let inner = self.r.chance(20);
        let names: Vec<String> = dummies.iter().map(|d| d.name.clone()).collect();
        let kinds = dummies.clone();
        let (around_module, around_interfaces) = (self.in_module, self.interfaces);
        if !inside {
            self.in_module = false;
            self.interfaces = false;
        }
        let main = self.procedure("main", dummies, function.then_some("res"), "", around, statements, 3, inner);
        (self.in_module, self.interfaces) = (around_module, around_interfaces);
        let mut nodes = Vec::new();
        if self.module {
            let mut arms = vec![(parts!["module m"], module)];
            let mut outside = Vec::new();
            if self.in_module && !units.is_empty() {
                let mut inside_units = units;
                if inside {
                    inside_units.push(main);
                } else {
                    outside.push(main);
                }
                arms.push((parts!["contains"], inside_units));
            } else {
                outside.extend(units);
                if inside {
                    arms.push((parts!["contains"], vec![main]));
                } else {
                    outside.push(main);
                }
            }
            nodes.push(Node::Block(arms, parts!["end module m"]));
            nodes.extend(outside);
        } else {
            nodes.extend(units);
            nodes.push(main);
        }
        let mut inputs = String::new();
        for d in &kinds {
            match d.what {
                What::N => inputs.push_str("n = 4\n"),
                What::Index => inputs.push_str(&format!("{} = {}\n", d.name, self.r.within(1, 4))),
                What::Structure => inputs.push_str(&format!("{}%k = {}\n", d.name, self.r.within(1, 4))),
                What::Allocatable => inputs.push_str(&format!("{}(4) = 0.5 .. 1.5\n", d.name)),
                What::Held => inputs.push_str(&format!("{}%w(4) = 0.5 .. 1.5\n", d.name)),
                What::Real(_) | What::Complex => {
                    let extents = match d.what {
                        What::Real(Shape::Whole) => "(4)",
                        What::Real(Shape::Square) => "(4, 4)",
                        _ => "",
                    };
                    let range = if self.r.chance(40) { "-1 .. 1" } else { "0.5 .. 1.5" };
                    inputs.push_str(&format!("{}{extents} = {range}\n", d.name))
                }
            }
        }
        if self.globals.iter().any(|v| v.root == "gp") {
            inputs.push_str("gp%k = 2\n");
        }
        let head = self.head(&kinds, &names);
        let options = self.options();
        Sheet { language: Language::Fortran, nodes, head, inputs, options }
    }

    fn head(&mut self, kinds: &[Dummy], names: &[String]) -> String {
        if self.r.chance(55) {
            return "main".into();
        }
        let real = |d: &&Dummy| !matches!(d.what, What::N | What::Index);
        let list = |g: &mut Self, wanted: Intent| -> Vec<String> {
            let of: Vec<String> = kinds
                .iter()
                .filter(real)
                .filter(|d| d.intent == Intent::InOut || d.intent == wanted)
                .map(|d| d.name.clone())
                .collect();
            let mut some: Vec<String> = of.iter().filter(|_| g.r.chance(60)).cloned().collect();
            if some.is_empty() {
                some.extend(g.r.pick(&of));
            }
            some
        };
        let (from, to) = (list(self, Intent::In), list(self, Intent::Out));
        if from.is_empty() || to.is_empty() || names.is_empty() {
            return "main".into();
        }
        format!("main({})\\({})", from.join(" "), to.join(" "))
    }

    fn options(&mut self) -> Vec<Vec<String>> {
        let mut out = crate::property::text::random::options(&mut self.r, self.directions);
        if self.r.chance(25) {
            let own: Vec<String> =
                self.procedures.iter().filter(|p| p.name != "main" && !p.host).map(|p| p.name.clone()).collect();
            let some: Vec<String> = own.into_iter().filter(|_| self.r.chance(70)).collect();
            if !some.is_empty() {
                out.push(vec!["-nocheckpoint".into(), some.join(" ")]);
            }
        }
        out
    }
}
