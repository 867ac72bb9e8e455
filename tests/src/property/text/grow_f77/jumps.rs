//! What labels are for: arithmetic IF, computed and assigned GOTO, loops made of jumps, early returns.

use super::Grower;
use super::Int;
use crate::property::text::sheet::{Node, parts};

impl Grower {
    pub fn label(&mut self) -> String {
        self.labels += 10;
        self.labels.to_string()
    }

    fn landing(label: &str) -> Node {
        Node::Line(parts![format!("{label} CONTINUE")])
    }

    /// Statements behind labels: each part jumps to the end or runs into the next one.
    fn stations(&mut self, out: &mut Vec<Node>, labels: &[String], end: &str, depth: usize) {
        for l in labels {
            out.push(Self::landing(l));
            out.extend(self.small(depth - 1));
            if self.r.chance(60) {
                out.push(Node::Line(parts![format!("GO TO {end}")]));
            }
        }
        out.push(Self::landing(end));
    }

    pub fn jump(&mut self, out: &mut Vec<Node>, depth: usize) {
        let end = self.label();
        match self.r.below(6) {
            0 => {
                let t = self.test();
                out.push(Node::Line(parts!["IF (", t, format!(") GO TO {end}")]));
                out.extend(self.small(depth - 1));
                out.push(Self::landing(&end));
            }
            1 => {
                let (a, b) = (self.label(), self.label());
                let e = self.value(1);
                let third = if self.r.chance(40) { &a } else { &end };
                let line = parts!["IF (", e, format!(" - 0.45D0) {a}, {third}, {b}")];
                out.push(Node::Line(line));
                self.stations(out, &[a.clone(), b], &end, depth);
            }
            2 => {
                let labels: Vec<String> = (0..self.r.within(2, 3)).map(|_| self.label()).collect();
                let k = self.index(0, 4);
                out.push(Node::Line(parts![format!("GO TO ({}), ", labels.join(", ")), k]));
                if self.r.chance(60) {
                    out.extend(self.small(depth - 1));
                }
                self.stations(out, &labels, &end, depth);
            }
            3 => {
                let labels = [self.label(), self.label()];
                let target = self.fresh("LB");
                self.integer_name(&target);
                out.push(Node::Line(parts![format!("ASSIGN {} TO {target}", labels[0])]));
                let t = self.test();
                out.push(Node::Line(parts!["IF (", t, format!(") ASSIGN {} TO {target}", labels[1])]));
                out.extend(self.small(depth - 1));
                let list = if self.r.chance(50) { format!(", ({}, {})", labels[0], labels[1]) } else { String::new() };
                out.push(Node::Line(parts![format!("GO TO {target}{list}")]));
                self.stations(out, &labels, &end, depth);
            }
            _ if self.s.runs * 3 <= self.s.most_runs => {
                // A loop by IF and GOTO; its counter is an index, too.
                let (again, counter) = (self.label(), self.fresh("KW"));
                self.integer_name(&counter);
                let trips = self.r.within(1, 4) as i32;
                let forward = self.r.chance(60);
                out.push(Node::Line(parts![format!("{counter} = {}", if forward { 1 } else { trips })]));
                out.push(Self::landing(&again));
                self.s.ints.push(Int::scalar(&counter, 1, trips, false));
                self.s.runs *= trips as usize;
                out.extend(self.small(depth - 1));
                self.s.runs /= trips as usize;
                self.s.ints.retain(|i| i.name != counter);
                let (sign, test) = if forward { ("+", format!(".LE. {trips}")) } else { ("-", ".GE. 1".to_string()) };
                out.push(Node::Line(parts![format!("{counter} = {counter} {sign} 1")]));
                out.push(Node::Line(parts![format!("IF ({counter} {test}) GO TO {again}")]));
            }
            _ => {}
        }
    }

    /// The next turn of a loop around, or the end of the unit.
    pub fn leave(&mut self, out: &mut Vec<Node>) {
        let mut ways: Vec<String> = self.s.escapes.last().map(|l| format!("GO TO {l}")).into_iter().collect();
        ways.extend(self.s.returns.clone());
        let Some(way) = self.r.pick(&ways) else { return };
        let t = self.test();
        out.push(Node::Line(parts!["IF (", t, format!(") {way}")]));
    }
}
