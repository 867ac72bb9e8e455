//! Systems of linear inequalities over the integers: whether one has surely no solution.
//!
//! Fourier–Motzkin elimination over the rationals, with every inequality divided by the common divisor of its coefficients and its constant
//! rounded. "No solution" is certain; "perhaps" is the answer whenever numbers or the system grow too large.

use std::collections::BTreeMap;

/// `Σ coefficient·variable + constant`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Linear<V: Ord> {
    terms: BTreeMap<V, i64>,
    constant: i64,
}

/// Beyond this many inequalities nobody asks further.
const LIMIT: usize = 400;

impl<V: Ord + Clone> Linear<V> {
    /// A number.
    pub fn constant(constant: i64) -> Self {
        Linear { terms: BTreeMap::new(), constant }
    }

    /// A variable.
    pub fn variable(v: V) -> Self {
        Linear { terms: BTreeMap::from([(v, 1)]), constant: 0 }
    }

    /// The number that this is.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Those that it is about.
    pub fn variables(&self) -> impl Iterator<Item = &V> {
        self.terms.keys()
    }

    /// `factor·self`.
    pub fn times(&self, factor: i64) -> Option<Self> {
        self.plus(&Linear::constant(0), factor, 0)
    }

    /// `a·self + b·other`.
    pub fn plus(&self, other: &Self, a: i64, b: i64) -> Option<Self> {
        let mut out = Linear::constant(self.constant.checked_mul(a)?.checked_add(other.constant.checked_mul(b)?)?);
        for (terms, factor) in [(&self.terms, a), (&other.terms, b)] {
            for (v, c) in terms {
                let at = out.terms.entry(v.clone()).or_insert(0);
                *at = at.checked_add(c.checked_mul(factor)?)?;
            }
        }
        out.terms.retain(|_, c| *c != 0);
        Some(out)
    }

    /// The largest factor of a variable, without its sign.
    pub fn largest(&self) -> Option<i64> {
        self.terms.values().filter_map(|c| c.checked_abs()).max()
    }

    /// As `length·row + rest`, where `rest` has the variables whose factors `length` does not divide: with the least constant in `rest` that is not negative,
    /// and with the one below.
    pub fn by_rows(&self, length: i64) -> [Option<(Self, Self)>; 2] {
        let first = self.constant.div_euclid(length);
        [Some(first), first.checked_add(1)].map(|row| {
            let mut rows = Linear::constant(row?);
            for (v, c) in self.terms.iter().filter(|(_, c)| **c % length == 0) {
                rows = rows.plus(&Linear::variable(v.clone()), 1, c / length)?;
            }
            let rest = self.plus(&rows, 1, length.checked_neg()?)?;
            Some((rows, rest))
        })
    }

    /// `self - other`.
    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(other, 1, -1)
    }

    fn tightened(mut self) -> Self {
        let divisor = self.terms.values().fold(0i64, |g, c| gcd(g, c.unsigned_abs() as i64));
        if divisor > 1 {
            self.terms.values_mut().for_each(|c| *c /= divisor);
            self.constant = self.constant.div_euclid(divisor);
        }
        self
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether no integers make all of `inequalities` at least 0.
pub fn is_impossible<V: Ord + Clone>(inequalities: Vec<Linear<V>>) -> bool {
    let mut system: Vec<Linear<V>> = inequalities.into_iter().map(Linear::tightened).collect();
    loop {
        system.sort();
        system.dedup();
        if system.iter().any(|l| l.as_constant().is_some_and(|c| c < 0)) {
            return true;
        }
        system.retain(|l| l.as_constant().is_none());
        // The variable whose elimination makes the fewest.
        let mut counts: BTreeMap<&V, (usize, usize)> = BTreeMap::new();
        for l in &system {
            for (v, c) in &l.terms {
                let n = counts.entry(v).or_default();
                if *c > 0 { n.0 += 1 } else { n.1 += 1 }
            }
        }
        let Some(v) = counts.iter().min_by_key(|(_, (up, down))| up * down).map(|(v, _)| (*v).clone()) else {
            return false;
        };
        let (with, mut next): (Vec<_>, Vec<_>) = system.into_iter().partition(|l| l.terms.contains_key(&v));
        let (up, down): (Vec<_>, Vec<_>) = with.into_iter().partition(|l| l.terms[&v] > 0);
        for u in &up {
            for d in &down {
                let (Some(a), Some(b)) = (d.terms[&v].checked_neg(), Some(u.terms[&v])) else { return false };
                let Some(l) = u.plus(d, a, b) else { return false };
                next.push(l.tightened());
            }
        }
        if next.len() > LIMIT {
            return false;
        }
        system = next;
    }
}
