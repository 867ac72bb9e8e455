//! Calls: pieces of work arrays, arrays with other shapes, labels to return to; what is set shares nothing with anything else.

use super::Grower;
use super::storage::{Region, View};
use super::units::{Unit, What};
use crate::property::text::sheet::{Base, Node, Part, Shape, X, parts, x};

impl Grower {
    /// Whether a region may be passed beside others to a unit that sets it or not.
    fn free(&self, unit: &Unit, used: &[(Region, bool)], region: Region, set: bool) -> bool {
        let hidden = unit.touched.contains(&region.area);
        let clash = hidden && (set || unit.written.contains(&region.area));
        !clash && used.iter().all(|(other, other_set)| !(set || *other_set) || !other.meets(region))
    }

    /// A variable or an element for a scalar; an expression where nothing is set.
    fn scalar_argument(&mut self, unit: &Unit, used: &mut Vec<(Region, bool)>, set: bool) -> Option<Vec<Part>> {
        if !set && self.r.chance(30) {
            // Parentheses make a value of it, whatever the callee may set.
            let d = self.r.below(2);
            let e = self.value(d);
            return Some(parts!["(", e, ")"]);
        }
        let list: Vec<View> = self
            .s
            .views
            .iter()
            .filter(|v| v.base == Base::Real && self.free(unit, used, v.region, set))
            .cloned()
            .collect();
        let Some(v) = self.r.pick(&list) else {
            return if set { None } else { Some(parts![self.literal()]) };
        };
        used.push((v.region, set));
        self.passed(&v, set);
        let e = self.element(&v);
        Some(if set { self.fixed(e) } else { parts![e] })
    }

    /// What must stay a variable when programs get smaller.
    fn fixed(&self, e: X) -> Vec<Part> {
        parts![X { sort: (Base::Logical, Shape::Square), parts: e.parts }]
    }

    fn passed(&mut self, v: &View, set: bool) {
        self.s.touched.insert(v.region.area);
        if set {
            self.s.written.insert(v.region.area);
        }
    }

    /// `count` elements of an array, from its beginning or from the middle of it.
    fn piece(&mut self, unit: &Unit, used: &mut Vec<(Region, bool)>, count: usize, set: bool) -> Option<Vec<Part>> {
        let mut list: Vec<(View, usize)> = Vec::new();
        for v in self.s.views.iter().filter(|v| v.base == Base::Real && !v.bounds.is_empty()) {
            let last = if v.dense { v.region.count + 1 } else { 1 };
            for start in (0..last).filter(|s| s + count <= v.region.count) {
                let region = Region { area: v.region.area, at: v.region.at + start, count };
                if self.free(unit, used, region, set) {
                    list.push((v.clone(), start));
                }
            }
        }
        let (v, start) = self.r.pick(&list)?;
        used.push((Region { area: v.region.area, at: v.region.at + start, count }, set));
        self.passed(&v, set);
        if start == 0 && self.r.chance(60) {
            return Some(self.fixed(x!((Base::Real, Shape::Whole); v.name)));
        }
        let text = if v.bounds.len() == 1 {
            format!("{}({})", v.name, self.exact(v.bounds[0].0 + start as i32))
        } else {
            v.element(start)
        };
        Some(parts![text])
    }

    pub fn call(&mut self, out: &mut Vec<Node>) {
        let fits = |n: &&usize| self.units[**n].cost * self.s.runs <= self.s.most_runs;
        let list: Vec<usize> = self.s.callable.iter().filter(fits).copied().collect();
        let Some(n) = self.r.pick(&list) else { return };
        let unit = self.units[n].clone();
        let before = (self.s.touched.clone(), self.s.written.clone());
        let mut used = Vec::new();
        let mut line: Vec<Part> = Vec::new();
        let mut labels = Vec::new();
        for d in &unit.dummies {
            let set = unit.written.contains(&d.area);
            let argument = match d.what {
                What::Scalar => self.scalar_argument(&unit, &mut used, set),
                What::Vector { count, .. } | What::Matrix { count } => self.piece(&unit, &mut used, count, set),
                What::Size(n) => Some(parts![self.exact(n as i32)]),
                What::Lda => Some(parts![["2", "3"][self.r.below(2)]]),
                What::Index => Some(parts![self.index(1, 4)]),
                What::Procedure => self.r.pick(&self.s.passed).map(|f| {
                    self.s.externals.insert(f.clone());
                    self.number_name(&f);
                    parts![f]
                }),
                What::Alternate => {
                    let l = self.label();
                    labels.push(l.clone());
                    Some(parts![format!("*{l}")])
                }
            };
            let Some(argument) = argument else {
                (self.s.touched, self.s.written) = before;
                return;
            };
            if !line.is_empty() {
                line.push(", ".into());
            }
            line.extend(argument);
        }
        let own = |a: &&usize| unit.dummies.iter().all(|d| d.area != **a);
        self.s.touched.extend(unit.touched.iter().filter(own));
        self.s.written.extend(unit.written.iter().filter(own));
        let mut all = parts![format!("CALL {}", unit.name)];
        if !line.is_empty() {
            all.push("(".into());
            all.extend(line);
            all.push(")".into());
        }
        if labels.is_empty() {
            return out.push(Node::Line(all));
        }
        out.push(Node::Line(all));
        let end = self.label();
        let line = self.body(1, 0);
        out.extend(line);
        out.push(Node::Line(parts![format!("GO TO {end}")]));
        for l in labels {
            out.push(Node::Line(parts![format!("{l} CONTINUE")]));
            let line = self.body(1, 0);
            out.extend(line);
        }
        out.push(Node::Line(parts![format!("{end} CONTINUE")]));
    }
}
