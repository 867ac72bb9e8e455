//! Calls, and what their arguments may be: what a callee sets is not reached in another way meanwhile.

use super::Grower;
use super::procedures::{Intent, What};
use super::scope::root;
use crate::property::text::sheet::{Base, Node, Part, Shape, X, parts, x};

const REAL: Base = Base::Real;

impl Grower {
    /// A call of a function without effects.
    pub fn call_in_expression(&mut self, shape: Shape, d: usize) -> X {
        let sort = (REAL, shape);
        let scalar = shape == Shape::One;
        let (a, b) = (self.real(shape, d.min(1)), self.real(shape, d.min(1)));
        if self.elemental && (!scalar || self.r.chance(40)) {
            return x!(sort; "fe(", a, ", ", b, ")");
        }
        if scalar && self.function { x!(sort; "f(", a, ", ", b, ")") } else { x!(sort; "sin(", a, ")*cos(", b, ")") }
    }

    /// The actual arguments of a procedure; `None` when there is nothing to pass.
    fn actuals(&mut self, number: usize, keep: Option<&str>) -> Option<Vec<Part>> {
        let mut p = self.procedures[number].clone();
        if p.dummies.last().is_some_and(|d| d.optional) && self.r.chance(40) {
            p.dummies.pop();
        }
        // Roots that are set, and roots that are passed as they are.
        let mut set: Vec<String> = keep.into_iter().map(String::from).collect();
        let mut passed: Vec<String> = set.clone();
        let mut out: Vec<Part> = Vec::new();
        if p.uses_globals {
            self.s.uses_globals = true;
            let globals = self.s.vars.iter().filter(|v| v.global).map(|v| v.root.clone());
            let globals: Vec<String> = globals.collect();
            set.extend(globals.iter().cloned());
            passed.extend(globals);
        }
        if p.host {
            let all: Vec<String> = self.s.vars.iter().map(|v| v.root.clone()).collect();
            set.extend(all.iter().cloned());
            passed.extend(all);
        }
        // Pointers and what they may point to count as one.
        let alias = |g: &Self, r: &str| {
            let r = root(r);
            if g.targets.contains(&r) || g.pointers.iter().any(|p| p.0 == r) { "a target".to_string() } else { r }
        };
        for d in p
            .dummies
            .iter()
            .enumerate()
            .filter(|(_, d)| d.intent != Intent::In)
            .chain(p.dummies.iter().enumerate().filter(|(_, d)| d.intent == Intent::In))
        {
            let (position, d) = d;
            let written = d.intent != Intent::In;
            let free = |g: &Self, r: &str| {
                let r = alias(g, r);
                if written { !passed.contains(&r) } else { !set.contains(&r) }
            };
            let part: Vec<Part> = match d.what {
                What::N => parts!["n"],
                // A variable may be one that an internal procedure sets.
                What::Index if p.host => parts!["(", self.index(), ")"],
                What::Index => parts![self.index()],
                What::Real(shape) => {
                    let near: Vec<_> = self
                        .s
                        .vars
                        .iter()
                        .filter(|v| v.base == REAL && (!written || v.writable) && free(self, &v.root))
                        .cloned()
                        .collect();
                    let mut options: Vec<(String, X)> = Vec::new();
                    if let Some(v) = self.r.pick(&near.iter().filter(|v| v.shape == shape).cloned().collect::<Vec<_>>())
                        // Components of all structures of an array are not contiguous.
                        && !(v.name.contains('%') && shape == Shape::Whole && self.arrays_of_structures.contains(&v.root))
                    {
                        options.push((v.root.clone(), self.reference(&v, shape, vec![])));
                    }
                    let larger = if shape == Shape::One { Shape::Whole } else { Shape::Square };
                    if shape != Shape::Square
                        && let Some(v) =
                            self.r.pick(&near.iter().filter(|v| v.shape == larger).cloned().collect::<Vec<_>>())
                    {
                        let part = if shape == Shape::One {
                            self.element(&v)
                        } else {
                            let j = self.index();
                            self.reference(&v, shape, parts!["(:, ", j, ")"])
                        };
                        options.push((v.root.clone(), part));
                    }
                    let value = !written && (options.is_empty() || self.r.chance(if p.host { 100 } else { 40 }));
                    if value {
                        let calls = std::mem::replace(&mut self.s.calls, false);
                        let e = self.real(shape, 1);
                        self.s.calls = calls;
                        parts![x!((REAL, shape); "(", e, " + 0.125d0)")]
                    } else {
                        // A name that ASSOCIATE gives is another one for the same storage.
                        let (root, chosen) = self.r.pick(&options)?;
                        let name = alias(self, &root);
                        if written {
                            set.push(name.clone());
                        }
                        passed.push(name);
                        // What is set is no value: nothing takes its place.
                        let sort = if written { (Base::Logical, Shape::Square) } else { chosen.sort };
                        parts![X { sort, ..chosen }]
                    }
                }
                What::Allocatable | What::Held => {
                    let (root, e) = self.storage(d.what, written, &|g, r| free(g, r))?;
                    let name = alias(self, &root);
                    if written {
                        set.push(name.clone());
                    }
                    passed.push(name);
                    parts![e]
                }
                What::Complex | What::Structure => {
                    let names: Vec<(String, X)> = if d.what == What::Complex {
                        let list: Vec<_> = self
                            .s
                            .vars
                            .iter()
                            .filter(|v| v.base == Base::Complex && (!written || v.writable) && free(self, &v.root))
                            .cloned()
                            .collect();
                        list.into_iter().map(|v| (v.root.clone(), self.reference(&v, Shape::One, vec![]))).collect()
                    } else {
                        let list: Vec<_> = self
                            .s
                            .structures
                            .iter()
                            .filter(|v| (!written || v.writable) && free(self, &v.root))
                            .cloned()
                            .collect();
                        list.into_iter()
                            .map(|v| {
                                let mut parts = Vec::new();
                                for (k, piece) in v.name.split('#').enumerate() {
                                    if k > 0 {
                                        parts.push(Part::Expr(self.index()));
                                    }
                                    parts.push(piece.into());
                                }
                                (v.root.clone(), X { sort: (Base::Logical, Shape::Square), parts })
                            })
                            .collect()
                    };
                    let (root, e) = self.r.pick(&names)?;
                    let name = alias(self, &root);
                    if written {
                        set.push(name.clone());
                    }
                    passed.push(name);
                    parts![e]
                }
            };
            out.push(Part::Text(format!("\u{1}{position}")));
            out.extend(part);
        }
        // What is set was chosen first: back into the order of the dummies.
        let mut by_position: Vec<(usize, Vec<Part>)> = Vec::new();
        for p in out {
            match &p {
                Part::Text(t) if t.starts_with('\u{1}') => {
                    by_position.push((t[1..].parse().unwrap_or(0), Vec::new()));
                }
                _ => by_position.last_mut()?.1.push(p),
            }
        }
        by_position.sort_by_key(|p| p.0);
        let mut line = Vec::new();
        for (k, (_, parts)) in by_position.into_iter().enumerate() {
            if k > 0 {
                line.push(", ".into());
            }
            line.extend(parts);
        }
        Some(line)
    }

    fn affordable(&self, function: bool) -> Vec<usize> {
        let fits = |p: &&usize| {
            let p = &self.procedures[**p];
            p.function == function && self.s.runs * p.cost <= 6 * self.s.most_runs
        };
        self.s.callable.iter().filter(fits).copied().collect()
    }

    /// A call of a subroutine.
    pub fn call(&mut self, out: &mut Vec<Node>) {
        let list = self.affordable(false);
        let Some(number) = self.r.pick(&list) else { return };
        let Some(actuals) = self.actuals(number, None) else { return };
        if self.r.chance(12) && !self.procedures[number].host {
            out.push(Node::Line(parts!["!$AD NOCHECKPOINT"]));
        }
        let mut line = parts![format!("call {}(", self.procedures[number].name)];
        line.extend(actuals);
        line.push(")".into());
        out.push(Node::Line(line));
    }

    /// `v = g(a, b)` where the function sets its arguments or variables of the module.
    pub fn effects(&mut self, out: &mut Vec<Node>) {
        let list = self.affordable(true);
        let Some(number) = self.r.pick(&list) else { return };
        let Some(v) = self.writable(REAL, Shape::One) else { return };
        if v.name.contains('#') || (v.global && self.procedures[number].uses_globals) || self.procedures[number].host {
            return;
        }
        let Some(actuals) = self.actuals(number, Some(&v.root)) else { return };
        let place = self.reference(&v, Shape::One, vec![]);
        let mut line = parts![
            place,
            " = ",
            ["", "0.5d0*", "1.d0 + "][self.r.below(3)],
            format!("{}(", self.procedures[number].name)
        ];
        line.extend(actuals);
        line.push(")".into());
        out.push(Node::Line(line));
    }
}
