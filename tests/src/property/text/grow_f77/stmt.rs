//! Random statements.

use super::ranges::Run;
use super::{Grower, Int};
use crate::property::text::sheet::{Base, Node, parts};

impl Grower {
    /// A few statements.
    pub fn body(&mut self, count: usize, depth: usize) -> Vec<Node> {
        let mut out = Vec::new();
        for _ in 0..count {
            self.statement(&mut out, depth);
        }
        out
    }

    pub fn small(&mut self, depth: usize) -> Vec<Node> {
        let n = self.r.within(1, 3);
        self.body(n, depth)
    }

    pub fn statement(&mut self, out: &mut Vec<Node>, depth: usize) {
        let deep = usize::from(depth > 0);
        let kinds = [
            14,                         // 0 a number
            2,                          // 1 a complex number
            3,                          // 2 integers
            7,                          // 3 a range
            5 * deep,                   // 4 loop
            4 * deep,                   // 5 IF
            4 * deep,                   // 6 jumps
            3,                          // 7 leaving
            7,                          // 8 call
            3 * usize::from(self.free), // 9 array
            3,                          // 10 sum
        ];
        match self.r.weighted(&kinds) {
            1 => {
                let Some(z) = self.target(Base::Complex) else { return };
                let place = self.element(&z);
                let line = self.assign(place);
                out.push(line);
            }
            2 => self.integer(out),
            3 => self.range(out),
            4 => self.loops(out, depth),
            5 => self.branch(out, depth),
            6 => self.jump(out, depth),
            7 => self.leave(out),
            8 => self.call(out),
            9 => self.array(out),
            10 => self.sum(out),
            _ => {
                let Some(v) = self.target(Base::Real) else { return };
                let place = self.element(&v);
                if self.r.chance(30) {
                    let e = self.value(1);
                    out.push(Node::Line(parts![place.clone(), " = 0.5D0*", place, " + SIN(", e, ")"]));
                } else {
                    let line = self.assign(place);
                    out.push(line);
                }
            }
        }
    }

    /// An integer variable or an element of a table gets another value of its range.
    fn integer(&mut self, out: &mut Vec<Node>) {
        let list: Vec<Int> = self.s.ints.iter().filter(|i| i.writable).cloned().collect();
        let Some(i) = self.r.pick(&list) else { return };
        let mut line = parts![i.name.clone()];
        if let Some(n) = i.elements {
            line.extend(parts!["(", self.index(1, n), ")"]);
        }
        line.push(" = ".into());
        line.push(self.index(i.lo, i.hi).into());
        if self.r.chance(25) {
            let t = self.test();
            let mut whole = parts!["IF (", t, ") "];
            whole.append(&mut line);
            line = whole;
        }
        out.push(Node::Line(line));
    }

    /// A loop over anything; sometimes it has no turn.
    fn loops(&mut self, out: &mut Vec<Node>, depth: usize) {
        if self.s.runs * 4 > self.s.most_runs || self.s.depth > 2 {
            return self.range(out);
        }
        let run = match self.r.below(6) {
            0 => {
                // From an integer, or to one.
                let list: Vec<Int> = self.s.ints.iter().filter(|i| i.elements.is_none()).cloned().collect();
                match self.r.pick(&list) {
                    Some(i) if self.r.chance(50) => {
                        Run { from: "1".into(), to: i.name, step: 1, least: 1, most: i.hi.max(1) }
                    }
                    Some(i) if i.lo <= 4 => Run { from: i.name, to: "4".into(), step: 1, least: i.lo, most: 4 },
                    _ => Run { from: "3".into(), to: "2".into(), step: 1, least: 3, most: 3 },
                }
            }
            1 => Run { from: "1".into(), to: "4".into(), step: 2, least: 1, most: 3 },
            2 => {
                let lo = self.r.within(1, 2) as i32;
                self.run(lo, 3)
            }
            _ => self.run(1, 4),
        };
        let line = self.do_loop(&run, |g| g.small(depth - 1));
        out.push(line);
    }

    fn branch(&mut self, out: &mut Vec<Node>, depth: usize) {
        let t = self.test();
        if self.r.chance(25) {
            let Some(v) = self.target(Base::Real) else { return };
            let place = self.element(&v);
            if let Node::Line(assignment) = self.assign(place) {
                let mut line = parts!["IF (", t, ") "];
                line.extend(assignment);
                out.push(Node::Line(line));
            }
            return;
        }
        let mut arms = vec![(parts!["IF (", t, ") THEN"], self.small(depth - 1))];
        if self.r.chance(20) {
            let t = self.test();
            arms.push((parts!["ELSE IF (", t, ") THEN"], self.small(depth - 1)));
        }
        if self.r.chance(60) {
            arms.push((parts!["ELSE"], self.small(depth - 1)));
        }
        out.push(Node::Block(arms, parts!["END IF"]));
    }

    /// A sum or a product over an array.
    fn sum(&mut self, out: &mut Vec<Node>) {
        let arrays: Vec<_> =
            self.s.views.iter().filter(|v| v.base == Base::Real && v.bounds.len() == 1).cloned().collect();
        let (Some(a), Some(s)) = (self.r.pick(&arrays), self.target(Base::Real)) else { return };
        if self.s.runs * a.region.count > self.s.most_runs || self.s.depth > 2 {
            return;
        }
        self.s.touched.insert(a.region.area);
        let place = self.element(&s);
        let start = self.leaf();
        out.push(Node::Line(parts![place.clone(), " = ", start]));
        let (lo, hi) = a.bounds[0];
        let run = self.run(lo, hi);
        let line = self.do_loop(&run, |g| {
            let counter = g.s.ints.last().map_or(String::new(), |i| i.name.clone());
            let other = g.leaf();
            vec![Node::Line(parts![place.clone(), " = ", place, format!(" + 0.2D0*{}({counter})*", a.name), other])]
        });
        out.push(line);
    }

    /// Array statements, whose sides may share storage.
    fn array(&mut self, out: &mut Vec<Node>) {
        let Some(v) = self.target(Base::Real) else { return };
        if v.bounds.len() != 1 || !v.dense {
            return;
        }
        let (lo, hi) = v.bounds[0];
        let n = v.region.count;
        let others: Vec<_> = self
            .s
            .views
            .iter()
            .filter(|o| o.base == Base::Real && o.bounds.len() == 1 && o.dense && o.region.count >= n)
            .cloned()
            .collect();
        let Some(o) = self.r.pick(&others) else { return };
        self.s.touched.insert(o.region.area);
        let first = o.bounds[0].0 + self.r.below(o.region.count - n + 1) as i32;
        let section = format!("{}({first}:{})", o.name, first + n as i32 - 1);
        let to = format!("{}({lo}:{hi})", v.name);
        let e = self.value(1);
        let line = match self.r.below(3) {
            0 => parts![format!("{to} = "), e],
            1 => parts![format!("{to} = 0.5D0*{section} + 0.25D0*"), e],
            _ => parts![format!("{to} = SIN({section})*"), e],
        };
        out.push(Node::Line(line));
    }
}
