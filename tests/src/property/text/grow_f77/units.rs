//! Subroutines, entries, functions, and the whole program.

use std::collections::BTreeSet;

use super::storage::{Region, View};
use super::{Grower, Int, Scope};
use crate::property::text::sheet::{Base, Node, Part, parts};

/// What a dummy is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    Scalar,
    /// A sequence of elements, declared in one of several ways.
    Vector {
        count: usize,
        form: usize,
    },
    /// Two rows and two columns of an array with a leading dimension, which is another dummy: 2 or 3.
    Matrix {
        count: usize,
    },
    Lda,
    /// The number of elements of the sequence behind it.
    Size(usize),
    /// 1 to 4.
    Index,
    /// A function of one number.
    Procedure,
    /// A label to return to.
    Alternate,
}

/// A dummy argument; its storage is an area of its own.
#[derive(Clone, Debug)]
pub struct Dummy {
    pub name: String,
    pub what: What,
    pub area: usize,
}

/// What callers know of a unit, or of an entry.
#[derive(Clone, Debug)]
pub struct Unit {
    pub name: String,
    pub dummies: Vec<Dummy>,
    pub touched: BTreeSet<usize>,
    pub written: BTreeSet<usize>,
    pub cost: usize,
    pub inside: bool,
}

impl Grower {
    pub fn integer_name(&mut self, name: &str) {
        if !self.s.integers.iter().any(|n| n == name) {
            self.s.integers.push(name.into());
        }
    }

    /// A function that is not this unit's own is named here.
    pub fn number_name(&mut self, name: &str) {
        if self.units.iter().any(|u| u.name == name) && !self.s.numbers.iter().any(|n| n == name) {
            self.s.numbers.push(name.into());
        }
    }

    pub fn implicit_lines(&self) -> Vec<Node> {
        let line = if self.implicit { "IMPLICIT REAL*8 (A-H,O-Z)" } else { "IMPLICIT NONE" };
        vec![Node::Fixed(parts![line])]
    }

    pub fn integer_lines(&self) -> Vec<Node> {
        if self.implicit || self.s.integers.is_empty() {
            return Vec::new();
        }
        vec![Node::Fixed(parts![format!("INTEGER {}", self.s.integers.join(", "))])]
    }

    pub fn dummies(&mut self, count: usize, main: bool) -> Vec<Dummy> {
        let mut out = Vec::new();
        for _ in 0..count {
            let (area, other) = (self.new_area(), self.new_area());
            let mut add = |name: String, what: What, area: usize| out.push(Dummy { name, what, area });
            let kind = self.r.weighted(&if main { [4, 7, 0, 1, 0] } else { [4, 7, 2, 1, 1] });
            match kind {
                0 => add(self.fresh("P"), What::Scalar, area),
                1 => {
                    let count = if main { self.r.within(4, 9) } else { self.r.within(1, 5) };
                    let form = self.r.below(7);
                    if form == 0 {
                        add(self.fresh("N"), What::Size(count), other);
                    }
                    add(self.fresh("X"), What::Vector { count, form }, area);
                }
                2 => {
                    add(self.fresh("Q"), What::Matrix { count: 5 }, area);
                    add(self.fresh("LD"), What::Lda, other);
                }
                3 => add(self.fresh("K"), What::Index, area),
                _ if !self.s.passed.is_empty() => add(self.fresh("FN"), What::Procedure, area),
                _ => {}
            }
        }
        out
    }

    /// What a dummy is in its unit.
    fn open_dummy(&mut self, d: &Dummy, before: Option<&Dummy>, after: Option<&Dummy>) {
        let view = |bounds: Vec<(i32, i32)>, count: usize, declared: Option<String>| View {
            name: d.name.clone(),
            base: Base::Real,
            bounds,
            region: Region { area: d.area, at: 0, count },
            dense: true,
            declared,
        };
        let v = match d.what {
            What::Scalar => view(vec![], 1, None),
            What::Vector { count, form } => {
                let n = count as i32;
                let size = before.filter(|b| matches!(b.what, What::Size(_))).map(|b| b.name.clone());
                let (bounds, text) = match form {
                    0 => (vec![(1, n)], size.unwrap_or("*".into())),
                    1 if n % 2 == 0 => (vec![(1, 2), (1, n / 2)], "2,*".into()),
                    2 => (vec![(0, n - 1)], "0:*".into()),
                    3 => (vec![(1, n)], n.to_string()),
                    4 => (vec![(1, n)], "1".into()),
                    _ => (vec![(1, n)], "*".into()),
                };
                view(bounds, count, Some(format!("{}({text})", d.name)))
            }
            What::Matrix { count } => {
                let lda = after.map_or("2".into(), |a| a.name.clone());
                let whole = view(vec![(1, 2), (1, 2)], count, Some(format!("{}({lda},*)", d.name)));
                View { dense: false, ..whole }
            }
            What::Size(n) => {
                self.integer_name(&d.name);
                return self.s.ints.push(Int::scalar(&d.name, n as i32, n as i32, false));
            }
            What::Index => {
                self.integer_name(&d.name);
                return self.s.ints.push(Int::scalar(&d.name, 1, 4, false));
            }
            What::Lda => return self.integer_name(&d.name),
            What::Procedure => {
                self.s.externals.insert(d.name.clone());
                self.s.numbers.push(d.name.clone());
                let read = self.units.iter().filter(|u| self.s.passed.contains(&u.name));
                let read = read.flat_map(|u| u.touched.iter().copied()).collect();
                return self.s.functions.push((d.name.clone(), read));
            }
            What::Alternate => {
                let k = self.s.returns.iter().filter(|r| *r != "RETURN").count() + 1;
                return self.s.returns.push(format!("RETURN {k}"));
            }
        };
        self.declare(&v, false);
        self.s.views.push(v);
    }

    /// Begins a unit: its specifications, and the statements that set what it has. With `kept` everything keeps its values between calls.
    pub fn open(&mut self, dummies: &[Dummy], around: Scope, kept: bool, main: bool) -> Vec<Node> {
        let ready = (around.callable.clone(), around.functions.clone());
        self.s = around;
        self.s.callable.clear();
        self.s.functions.clear();
        for k in 0..dummies.len() {
            let (before, after) = (k.checked_sub(1).map(|k| &dummies[k]), dummies.get(k + 1));
            self.open_dummy(&dummies[k], before, after);
        }
        self.s.returns.push("RETURN".into());
        let returns = std::mem::take(&mut self.s.returns);
        let dummy_functions = std::mem::take(&mut self.s.functions);
        let blocks: Vec<usize> = (0..self.blocks.len()).filter(|_| main || self.r.chance(70)).collect();
        let mut open: Vec<Vec<View>> = Vec::new();
        for b in &blocks {
            let visible = self.s.views.len();
            self.see_block(*b);
            if main {
                open.push(self.s.views.split_off(visible));
            }
        }
        let mut locals = Vec::new();
        for _ in 0..self.r.within(1, 3) {
            let visible = self.s.views.len();
            let base = if self.r.chance(85) { Base::Real } else { Base::Complex };
            let covering = self.local(base);
            locals.push((covering, self.s.views.split_off(visible)));
        }
        let (mut data, mut first) = (Vec::new(), Vec::new());
        self.tables(&mut data, &mut first, kept);
        for (b, views) in blocks.iter().zip(open) {
            let block = self.blocks[*b].clone();
            let members: Vec<View> = block_members(&views, block.count);
            first.extend(self.set_all(&members, block.given));
            self.s.views.extend(views);
        }
        let mut saved: Vec<String> = Vec::new();
        for (covering, views) in locals {
            let count: usize = covering.iter().map(|v| v.region.at + v.region.count).max().unwrap_or(0);
            let given = match self.r.below(5) {
                _ if kept => count,
                // What has several names and is kept is differentiated in entries only.
                _ if views.len() > 1 => 0,
                0 | 1 => count,
                2 => self.r.within(1, count),
                _ => 0,
            };
            data.extend(self.data(&covering, given));
            if given < count {
                let lines = self.set_all(&covering, given);
                if given == 0 && views.len() == 1 && self.r.chance(25) {
                    // Once, in the first call.
                    let flag = self.fresh("KF");
                    self.integer_name(&flag);
                    saved.push(flag.clone());
                    saved.extend(covering.iter().map(|v| v.name.clone()));
                    data.push(Node::Fixed(parts![format!("DATA {flag} /0/")]));
                    let mut body = lines;
                    body.push(Node::Fixed(parts![format!("{flag} = 1")]));
                    let test = parts![format!("IF ({flag} .EQ. 0) THEN")];
                    first.push(Node::Block(vec![(test, body)], parts!["END IF"]));
                } else {
                    first.extend(lines);
                }
            } else if self.r.chance(70) {
                saved.extend(covering.iter().map(|v| v.name.clone()));
            }
            self.s.views.extend(views);
        }
        if !saved.is_empty() {
            // In entries, SAVE of everything is about counters, too, which adjoints then copy before they have a value.
            let overlaid = self.specification.iter().any(is_equivalence);
            let list =
                if !kept && !overlaid && self.r.chance(30) { String::new() } else { format!(" {}", saved.join(", ")) };
            self.specification.push(Node::Fixed(parts![format!("SAVE{list}")]));
        }
        self.specification.append(&mut data);
        (self.s.callable, self.s.functions) = ready;
        self.s.functions.extend(dummy_functions);
        self.s.returns = returns;
        self.statement_function(main);
        first
    }

    /// Integers and tables of indices.
    fn tables(&mut self, data: &mut Vec<Node>, first: &mut Vec<Node>, kept: bool) {
        if self.r.chance(45) {
            let name = self.fresh("K");
            self.integer_name(&name);
            let value = self.r.within(1, 4);
            if kept || self.r.chance(50) {
                data.push(Node::Fixed(parts![format!("DATA {name} /{value}/")]));
            } else {
                first.push(Node::Fixed(parts![format!("{name} = {value}")]));
            }
            self.s.ints.push(Int::scalar(&name, 1, 4, true));
        }
        if self.r.chance(35) {
            let name = self.fresh("IT");
            let word = if self.implicit { "DIMENSION" } else { "INTEGER" };
            self.specification.push(Node::Fixed(parts![format!("{word} {name}(4)")]));
            if kept || self.r.chance(60) {
                let list = ["1, 2, 3, 4", "2*3, 1, 2", "4, 3, 2, 1", "2, 4, 1, 3"][self.r.below(4)];
                data.push(Node::Fixed(parts![format!("DATA {name} /{list}/")]));
            } else {
                let run = self.run(1, 4);
                let line = self.do_loop(&run, |g| {
                    let counter = g.s.ints.last().map_or(String::new(), |i| i.name.clone());
                    vec![Node::Fixed(parts![format!("{name}({counter}) = "), g.index(1, 4)])]
                });
                first.push(line);
            }
            self.s.ints.push(Int { name, lo: 1, hi: 4, elements: Some(4), writable: true });
        }
    }

    fn statement_function(&mut self, main: bool) {
        if !self.r.chance(if main { 20 } else { 30 }) {
            return;
        }
        let (name, dummy) = (self.fresh("SF"), self.fresh("Q"));
        let own = View {
            name: dummy.clone(),
            base: Base::Real,
            bounds: vec![],
            region: Region { area: 0, at: 0, count: 1 },
            dense: true,
            declared: None,
        };
        // Its text is about its dummy and whatever is set when it is used.
        let mut around = std::mem::take(&mut self.s.views);
        let (ints, depth) = (std::mem::take(&mut self.s.ints), std::mem::take(&mut self.s.depth));
        let one = self.r.pick(&around).filter(|v| v.base == Base::Real && v.bounds.is_empty());
        self.s.views = vec![own.clone(), own];
        self.s.views.extend(one.clone());
        let touched = std::mem::take(&mut self.s.touched);
        let e = self.value(2);
        self.s.views.clear();
        let read: Vec<usize> = self.s.touched.iter().copied().filter(|a| *a != 0).collect();
        self.s.touched = touched;
        self.s.views.append(&mut around);
        (self.s.ints, self.s.depth) = (ints, depth);
        if !self.implicit {
            self.specification.insert(0, Node::Fixed(parts![format!("REAL*8 {name}, {dummy}")]));
        }
        self.specification.push(Node::Fixed(parts![format!("{name}({dummy}) = "), e]));
        self.s.functions.push((name.clone(), read.clone()));
        self.s.functions.push((name, read));
    }

    /// The lines of a unit from its specifications and its body.
    pub fn lines(&mut self, body: Vec<Node>, inside: bool) -> Vec<Node> {
        let mut out = Vec::new();
        if self.free && !self.module.is_empty() && !inside {
            out.push(Node::Line(parts!["USE MV"]));
        }
        if !inside {
            out.extend(self.implicit_lines());
        }
        let names = std::mem::take(&mut self.s.integers);
        if !names.is_empty() && (inside || !self.implicit) {
            out.push(Node::Fixed(parts![format!("INTEGER {}", names.join(", "))]));
        }
        let numbers = std::mem::take(&mut self.s.numbers);
        if !numbers.is_empty() && !self.implicit {
            out.push(Node::Fixed(parts![format!("REAL*8 {}", numbers.join(", "))]));
        }
        let externals: Vec<String> = std::mem::take(&mut self.s.externals).into_iter().collect();
        if !externals.is_empty() {
            out.push(Node::Fixed(parts![format!("EXTERNAL {}", externals.join(", "))]));
        }
        out.append(&mut self.specification);
        out.extend(body);
        out
    }

    pub fn around(&self, most_runs: usize) -> Scope {
        let functions = self.units.iter().filter(|u| self.s.passed.contains(&u.name));
        Scope {
            views: self.module.clone(),
            runs: 1,
            most_runs,
            functions: functions.map(|u| (u.name.clone(), u.touched.iter().copied().collect())).collect(),
            passed: self.s.passed.clone(),
            callable: (0..self.units.len()).filter(|n| !self.s.passed.contains(&self.units[*n].name)).collect(),
            ..Scope::default()
        }
    }

    pub fn known(&mut self, name: &str, dummies: &[Dummy], inside: bool) {
        self.units.push(Unit {
            name: name.into(),
            dummies: dummies.to_vec(),
            touched: self.s.touched.clone(),
            written: self.s.written.clone(),
            cost: 3 + self.s.most_runs,
            inside,
        });
    }

    pub fn head_line(word: &str, name: &str, dummies: &[Dummy]) -> String {
        let names: Vec<String> =
            dummies.iter().map(|d| if d.what == What::Alternate { "*".into() } else { d.name.clone() }).collect();
        match (names.is_empty(), word) {
            (true, "SUBROUTINE" | "ENTRY") => format!("{word} {name}"),
            _ => format!("{word} {name}({})", names.join(", ")),
        }
    }

    /// Functions of one number that set nothing outside, the second one perhaps an entry of the first.
    pub fn functions(&mut self) -> Vec<Node> {
        let mut out = Vec::new();
        let entry = self.r.chance(35);
        let mut passed = Vec::new();
        for name in ["FA", "FB"] {
            if entry && name == "FB" {
                break;
            }
            let dummies = vec![Dummy { name: self.fresh("P"), what: What::Scalar, area: self.new_area() }];
            let around = Scope { views: self.module.clone(), runs: 1, most_runs: 1, ..Scope::default() };
            self.s = around;
            self.open_dummy(&dummies[0], None, None);
            if self.r.chance(25) && !self.blocks.is_empty() {
                self.see_block(0);
            }
            let one = |g: &mut Self, name: &str| {
                let mut lines = vec![Node::Line(parts![format!("{name} = "), g.value(2)])];
                if g.r.chance(40) {
                    lines.push(Node::Line(parts!["IF (", g.test(), format!(") {name} = "), g.value(1)]));
                }
                lines
            };
            let mut body = one(self, name);
            let names = if entry { vec!["FA", "FB"] } else { vec![name] };
            if entry {
                body.push(Node::Fixed(parts!["RETURN"]));
                body.push(Node::Fixed(parts![Self::head_line("ENTRY", "FB", &dummies)]));
                body.extend(one(self, "FB"));
                self.s.numbers.push("FB".into());
            }
            for n in names {
                self.known(n, &dummies, false);
                passed.push(n.to_string());
            }
            let lines = self.lines(body, false);
            let head = Self::head_line("REAL*8 FUNCTION", name, &dummies);
            out.push(Node::Block(vec![(parts![head], lines)], parts!["END"]));
        }
        self.s.passed = passed;
        out
    }

    /// A subroutine.
    pub fn subroutine(&mut self, name: &str, around: Scope, statements: usize, depth: usize, inside: bool) -> Node {
        let passed = around.passed.clone();
        self.s.passed = passed.clone();
        let count = self.r.within(1, 4);
        let mut dummies = self.dummies(count, false);
        if !inside && self.r.chance(12) {
            for _ in 0..self.r.within(1, 2) {
                let area = self.new_area();
                dummies.push(Dummy { name: "*".into(), what: What::Alternate, area });
            }
        }
        let mut body = self.open(&dummies, around, false, false);
        body.extend(self.body(statements, depth));
        self.known(name, &dummies, inside);
        let lines = self.lines(body, inside);
        self.s.passed = passed;
        let end = if inside { format!("END SUBROUTINE {name}") } else { "END".into() };
        Node::Block(vec![(parts![Self::head_line("SUBROUTINE", name, &dummies)], lines)], parts![end])
    }

    /// A subroutine with another entry, which shares some arguments and everything that is kept.
    pub fn with_entry(&mut self, name: &str, entry: &str, around: Scope) -> Node {
        let passed = around.passed.clone();
        self.s.passed = passed.clone();
        let simple = |d: &Dummy| match d.what {
            What::Vector { form, .. } => form != 0,
            What::Scalar | What::Index => true,
            _ => false,
        };
        let all: Vec<Dummy> = self.dummies(5, false).into_iter().filter(simple).collect();
        let in_first: Vec<bool> = all.iter().map(|_| self.r.chance(70)).collect();
        let in_entry: Vec<bool> = (0..all.len()).map(|k| !in_first[k] || self.r.chance(50)).collect();
        let chosen = |which: &dyn Fn(usize) -> bool| -> Vec<Dummy> {
            all.iter().enumerate().filter(|(k, _)| which(*k)).map(|(_, d)| d.clone()).collect()
        };
        let (first, second) = (chosen(&|k| in_first[k]), chosen(&|k| in_entry[k]));
        let both = chosen(&|k| in_first[k] && in_entry[k]);
        // Statements that set something would run for the first entry only.
        let mut before = self.open(&all, around, true, false);
        let scope = self.s.clone();
        let only = |g: &mut Self, dummies: &[Dummy]| {
            let away = |name: &str| all.iter().any(|d| d.name == *name) && dummies.iter().all(|d| d.name != *name);
            g.s.views = scope.views.iter().filter(|v| !away(&v.name)).cloned().collect();
            g.s.ints = scope.ints.iter().filter(|v| !away(&v.name)).cloned().collect();
        };
        let shared = self.r.chance(50).then(|| self.label());
        let falls = shared.is_none() && self.r.chance(40);
        only(self, &first);
        let statements = self.r.within(1, 4);
        before.extend(self.body(statements, 2));
        match &shared {
            Some(label) => before.push(Node::Fixed(parts![format!("GO TO {label}")])),
            None if falls => {}
            None => before.push(Node::Fixed(parts!["RETURN"])),
        }
        before.push(Node::Fixed(parts![Self::head_line("ENTRY", entry, &second)]));
        // What runs into the entry has its own arguments only.
        only(self, if falls { &both } else { &second });
        let statements = self.r.within(1, 4);
        before.extend(self.body(statements, 2));
        if let Some(label) = shared {
            before.push(Node::Fixed(parts![format!("{label} CONTINUE")]));
            only(self, &both);
            before.extend(self.small(1));
        }
        self.known(name, &first, false);
        self.known(entry, &second, false);
        let lines = self.lines(before, false);
        self.s.passed = passed;
        Node::Block(vec![(parts![Self::head_line("SUBROUTINE", name, &first)], lines)], parts!["END"])
    }
}

fn is_equivalence(n: &Node) -> bool {
    matches!(n, Node::Line(p) if matches!(p.first(), Some(Part::Text(t)) if t.starts_with("EQUIVALENCE")))
}

/// The first views of a block, which follow each other.
fn block_members(views: &[View], count: usize) -> Vec<View> {
    let mut out = Vec::new();
    let mut at = 0;
    for v in views {
        if at < count && v.region.at == at {
            at += v.region.count;
            out.push(v.clone());
        }
    }
    out
}
