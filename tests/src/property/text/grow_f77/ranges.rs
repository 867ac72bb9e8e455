//! Loops, and statements and loops that together set a range of elements: the ends alone and the rest by a loop, in halves, every other one,
//! backwards, by the elements of a copy.

use super::storage::View;
use super::{Grower, Int};
use crate::property::text::sheet::{Base, Node, Part, X, parts};

/// Where a loop runs: its bounds as text, its step, and between which values its variable is in its body.
pub struct Run {
    pub from: String,
    pub to: String,
    pub step: i32,
    pub least: i32,
    pub most: i32,
}

impl Grower {
    /// A loop from `lo` to `hi`, upwards or downwards.
    pub fn run(&mut self, lo: i32, hi: i32) -> Run {
        let (a, b) = (self.exact(lo), self.exact(hi));
        if self.r.chance(25) {
            Run { from: b, to: a, step: -1, least: lo, most: hi }
        } else {
            Run { from: a, to: b, step: 1, least: lo, most: hi }
        }
    }

    /// A DO loop in one of its forms.
    pub fn do_loop(&mut self, run: &Run, body: impl FnOnce(&mut Self) -> Vec<Node>) -> Node {
        let label = self.label();
        let form = self.r.below(5);
        let name = ["I", "J", "K", "L", "M", "N9"][self.s.depth.min(5)];
        self.integer_name(name);
        let trips = (run.most - run.least).unsigned_abs() as usize / run.step.unsigned_abs() as usize + 1;
        self.s.ints.push(Int::scalar(name, run.least, run.most, false));
        self.s.depth += 1;
        self.s.runs *= trips;
        // A jump to the end of the loop begins its next turn.
        if form < 2 {
            self.s.escapes.push(label.clone());
        }
        let mut lines = body(self);
        if form < 2 {
            self.s.escapes.retain(|l| *l != label);
        }
        self.s.runs /= trips;
        self.s.depth -= 1;
        self.s.ints.pop();
        let step = if run.step == 1 { String::new() } else { format!(", {}", run.step) };
        let range = format!("{name} = {}, {}{step}", run.from, run.to);
        let labelled = parts![format!("DO {label} {range}")];
        match (form, lines.as_slice()) {
            (3, [Node::Line(only)]) if matches!(only.first(), Some(Part::Expr(_))) => {
                // The statement that ends the loop.
                let mut end = parts![format!("{label} ")];
                end.extend(only.clone());
                Node::Block(vec![(labelled, Vec::new())], end)
            }
            (4, _) => Node::Block(vec![(parts![format!("DO {range}")], lines)], parts!["END DO"]),
            (2, [Node::Block(arms, _)]) if arms.len() == 1 && loop_head(&arms[0].0).is_some() => {
                // Loops that end at one label: that of the inner one, where it has one.
                let Node::Block(mut arms, end) = lines.remove(0) else { unreachable!("matched") };
                let (head, inner) = arms.remove(0);
                let (own, rest) = loop_head(&head).expect("matched");
                let end = if own.is_empty() { parts![format!("{label} CONTINUE")] } else { end };
                let label = if own.is_empty() { label } else { own };
                let mut all = vec![Node::Fixed(parts![format!("DO {label} {rest}")])];
                all.extend(inner);
                Node::Block(vec![(parts![format!("DO {label} {range}")], all)], end)
            }
            _ => Node::Block(vec![(labelled, lines)], parts![format!("{label} CONTINUE")]),
        }
    }

    /// `place = value` for a place of a kind.
    pub fn assign(&mut self, place: X) -> Node {
        let value = match place.sort.0 {
            Base::Complex => self.complex(),
            _ if self.r.chance(15) => self.literal(),
            _ => {
                let depth = self.r.within(0, 2);
                self.value(depth)
            }
        };
        Node::Line(parts![place, " = ", value])
    }

    fn at(&self, v: &View, index: &str) -> X {
        let sort = (v.base, crate::property::text::sheet::Shape::One);
        X { sort, parts: parts![v.name.clone(), format!("({index})")] }
    }

    fn one(&mut self, out: &mut Vec<Node>, v: &View, place: usize) {
        let place = X { sort: (v.base, crate::property::text::sheet::Shape::One), parts: parts![v.element(place)] };
        let line = self.assign(place);
        out.push(line);
    }

    fn by_loop(&mut self, out: &mut Vec<Node>, v: &View, run: &Run) {
        let name = v.clone();
        let line = self.do_loop(run, |g| {
            let counter = g.s.ints.last().map_or(String::new(), |i| i.name.clone());
            let place = g.at(&name, &counter);
            let mut lines = vec![g.assign(place)];
            if g.r.chance(15) {
                g.statement(&mut lines, 0);
            }
            lines
        });
        out.push(line);
    }

    /// Sets elements `from` to `to - 1` of a variable, all of them.
    pub fn set_range(&mut self, out: &mut Vec<Node>, v: &View, from: usize, to: usize) {
        self.set(v);
        let count = to - from;
        if v.bounds.len() == 2 && from == 0 && to == v.region.count {
            return self.set_matrix(out, v);
        }
        if v.bounds.len() != 1 || count < 2 {
            return (from..to).for_each(|k| self.one(out, v, k));
        }
        let lo = v.bounds[0].0 + from as i32;
        let hi = v.bounds[0].0 + to as i32 - 1;
        match self.r.below(8) {
            0 if count >= 3 => {
                // The ends, and the rest.
                let mut pieces: Vec<Vec<Node>> = vec![Vec::new(), Vec::new(), Vec::new()];
                self.one(&mut pieces[0], v, from);
                self.one(&mut pieces[1], v, to - 1);
                let run = self.run(lo + 1, hi - 1);
                self.by_loop(&mut pieces[2], v, &run);
                while !pieces.is_empty() {
                    let k = self.r.below(pieces.len());
                    out.extend(pieces.remove(k));
                }
            }
            1 if count >= 3 => {
                let middle = lo + self.r.within(0, count - 2) as i32;
                let mut halves = vec![(lo, middle), (middle + 1, hi)];
                if self.r.chance(40) {
                    halves.reverse();
                }
                for (a, b) in halves {
                    let run = self.run(a, b);
                    self.by_loop(out, v, &run);
                }
            }
            2 if count >= 3 => {
                // Every other one.
                let (b, end) = (self.exact(hi), hi - (hi - lo) % 2);
                let run = Run { from: lo.to_string(), to: b, step: 2, least: lo, most: end };
                self.by_loop(out, v, &run);
                let last = hi - (hi - lo - 1) % 2;
                let run = if self.r.chance(50) {
                    Run { from: (lo + 1).to_string(), to: hi.to_string(), step: 2, least: lo + 1, most: last }
                } else {
                    Run { from: last.to_string(), to: (lo + 1).to_string(), step: -2, least: lo + 1, most: last }
                };
                self.by_loop(out, v, &run);
            }
            3 if count <= 4 => (from..to).for_each(|k| self.one(out, v, k)),
            _ => {
                let run = self.run(lo, hi);
                self.by_loop(out, v, &run);
            }
        }
    }

    fn set_matrix(&mut self, out: &mut Vec<Node>, v: &View) {
        let ((a, b), (c, d)) = (v.bounds[0], v.bounds[1]);
        let (outer, inner) = if self.r.chance(60) { ((c, d), (a, b)) } else { ((a, b), (c, d)) };
        let columns = outer == (c, d);
        let run = self.run(outer.0, outer.1);
        let by_name = self.r.chance(60) || inner.1 - inner.0 > 3;
        let line = self.do_loop(&run, |g| {
            let first = g.s.ints.last().map_or(String::new(), |i| i.name.clone());
            let index = move |i: &str| if columns { format!("{i},{first}") } else { format!("{first},{i}") };
            if by_name {
                let run = g.run(inner.0, inner.1);
                let loop_inside = g.do_loop(&run, |g| {
                    let second = g.s.ints.last().map_or(String::new(), |i| i.name.clone());
                    let place = g.at(v, &index(&second));
                    vec![g.assign(place)]
                });
                return vec![loop_inside];
            }
            (inner.0..=inner.1)
                .map(|i| {
                    let place = g.at(v, &index(&i.to_string()));
                    g.assign(place)
                })
                .collect()
        });
        out.push(line);
    }

    /// Sets a variable, or a range of one.
    pub fn range(&mut self, out: &mut Vec<Node>) {
        let base = if self.r.chance(88) { Base::Real } else { Base::Complex };
        let Some(v) = self.target(base) else { return };
        if self.s.runs * v.region.count > self.s.most_runs || self.s.depth > 2 {
            let place = self.element(&v);
            let line = self.assign(place);
            return out.push(line);
        }
        if v.bounds.len() == 1 && self.r.chance(30) {
            let from = self.r.below(v.region.count);
            let to = self.r.within(from + 1, v.region.count);
            return self.set_range(out, &v, from, to);
        }
        self.set_range(out, &v, 0, v.region.count);
    }
}

/// Label and range of the first line of a loop.
fn loop_head(head: &[Part]) -> Option<(String, String)> {
    let [Part::Text(text)] = head else { return None };
    let rest = text.strip_prefix("DO ")?;
    let digits = rest.chars().take_while(char::is_ascii_digit).count();
    Some((rest[..digits].to_string(), rest[digits..].trim_start().to_string()))
}
