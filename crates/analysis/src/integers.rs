//! Systems of linear equations and inequalities over the integers: may they have a solution?
//!
//! Equations first (divisibility by the greatest common divisor of the coefficients; elimination of a variable with coefficient ±1), then
//! Fourier–Motzkin elimination with bounds rounded to integers. `false` is a proof that there is none; `true` says nothing: what gets
//! too large is given up. Monomials of more than one variable count as variables of their own.

use std::collections::{BTreeMap, BTreeSet};

use crate::affine::{Affine, Term};

/// More inequalities than this are not combined.
const LIMIT: usize = 300;

/// Σ coefficient · variable + constant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    coefficients: BTreeMap<usize, i128>,
    constant: i128,
}

/// A conjunction of `e = 0` and `e ≥ 0`.
#[derive(Clone, Debug, Default)]
pub struct System {
    variables: BTreeMap<Vec<Term>, usize>,
    equal: Vec<Row>,
    positive: Vec<Row>,
}

impl System {
    fn row(&mut self, e: &Affine) -> Row {
        let mut row = Row { coefficients: BTreeMap::new(), constant: 0 };
        for (monomial, c) in e.terms() {
            if monomial.is_empty() {
                row.constant = c;
                continue;
            }
            let next = self.variables.len();
            let variable = *self.variables.entry(monomial.to_vec()).or_insert(next);
            row.coefficients.insert(variable, c);
        }
        row
    }

    /// `e = 0`.
    pub fn zero(&mut self, e: &Affine) {
        let row = self.row(e);
        self.equal.push(row);
    }

    /// `e ≥ 0`.
    pub fn at_least_zero(&mut self, e: &Affine) {
        let row = self.row(e);
        self.positive.push(row);
    }

    /// Whether there may be a solution.
    pub fn is_possible(&self) -> bool {
        self.solve().unwrap_or(true)
    }

    /// Whether `e ≥ 0` in all solutions.
    pub fn implies(&self, e: &Affine) -> bool {
        let Some(negation) = Affine::constant(-1).plus(e, -1) else { return false };
        let mut with = self.clone();
        with.at_least_zero(&negation);
        !with.is_possible()
    }

    /// `None`: given up.
    fn solve(&self) -> Option<bool> {
        let (mut equal, mut positive) = (self.equal.clone(), self.positive.clone());
        while let Some(mut e) = equal.pop() {
            let divisor = e.coefficients.values().fold(0, |g, c| gcd(g, *c));
            if divisor == 0 {
                if e.constant != 0 {
                    return Some(false);
                }
                continue;
            }
            if e.constant % divisor != 0 {
                return Some(false);
            }
            e.coefficients.values_mut().for_each(|c| *c /= divisor);
            e.constant /= divisor;
            match e.coefficients.iter().find(|(_, c)| c.abs() == 1).map(|(v, c)| (*v, *c)) {
                Some((v, c)) => {
                    for row in equal.iter_mut().chain(positive.iter_mut()) {
                        if let Some(k) = row.coefficients.get(&v).copied() {
                            *row = combine(row, 1, &e, -k * c)?;
                        }
                    }
                }
                None => {
                    let negative = combine(&e, -1, &e, 0)?;
                    positive.push(e);
                    positive.push(negative);
                }
            }
        }
        let mut rows: BTreeSet<Row> = BTreeSet::new();
        for row in positive {
            if !add(&mut rows, row) {
                return Some(false);
            }
        }
        loop {
            // The variable whose elimination makes the fewest new rows.
            let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
            for (v, c) in rows.iter().flat_map(|r| &r.coefficients) {
                let n = counts.entry(*v).or_default();
                if *c > 0 { n.0 += 1 } else { n.1 += 1 }
            }
            let Some((&v, _)) = counts.iter().min_by_key(|(_, (a, b))| a * b) else { return Some(true) };
            let (with, without): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|r| r.coefficients.contains_key(&v));
            rows = without.into_iter().collect();
            let (low, high): (Vec<Row>, Vec<Row>) = with.into_iter().partition(|r| r.coefficients[&v] > 0);
            for l in &low {
                for h in &high {
                    let new = combine(l, -h.coefficients[&v], h, l.coefficients[&v])?;
                    if !add(&mut rows, new) {
                        return Some(false);
                    }
                }
            }
            if rows.len() > LIMIT {
                return None;
            }
        }
    }
}

/// Adds `row ≥ 0`, divided by the common divisor of its coefficients. `false`: it cannot be.
fn add(rows: &mut BTreeSet<Row>, mut row: Row) -> bool {
    let divisor = row.coefficients.values().fold(0, |g, c| gcd(g, *c));
    if divisor == 0 {
        return row.constant >= 0;
    }
    row.coefficients.values_mut().for_each(|c| *c /= divisor);
    row.constant = row.constant.div_euclid(divisor);
    rows.insert(row);
    true
}

/// `x·a + y·b`.
fn combine(a: &Row, x: i128, b: &Row, y: i128) -> Option<Row> {
    let mut coefficients: BTreeMap<usize, i128> = BTreeMap::new();
    for (row, factor) in [(a, x), (b, y)] {
        for (v, c) in &row.coefficients {
            let at = coefficients.entry(*v).or_insert(0);
            *at = at.checked_add(c.checked_mul(factor)?)?;
        }
    }
    coefficients.retain(|_, c| *c != 0);
    let constant = a.constant.checked_mul(x)?.checked_add(b.constant.checked_mul(y)?)?;
    Some(Row { coefficients, constant })
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
