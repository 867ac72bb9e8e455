//! Numbers with several names: globals that EQUIVALENCE, or a COMMON block of another shape, lays over each other.
//!
//! Such a number has one value, one derivative and one seed, whatever its names get by themselves, and it counts once in a dot product.

use std::collections::BTreeMap;

use il::Program;
use il::storage::Layout;

use super::engine::POISON;
use super::places::{Callable, Content, Holder, RootKind, Step};

/// The names of each number that has more than one: leaf, and position in it.
pub struct Ties {
    groups: Vec<Vec<(usize, usize)>>,
}

impl Ties {
    /// Looks for them among the globals that are real or complex, or arrays of such; `values` says how many there are in each leaf.
    pub fn new(program: &Program, original: &Callable, values: &[Vec<f64>]) -> Ties {
        let globals: Vec<usize> = (0..original.leaves.len())
            .filter(|k| original.roots[original.leaves[*k].root].kind == RootKind::Global)
            .collect();
        if globals.len() < 2 {
            return Ties { groups: Vec::new() };
        }
        let layout = Layout::new(program);
        let mut by_byte: BTreeMap<(usize, i64, usize), Vec<(usize, usize)>> = BTreeMap::new();
        for k in globals {
            let leaf = &original.leaves[k];
            let plain = match leaf.steps.as_slice() {
                [] => true,
                [Step::Elements { holder, .. }] => *holder == Holder::Fixed,
                _ => false,
            };
            let (Content::Numbers(scalar), true) = (&leaf.content, plain && leaf.is_differentiable()) else { continue };
            let Some((area, first)) = layout.place(original.roots[leaf.root].symbol) else { continue };
            let size = usize::from(scalar.bytes) / leaf.width();
            for n in 0..values[k].len() {
                by_byte.entry((area, first + (n * size) as i64, size)).or_default().push((k, n));
            }
        }
        Ties { groups: by_byte.into_values().filter(|names| names.len() > 1).collect() }
    }

    /// Gives all names of a number what the first one has that has something.
    pub fn share(&self, numbers: &mut [Vec<f64>]) {
        for group in &self.groups {
            let is_given = |x: &f64| !x.is_nan() && *x != POISON;
            let all = || group.iter().filter_map(|(k, n)| numbers[*k].get(*n).copied()).filter(is_given);
            let Some(value) = all().find(|x| *x != 0.0).or_else(|| all().next()) else { continue };
            for (k, n) in group {
                if let Some(x) = numbers[*k].get_mut(*n) {
                    *x = value;
                }
            }
        }
    }

    /// Gives leaves that do not have a number themselves that of one that `has` it.
    pub fn hand_over(&self, numbers: &mut [Vec<f64>], has: &dyn Fn(usize) -> bool) {
        for group in &self.groups {
            let Some(&(k, n)) = group.iter().find(|(k, _)| has(*k)) else { continue };
            let Some(value) = numbers[k].get(n).copied() else { continue };
            for (k, n) in group.iter().filter(|(k, _)| !has(*k)) {
                if let Some(x) = numbers[*k].get_mut(*n) {
                    *x = value;
                }
            }
        }
    }

    /// The numbers of a leaf, without those that an earlier leaf has which is `counted`: nothing in their places.
    pub fn once(&self, leaf: usize, numbers: &[f64], counted: &dyn Fn(usize) -> bool) -> Vec<f64> {
        let mut out = numbers.to_vec();
        for group in &self.groups {
            for (at, (k, n)) in group.iter().enumerate() {
                if *k == leaf && group[..at].iter().any(|(other, _)| counted(*other)) {
                    out[*n] = 0.0;
                }
            }
        }
        out
    }

    /// The numbers of a leaf that no other leaf has that is `counted`: nothing in the places of the others.
    pub fn alone(&self, leaf: usize, numbers: &[f64], counted: &dyn Fn(usize) -> bool) -> Vec<f64> {
        let mut out = numbers.to_vec();
        for group in self.groups.iter().filter(|g| g.iter().any(|(k, _)| counted(*k))) {
            group.iter().filter(|(k, _)| *k == leaf).for_each(|(_, n)| out[*n] = 0.0);
        }
        out
    }
}
