//! The whole program: COMMON blocks, the module, the units, and how it is checked.

use super::storage::Block;
use super::units::{Dummy, What};
use super::{Grower, Scope};
use crate::property::text::sheet::{Base, Language, Node, Sheet, parts};

impl Grower {
    /// The module: variables with several names.
    fn module(&mut self) -> Node {
        let implicit = std::mem::replace(&mut self.implicit, false);
        self.s = Scope::default();
        let mut data = Vec::new();
        for _ in 0..self.r.within(1, 2) {
            let covering = self.local(Base::Real);
            let count = covering.iter().map(|v| v.region.at + v.region.count).max().unwrap_or(0);
            data.extend(self.data(&covering, count));
        }
        self.module = std::mem::take(&mut self.s.views);
        let mut lines = self.implicit_lines();
        lines.extend(self.integer_lines());
        lines.append(&mut self.specification);
        lines.extend(data);
        self.implicit = implicit;
        Node::Block(vec![(parts!["MODULE MV"], lines)], parts!["END MODULE MV"])
    }

    /// The whole program.
    pub fn program(&mut self) -> Sheet {
        for name in ["", "BLK", "STATE"] {
            if self.r.chance(if name.is_empty() { 15 } else { 50 }) {
                let (area, count) = (self.new_area(), self.r.within(3, 9));
                let base = if name == "STATE" && self.r.chance(35) { Base::Complex } else { Base::Real };
                // Blank COMMON has no first values.
                let given = match self.r.below(3) {
                    _ if name.is_empty() => 0,
                    0 => count,
                    1 => self.r.within(1, count),
                    _ => 0,
                };
                self.blocks.push(Block { name: name.into(), base, area, count, first: None, given });
            }
        }
        let mut nodes = Vec::new();
        if self.free && self.r.chance(60) {
            let m = self.module();
            nodes.push(m);
        }
        if self.r.chance(60) {
            nodes.extend(self.functions());
        }
        let passed = self.s.passed.clone();
        for (k, name) in ["SA", "SB", "SC"].iter().enumerate() {
            if !self.r.chance(65) {
                continue;
            }
            self.s.passed = passed.clone();
            let around = self.around([4, 8, 12][k]);
            let made = if self.r.chance(30) {
                self.with_entry(name, ["EA", "EB", "EC"][k], around)
            } else {
                let statements = self.r.within(2, 5);
                self.subroutine(name, around, statements, 2, false)
            };
            nodes.push(made);
        }
        self.s.passed = passed.clone();
        let around = self.around(60);
        let count = self.r.within(2, 4);
        let dummies = self.dummies(count, true);
        let mut body = self.open(&dummies, around, false, true);
        let mut contained = Vec::new();
        if self.free && self.r.chance(45) {
            let (own, specification) = (self.s.clone(), std::mem::take(&mut self.specification));
            let mut below = own.clone();
            (below.integers, below.numbers, below.externals) = Default::default();
            (below.touched, below.written, below.returns) = Default::default();
            below.functions.retain(|f| passed.contains(&f.0));
            below.most_runs = 8;
            // What it set could be an argument.
            below.ints.iter_mut().for_each(|i| i.writable = false);
            contained.push(self.subroutine("HI", below, 3, 1, true));
            self.s = own;
            self.specification = specification;
            self.s.callable.push(self.units.len() - 1);
        }
        let statements = self.r.within(4, 9);
        body.extend(self.body(statements, 3));
        self.known("MAIN", &dummies, false);
        let mut arms = vec![(parts![Self::head_line("SUBROUTINE", "MAIN", &dummies)], self.lines(body, false))];
        if !contained.is_empty() {
            arms.push((parts!["CONTAINS"], contained));
        }
        nodes.push(Node::Block(arms, parts!["END"]));
        let data = self.block_data();
        let place = if self.r.chance(50) { 0 } else { nodes.len() };
        if let Some(d) = data {
            nodes.insert(if self.module.is_empty() { place } else { nodes.len() }, d);
        }
        let inputs = self.inputs(&dummies);
        let head = self.head(&dummies);
        let options = self.options();
        let language = if self.free { Language::Fortran } else { Language::Fortran77 };
        Sheet { language, nodes, head, inputs, options }
    }

    fn inputs(&mut self, dummies: &[Dummy]) -> String {
        let mut out = String::new();
        for d in dummies {
            let range = if self.r.chance(40) { "-1 .. 1" } else { "0.5 .. 1.5" };
            out += &match d.what {
                What::Scalar => format!("{} = {range}\n", d.name),
                What::Vector { count, form: 1 } if count % 2 == 0 => {
                    format!("{}(2, {}) = {range}\n", d.name, count / 2)
                }
                What::Vector { count, .. } => format!("{}({count}) = {range}\n", d.name),
                What::Size(n) => format!("{} = {n}\n", d.name),
                _ => format!("{} = {}\n", d.name, self.r.within(1, 4)),
            };
        }
        out
    }

    fn head(&mut self, dummies: &[Dummy]) -> String {
        let numbers: Vec<String> = dummies
            .iter()
            .filter(|d| matches!(d.what, What::Scalar | What::Vector { .. }))
            .map(|d| d.name.clone())
            .collect();
        if self.r.chance(50) || numbers.is_empty() {
            return "MAIN".into();
        }
        let some = |g: &mut Self| {
            let mut list: Vec<String> = numbers.iter().filter(|_| g.r.chance(60)).cloned().collect();
            if list.is_empty() {
                list.extend(g.r.pick(&numbers));
            }
            list.join(" ")
        };
        format!("MAIN({})\\({})", some(self), some(self))
    }

    fn options(&mut self) -> Vec<Vec<String>> {
        let mut out = crate::property::text::random::options(&mut self.r, self.directions);
        if self.r.chance(25) {
            let own = self.units.iter().filter(|u| u.name != "MAIN" && !u.inside && !self.s.passed.contains(&u.name));
            let names: Vec<String> = own.map(|u| u.name.clone()).collect();
            let some: Vec<String> = names.into_iter().filter(|_| self.r.chance(70)).collect();
            if !some.is_empty() {
                out.push(vec!["-nocheckpoint".into(), some.join(" ")]);
            }
        }
        out
    }
}
