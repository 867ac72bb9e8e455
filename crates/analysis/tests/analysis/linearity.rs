//! Degrees against execution: on random loops, each output is a polynomial of at most the degree that the analysis says, along any line in the inputs.
//!
//! A function of degree at most `d` along a line has vanishing differences of order `d + 1`; no dependence is degree 0. Arithmetic is modulo a prime.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::common::random_loops::{Case, Cell, PRIME};
use crate::common::{Random, read, unit};
use analysis::degrees::UNBOUNDED;
use analysis::linearity::Linearity;
use analysis::{Head, Options, polynomial};

/// The order of the highest difference of a sequence that does not vanish; `None`: all do.
fn degree(mut values: Vec<i128>) -> Option<usize> {
    let mut found = None;
    for order in 0.. {
        if values.is_empty() {
            return found;
        }
        if values.iter().any(|v| *v != 0) {
            found = Some(order);
        }
        values = values.windows(2).map(|w| (w[1] - w[0]).rem_euclid(PRIME)).collect();
    }
    found
}

#[test]
fn degrees_are_not_exceeded() {
    let (mut r, mut report, mut checked, mut sharp) = (Random(23), String::new(), 0, 0);
    for _ in 0..600 {
        let case = Case::random(&mut r);
        let text = case.text();
        let program = read("random.f90", &text);
        let f = unit(&program, "case");
        let head = Head { unit: f, independents: Vec::new(), dependents: Vec::new() };
        let facts = analysis::analyse(&program, &[head], &Options::default());
        let linearity = Linearity::new(&facts);
        let said = polynomial::degrees(&linearity, f);
        let name = |z| facts.zones().name_in(&program, f, z).chars().next().unwrap_or('?');
        let bound = |u: char, v: char| {
            let row = said.iter().find(|(z, _)| name(*z) == u)?;
            Some(row.1.iter().find(|(z, _)| name(*z) == v).map_or(0, |d| d.1))
        };
        for v in ['x', 'a', 'b', 'f'] {
            // One input moves along a line; all others stay.
            let runs: Vec<BTreeMap<Cell, i128>> = (0..24)
                .map(|t| {
                    let mut start = case.start();
                    start
                        .iter_mut()
                        .filter(|(cell, _)| cell.0 == v)
                        .for_each(|(cell, x)| *x += t * i128::from(3 + cell.1));
                    case.execute(start)
                })
                .collect();
            for u in ['a', 'b', 'f'].into_iter().filter(|u| *u != v) {
                let Some(said) = bound(u, v).filter(|d| *d != UNBOUNDED) else { continue };
                for cell in runs[0].keys().filter(|c| c.0 == u) {
                    let found = degree(runs.iter().map(|run| run[cell]).collect()).unwrap_or(0);
                    checked += 1;
                    sharp += usize::from(found == usize::from(said));
                    if found > usize::from(said) {
                        let _ = writeln!(report, "{u} has degree {found} in {v}, not {said}:\n{text}");
                    }
                }
            }
        }
    }
    println!("{checked} degrees, {sharp} of them reached");
    assert!(report.is_empty(), "\n{report}");
    assert!(sharp > 1000);
}
