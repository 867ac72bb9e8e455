//! First values: DATA with repeated values and implied DO, BLOCK DATA, and statements.

use super::Grower;
use super::storage::View;
use crate::property::text::sheet::{Base, Node, parts};

impl Grower {
    fn number(&mut self) -> &'static str {
        ["0.5D0", "0.75D0", "1.25D0", "0.3D0", "1.D0", "-0.5D0", "0.D0"][self.r.below(7)]
    }

    fn datum(&mut self, base: Base) -> String {
        match base {
            Base::Complex => format!("({}, {})", self.number(), self.number()),
            _ => self.number().to_string(),
        }
    }

    /// So many values, some of them repeated.
    fn values(&mut self, base: Base, count: usize) -> String {
        let mut out = Vec::new();
        let mut left = count;
        while left > 0 {
            let times = if self.r.chance(50) { self.r.within(1, left) } else { 1 };
            let value = self.datum(base);
            out.push(if times > 1 { format!("{times}*{value}") } else { value });
            left -= times;
        }
        out.join(", ")
    }

    /// How DATA names elements `from` … `to - 1` of a variable.
    fn named(&mut self, v: &View, from: usize, to: usize) -> String {
        if from == 0 && to == v.region.count && (v.bounds.is_empty() || self.r.chance(60)) {
            return v.name.clone();
        }
        // The variable of an implied DO is no variable of the unit, but has its type. In a module it is one, which no loop must take.
        if v.bounds.len() == 1 && to > from + 1 && self.r.chance(70) {
            let lo = v.bounds[0].0;
            self.integer_name("ID");
            return format!("({}(ID), ID = {}, {})", v.name, lo + from as i32, lo + to as i32 - 1);
        }
        if v.bounds.len() == 2 && from == 0 && to == v.region.count {
            self.integer_name("ID");
            self.integer_name("JD");
            let ((a, b), (c, d)) = (v.bounds[0], v.bounds[1]);
            return format!("(({}(ID,JD), ID = {a}, {b}), JD = {c}, {d})", v.name);
        }
        (from..to).map(|k| v.element(k)).collect::<Vec<_>>().join(", ")
    }

    /// DATA for the first `count` elements of what some views name together; each element once.
    pub fn data(&mut self, views: &[View], count: usize) -> Vec<Node> {
        let Some(first) = views.first() else { return Vec::new() };
        let (base, start) = (first.base, first.region.at);
        let (mut names, mut values) = (Vec::new(), Vec::new());
        let mut out = Vec::new();
        let mut at = start;
        while at < start + count {
            let holds = |v: &&View| v.region.at <= at && at < v.region.at + v.region.count;
            let Some(v) = views.iter().find(holds).cloned() else { break };
            let from = at - v.region.at;
            let most = v.region.count.min(start + count - v.region.at);
            let to = if self.r.chance(70) { most } else { self.r.within(from + 1, most) };
            let (name, list) = (self.named(&v, from, to), self.values(base, to - from));
            if self.r.chance(35) {
                names.push(name);
                values.push(list);
            } else {
                out.push(Node::Fixed(parts![format!("DATA {name} /{list}/")]));
            }
            at += to - from;
        }
        if !names.is_empty() {
            out.push(Node::Fixed(parts![format!("DATA {} /{}/", names.join(", "), values.join(", "))]));
        }
        out
    }

    /// BLOCK DATA of the blocks.
    pub fn block_data(&mut self) -> Option<Node> {
        let some: Vec<usize> = (0..self.blocks.len()).filter(|k| self.blocks[*k].given > 0).collect();
        if some.is_empty() {
            return None;
        }
        self.s = super::Scope::default();
        self.specification = Vec::new();
        let mut data = Vec::new();
        for k in some {
            self.s.views.clear();
            let (area, given) = (self.blocks[k].area, self.blocks[k].given);
            self.see_block(k);
            // The members come first and in order; what EQUIVALENCE adds gets its values by them.
            let members: Vec<View> = self.s.views.iter().filter(|v| v.region.area == area).cloned().collect();
            data.extend(self.data(&members, given));
        }
        let mut lines = self.implicit_lines();
        lines.append(&mut self.specification);
        lines.extend(self.integer_lines());
        lines.extend(data);
        Some(Node::Block(vec![(parts!["BLOCK DATA INIT"], lines)], parts!["END"]))
    }

    /// Statements that set every element from `from` on of what some views name together.
    pub fn set_all(&mut self, views: &[View], from: usize) -> Vec<Node> {
        let mut out = Vec::new();
        let mut done = from;
        for v in views {
            let end = v.region.at + v.region.count;
            if end <= done {
                continue;
            }
            let first = done.max(v.region.at) - v.region.at;
            self.set_range(&mut out, v, first, v.region.count);
            done = end;
        }
        out
    }
}
