//! Functions: parameters, locals, calls, and the whole program.

use super::Grower;
use super::scope::{Form, Scope, Var, root};
use crate::property::text::sheet::{Base, Language, Node, Part, Shape, Sheet, X, parts};

/// What a parameter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    N,
    Index,
    /// A number by value.
    Value,
    /// A pointer to a number.
    One,
    Row,
    Matrix,
    /// `pack *`
    Structure,
    /// `pack`
    Pack,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub what: What,
    pub single: bool,
    /// It is set through.
    pub written: bool,
}

/// A function that others may call.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub value: bool,
    pub uses_globals: bool,
    /// Statements of a run, roughly.
    pub cost: usize,
}

impl Grower {
    fn parameters(&mut self, count: usize, head: bool) -> Vec<Parameter> {
        let mut out = Vec::new();
        let parameter = |name: String, what, single, written| Parameter { name, what, single, written };
        if self.n_is_parameter {
            out.push(parameter("n".into(), What::N, false, false));
        }
        for k in 0..count {
            let what = match self.r.weighted(&[4, 5, 6, 2, 3, 1, 1]) {
                0 => What::Value,
                1 => What::One,
                2 => What::Row,
                3 => What::Matrix,
                4 if self.structures => What::Structure,
                5 => What::Index,
                6 if self.structures && !head => What::Pack,
                _ => What::Row,
            };
            let letter = match what {
                What::Value => "a",
                What::One => "s",
                What::Row => "x",
                What::Matrix => "m",
                What::Structure => "c",
                What::Pack => "v",
                What::N | What::Index => "j",
            };
            let single = self.single && matches!(what, What::Value | What::One | What::Row) && self.r.chance(40);
            let written = match what {
                What::Value | What::N | What::Index | What::Pack => false,
                What::Matrix => true,
                _ => self.r.chance(70),
            };
            out.push(parameter(format!("{letter}{k}"), what, single, written));
        }
        if !out.iter().any(|p| p.written) {
            out.push(parameter("sr".into(), What::One, false, true));
        }
        if head {
            out.push(parameter("xr".into(), What::Row, false, true));
            out.push(parameter("ar".into(), What::Value, false, false));
        }
        out
    }

    fn declared(&mut self, p: &Parameter) -> String {
        let name = &p.name;
        let ty = if p.single { "float" } else { "double" };
        let constant = if p.written { "" } else { "const " };
        match p.what {
            What::N | What::Index => format!("int {name}"),
            What::Value => format!("{ty} {name}"),
            What::One => format!("{constant}{ty} *{name}"),
            What::Row => match self.r.below(3) {
                0 => format!("{constant}{ty} {name}[]"),
                1 => format!("{constant}{ty} {name}[4]"),
                _ => format!("{constant}{ty} *{name}"),
            },
            What::Matrix => format!("double {name}[4][4]"),
            What::Structure => format!("{constant}pack *{name}"),
            What::Pack => format!("pack {name}"),
        }
    }

    /// Enters the scope of a function; gives the first lines of its body.
    fn enter(&mut self, parameters: &[Parameter], around: Scope) -> Vec<Node> {
        self.s = around;
        for p in parameters {
            let name = p.name.as_str();
            match p.what {
                What::N => {}
                What::Index => self.s.ints.push((name.into(), true)),
                What::Value => self.s.add(name, Form::One, p.single, true),
                What::One => self.s.add(&format!("*{name}"), Form::One, p.single, p.written),
                What::Row => self.s.add(name, Form::Row, p.single, p.written),
                What::Matrix => self.s.add(name, Form::Matrix, false, p.written),
                What::Structure => self.s.add_structure(&format!("*{name}"), p.written),
                What::Pack => self.s.add_structure(name, true),
            }
        }
        let mut out = Vec::new();
        for _ in 0..self.r.within(1, 2) {
            let (t, e) = (self.fresh("t"), self.real(1));
            let single = self.single && self.r.chance(40);
            out.push(Node::Line(parts![format!("{} {t} = ", if single { "float" } else { "double" }), e, ";"]));
            self.s.add(&t, Form::One, single, true);
        }
        if self.s.pure {
            return out;
        }
        let k = self.fresh("k");
        out.push(Node::Line(parts![format!("int {k} = 1;")]));
        self.s.ints.push((k, true));
        if self.r.chance(60) {
            let y = self.fresh("y");
            let single = self.single && self.r.chance(30);
            let ty = if single { "float" } else { "double" };
            let (a, b, c) = (self.real(1), self.real(1), self.real(0));
            match self.r.below(3) {
                0 => out.push(Node::Line(parts![format!("{ty} {y}[4] = {{ "), a, ", ", b, ", ", c, " };"])),
                1 => out.push(Node::Line(parts![format!("{ty} {y}[4] = {{ 0 }};")])),
                _ => {
                    let i = self.fresh("i");
                    let n = self.n();
                    out.push(Node::Line(parts![format!("{ty} {y}[4];")]));
                    let set = vec![Node::Fixed(parts![format!("{y}[{i}] = "), a, ";"])];
                    let head = parts![format!("for (int {i} = 0; {i} < {n}; {i}++) {{")];
                    out.push(Node::Block(vec![(head, set)], parts!["}"]));
                }
            }
            self.s.add(&y, Form::Row, single, true);
        }
        if self.structures && self.r.chance(45) {
            let (c, a, b) = (self.fresh("c"), self.real(1), self.real(0));
            out.push(Node::Line(parts![
                format!("pack {c} = {{ "),
                a,
                ", 2, { 0.5, ",
                b.clone(),
                " }, { ",
                b,
                ", { 0.25, 0.75 } } };"
            ]));
            self.s.add_structure(&c, true);
            if self.r.chance(40) {
                let array = self.fresh("cs");
                out.push(Node::Line(parts![format!("pack {array}[4] = {{ {c}, {c}, {c}, {c} }};")]));
                self.s.add_structure(&format!("{array}[#]"), true);
            }
        }
        out
    }

    fn function(
        &mut self,
        name: &str,
        parameters: Vec<Parameter>,
        value: bool,
        around: Scope,
        statements: usize,
        depth: usize,
    ) -> Node {
        self.s = around;
        let around = std::mem::take(&mut self.s);
        let mut body = self.enter(&parameters, around);
        if name == "run" {
            body.extend(self.whole_rows(&parameters));
        }
        self.s.leave = Some("return;".into());
        if value {
            let at = self.fresh("r");
            body.push(Node::Fixed(parts![format!("double {at} = 0.5;")]));
            self.s.add(&at, Form::One, false, true);
            self.s.leave = Some(format!("return {at};"));
            body.extend(self.body(statements, depth));
            let e = self.real(1);
            body.push(Node::Fixed(parts![format!("return {at} + "), e, ";"]));
        } else {
            body.extend(self.body(statements, depth));
        }
        let declared: Vec<String> = parameters.iter().map(|p| self.declared(p)).collect();
        let declared = if declared.is_empty() { "void".to_string() } else { declared.join(", ") };
        self.functions.push(Function {
            name: name.into(),
            parameters,
            value,
            uses_globals: self.s.uses_globals,
            cost: 3 + self.s.most_runs,
        });
        let storage = if name == "run" || self.r.chance(40) { "" } else { "static " };
        let ty = if value { "double" } else { "void" };
        Node::Block(
            vec![(parts![format!("{storage}{ty} {name}({declared})")], Vec::new()), (parts!["{"], body)],
            parts!["}"],
        )
    }

    /// Whoever sees the head sees that its pointers lead to rows, not to single numbers.
    fn whole_rows(&mut self, parameters: &[Parameter]) -> Option<Node> {
        let rows = parameters.iter().filter(|p| p.what == What::Row).map(|p| format!("{}[3]", p.name));
        let rows: Vec<String> = rows.collect();
        if rows.is_empty() {
            return None;
        }
        let last = self.fresh("last");
        self.s.add(&last, Form::One, false, true);
        Some(Node::Fixed(parts![format!("double {last} = 0.25*({});", rows.join(" + "))]))
    }

    fn outer(&mut self, most_runs: usize) -> Scope {
        Scope { runs: 1, most_runs, calls: true, vars: self.globals.clone(), ..Scope::default() }
    }

    /// The actual arguments of a function: what it sets is not reached in another way meanwhile.
    fn actuals(&mut self, number: usize, keep: Option<&str>) -> Option<Vec<Part>> {
        let f = self.functions[number].clone();
        let mut set: Vec<String> = keep.into_iter().map(String::from).collect();
        let mut passed = set.clone();
        if f.uses_globals {
            self.s.uses_globals = true;
            let globals: Vec<String> = self.globals.iter().map(|v| v.root.clone()).collect();
            set.extend(globals.iter().cloned());
            passed.extend(globals);
        }
        let mut out: Vec<(usize, Vec<Part>)> = Vec::new();
        let numbered = || f.parameters.iter().enumerate();
        for (position, p) in numbered().filter(|p| p.1.written).chain(numbered().filter(|p| !p.1.written)) {
            let free = |r: &str| !if p.written { &passed } else { &set }.iter().any(|s| s == r);
            let of = |g: &Self, form: Form| -> Vec<Var> {
                let fits =
                    |v: &&Var| v.form == form && v.single == p.single && (!p.written || v.writable) && free(&v.root);
                g.s.vars.iter().filter(fits).cloned().collect()
            };
            let (root, part): (String, Vec<Part>) = match p.what {
                What::N => (String::new(), parts!["n"]),
                What::Index => (String::new(), parts![self.index()]),
                What::Value => {
                    let calls = std::mem::replace(&mut self.s.calls, false);
                    let e = self.real(1);
                    self.s.calls = calls;
                    (String::new(), parts![e])
                }
                What::One => {
                    let mut list = of(self, Form::One);
                    list.extend(of(self, Form::Row));
                    list.extend(of(self, Form::Matrix));
                    let v = self.r.pick(&list)?;
                    let e = self.number(&v);
                    let text = match e.parts.first() {
                        Some(Part::Text(t)) if t.starts_with('*') && !t.starts_with("*(") => {
                            parts![t[1..].to_string()]
                        }
                        _ => parts!["&", X { sort: (Base::Logical, Shape::Square), ..e }],
                    };
                    (v.root.clone(), text)
                }
                What::Row => {
                    let list = of(self, Form::Row);
                    let rows = if p.single { Vec::new() } else { of(self, Form::Matrix) };
                    if (list.is_empty() || self.r.chance(25)) && !rows.is_empty() {
                        let v = self.r.pick(&rows)?;
                        let i = self.index();
                        (v.root.clone(), parts![self.reference(&v, parts!["[", i, "]"])])
                    } else {
                        let v = self.r.pick(&list)?;
                        (
                            v.root.clone(),
                            parts![X { sort: (Base::Logical, Shape::Square), ..self.reference(&v, vec![]) }],
                        )
                    }
                }
                What::Matrix => {
                    let list = of(self, Form::Matrix);
                    let v = self.r.pick(&list)?;
                    (v.root.clone(), parts![self.reference(&v, vec![])])
                }
                What::Structure | What::Pack => {
                    let list: Vec<_> = self
                        .s
                        .structures
                        .iter()
                        .filter(|s| (!p.written || s.writable) && free(&s.root))
                        .cloned()
                        .collect();
                    let s = self.r.pick(&list)?;
                    let pointer = s.name.strip_prefix('*').map(String::from);
                    let text = match (p.what, pointer) {
                        (What::Structure, Some(q)) => parts![q],
                        (what, _) => {
                            let mut text = if what == What::Structure { parts!["&"] } else { vec![] };
                            for (k, piece) in s.name.split('#').enumerate() {
                                if k > 0 {
                                    text.push(Part::Expr(self.index_simple()));
                                }
                                text.push(piece.into());
                            }
                            text
                        }
                    };
                    (s.root.clone(), text)
                }
            };
            if p.written {
                set.push(root.clone());
            }
            // A value by itself hinders nobody.
            if !root.is_empty() && p.what != What::Pack {
                passed.push(root);
            }
            out.push((position, part));
        }
        out.sort_by_key(|p| p.0);
        let mut line = Vec::new();
        for (k, (_, part)) in out.into_iter().enumerate() {
            if k > 0 {
                line.push(", ".into());
            }
            line.extend(part);
        }
        Some(line)
    }

    /// A call as a statement, or of a function whose value is taken.
    pub fn call(&mut self, out: &mut Vec<Node>) {
        let affordable: Vec<usize> = self
            .s
            .callable
            .iter()
            .copied()
            .filter(|c| self.s.runs * self.functions[*c].cost <= 6 * self.s.most_runs)
            .collect();
        let Some(number) = self.r.pick(&affordable) else { return };
        let f = self.functions[number].clone();
        let into = if f.value { self.writable(Form::One) } else { None };
        let into = into.filter(|v| !(v.global && f.uses_globals) && self.r.chance(85));
        let Some(actuals) = self.actuals(number, into.as_ref().map(|v| v.root.as_str())) else { return };
        let mut line = match &into {
            Some(v) => {
                let place = self.reference(v, vec![]);
                parts![place, [" = ", " += ", " = 0.5*"][self.r.below(3)], format!("{}(", f.name)]
            }
            None => parts![format!("{}(", f.name)],
        };
        line.extend(actuals);
        line.push(");".into());
        if self.r.chance(10) {
            out.push(Node::Line(parts!["//$AD NOCHECKPOINT"]));
        }
        out.push(Node::Line(line));
    }

    /// The whole program.
    pub fn program(&mut self) -> Sheet {
        let mut nodes: Vec<Node> = ["#include <math.h>", "#include <stdlib.h>", "#include <string.h>"]
            .into_iter()
            .map(|l| Node::Fixed(parts![l]))
            .collect();
        if !self.n_is_parameter {
            nodes.push(Node::Fixed(parts!["#define N 4"]));
        }
        if self.structures {
            let line = |l: &str| Node::Fixed(parts![l]);
            let block = |head: &str, body: &[&str], tail: &str| {
                Node::Block(vec![(parts![head], body.iter().map(|l| line(l)).collect())], parts![tail])
            };
            nodes.push(block("struct inner {", &["double a;", "double b[4];"], "};"));
            let members = ["double a;", "int k;", "double b[4];", "struct inner q;"];
            nodes.push(block("typedef struct {", &members, "} pack;"));
        }
        if self.r.chance(35) {
            for (name, form, text) in
                [("g0", Form::One, "double g0 = 0.7;"), ("g1", Form::Row, "double g1[4] = { 0.4, 0.5, 0.6, 0.7 };")]
            {
                nodes.push(Node::Line(parts![text]));
                self.globals.push(Var {
                    name: name.into(),
                    form,
                    single: false,
                    writable: true,
                    root: root(name),
                    global: true,
                });
            }
        }
        if self.function {
            let values =
                ["a", "b"].map(|n| Parameter { name: n.into(), what: What::Value, single: false, written: false });
            let around = Scope { runs: 1, most_runs: 1, pure: true, ..Scope::default() };
            let count = self.r.within(1, 3);
            let n_is_parameter = std::mem::replace(&mut self.n_is_parameter, true);
            nodes.push(self.function("f", values.to_vec(), true, around, count, 1));
            self.n_is_parameter = n_is_parameter;
            self.functions.pop();
        }
        for (k, name) in ["p2", "p1", "p0"].into_iter().enumerate() {
            if self.r.chance(65) {
                let mut around = self.outer([8, 8, 12][k]);
                around.callable = (0..self.functions.len()).collect();
                let count = self.r.within(1, 4);
                let parameters = self.parameters(count, false);
                let (statements, value) = (self.r.within(2, 4), self.r.chance(40));
                let made = self.function(name, parameters, value, around, statements, 2);
                nodes.push(made);
            }
        }
        let mut around = self.outer(40);
        around.callable = (0..self.functions.len()).collect();
        let count = self.r.within(2, 4);
        let parameters = self.parameters(count, true);
        let (statements, value) = (self.r.within(3, 8), self.r.chance(30));
        let run = self.function("run", parameters.clone(), value, around, statements, 3);
        nodes.push(run);
        let mut inputs = String::new();
        for p in &parameters {
            let range = if self.r.chance(40) { "-1 .. 1" } else { "0.5 .. 1.5" };
            let name = &p.name;
            inputs += &match p.what {
                What::N => "n = 4\n".to_string(),
                What::Index => format!("{name} = {}\n", self.r.below(4)),
                What::Value | What::One => format!("{name} = {range}\n"),
                What::Row => format!("{name}(4) = {range}\n"),
                What::Matrix => format!("{name}(4, 4) = {range}\n"),
                What::Structure | What::Pack => format!("{name}.k = {}\n", self.r.below(4)),
            };
        }
        let head = self.head(&parameters);
        let options = self.options();
        Sheet { language: Language::C, nodes, head, inputs, options }
    }

    fn head(&mut self, parameters: &[Parameter]) -> String {
        if self.r.chance(55) {
            return "run".into();
        }
        let real = |p: &&Parameter| !matches!(p.what, What::N | What::Index);
        let names = |g: &mut Self, written: bool| -> Vec<String> {
            let of: Vec<String> =
                parameters.iter().filter(real).filter(|p| p.written || !written).map(|p| p.name.clone()).collect();
            let mut some: Vec<String> = of.iter().filter(|_| g.r.chance(60)).cloned().collect();
            if some.is_empty() {
                some.extend(g.r.pick(&of));
            }
            some
        };
        let (from, to) = (names(self, false), names(self, true));
        format!("run({})\\({})", from.join(" "), to.join(" "))
    }

    fn options(&mut self) -> Vec<Vec<String>> {
        let mut out = super::super::random::options(&mut self.r, self.directions);
        let own: Vec<String> = self.functions.iter().filter(|f| f.name != "run").map(|f| f.name.clone()).collect();
        if self.r.chance(25) && !own.is_empty() {
            out.push(vec!["-nocheckpoint".into(), own.join(" ")]);
        }
        out
    }
}
