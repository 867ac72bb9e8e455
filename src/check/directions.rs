//! A multi-directional derivative, judged as a scalar one.
//!
//! The engine takes the values of a scalar derivative, puts them into one of the directions, and gives back what came out of that one: a different one in
//! each run. Another direction holds −2 times the same, and must give −2 times the same; the third holds something else, which must not matter. So each direction
//! is held against the same differences and dot products as a scalar derivative, and against its neighbours.

use super::engine::{Engine, Outcome, POISON, Values};
use super::places::{Callable, Holder, Leaf, Origin, Shape, Step, adapt};

/// How many directions are run, when there is room.
const RUN: usize = 3;
/// The greatest number of directions in checks: more than are run, so that the two are told apart.
pub const MOST: i64 = 4;
/// The factor of the second direction: a power of two, which changes no rounding.
const FACTOR: f64 = -2.0;
/// How far from the factor the two directions may be, relative to their size.
const EXACT: f64 = 1e-12;

/// Runs a multi-directional derivative as if it were scalar.
pub struct Directed<'e> {
    inner: Box<dyn Engine + 'e>,
    callable: &'e Callable,
    most: usize,
}

impl<'e> Directed<'e> {
    /// Around the engine of the derivative; `most` is `nbdirsmax`.
    pub fn new(inner: Box<dyn Engine + 'e>, callable: &'e Callable, most: i64) -> Self {
        Directed { inner, callable, most: usize::try_from(most).unwrap_or(1).max(1) }
    }

    fn count(&self) -> usize {
        RUN.min(self.most)
    }

    /// The values of all directions, `at` being the one with those given.
    fn spread(&self, given: &Values, at: usize) -> Values {
        let mut out = given.clone();
        for (k, leaf) in self.callable.leaves.iter().enumerate() {
            match leaf.origin {
                Origin::Value(_) => {}
                Origin::Directions => out.numbers[k] = vec![self.count() as f64],
                Origin::Derivative(_) => {
                    out.shapes[k] = self.shape(&given.shapes[k], leaf);
                    let width = leaf.width().max(1);
                    let mut numbers = Vec::new();
                    for (n, element) in given.numbers[k].chunks(width).enumerate() {
                        for d in 0..self.most {
                            let value = |x: &f64| match (d + self.count() - at) % self.count() {
                                _ if d >= self.count() => f64::NAN,
                                0 => *x,
                                1 => FACTOR * x,
                                _ => x * (0.3 + 0.17 * (n % 7) as f64),
                            };
                            numbers.extend(element.iter().map(value));
                        }
                    }
                    out.numbers[k] = numbers;
                }
            }
        }
        out
    }

    /// The shape of a derivative with its directions.
    fn shape(&self, scalar: &Shape, leaf: &Leaf) -> Shape {
        let mut plain = leaf.clone();
        let last = plain.steps.iter().rposition(|s| matches!(s, Step::Elements { .. }));
        let Some(last) = last else { return scalar.clone() };
        let alone = match &mut plain.steps[last] {
            Step::Elements { dims, .. } if dims.len() > 1 => {
                dims.remove(0);
                false
            }
            _ => {
                plain.steps.remove(last);
                true
            }
        };
        let mut shape = adapt(scalar, &plain);
        match shape.last_mut() {
            Some(extents) if !alone => extents.insert(0, self.most),
            _ => shape.push(vec![self.most]),
        }
        shape
    }

    /// What came out of one direction.
    fn pick(&self, numbers: &[f64], leaf: &Leaf, d: usize) -> Vec<f64> {
        let width = leaf.width().max(1);
        numbers.chunks(width * self.most).flat_map(|c| c.iter().skip(d * width).take(width).copied()).collect()
    }
}

impl Engine for Directed<'_> {
    fn run(&mut self, runs: &[Values]) -> Result<Vec<Outcome>, String> {
        let count = self.count();
        let spread: Vec<Values> = runs.iter().enumerate().map(|(r, v)| self.spread(v, r % count)).collect();
        let mut outcomes = self.inner.run(&spread)?;
        for (r, outcome) in outcomes.iter_mut().enumerate() {
            for (k, leaf) in self.callable.leaves.iter().enumerate() {
                let Origin::Derivative(_) = leaf.origin else { continue };
                let all = std::mem::take(&mut outcome.numbers[k]);
                let own = self.pick(&all, leaf, r % count);
                // Where a pointer component was led to a local, nobody looks: each direction that is listed is judged by itself anyway.
                let in_structure = leaf.steps.iter().any(|s| matches!(s, Step::Field(..)));
                let by_pointer = in_structure && leaf.arrays().any(|(_, holder)| holder == Holder::Pointer);
                if count > 1 && !by_pointer {
                    let other = self.pick(&all, leaf, (r + 1) % count);
                    let scale = own.iter().filter(|x| **x != POISON).fold(0.0f64, |m, x| m.max(x.abs()));
                    let fits = |(x, y): (&f64, &f64)| {
                        *x == POISON || *y == POISON || (FACTOR * x - y).abs() <= EXACT * scale.max(f64::MIN_POSITIVE)
                    };
                    if !own.iter().zip(&other).all(fits) {
                        let (a, b) = (r % count + 1, (r + 1) % count + 1);
                        return Err(format!("direction {b} of `{}` does not fit direction {a}", leaf.name));
                    }
                }
                outcome.numbers[k] = own;
            }
        }
        Ok(outcomes)
    }
}
