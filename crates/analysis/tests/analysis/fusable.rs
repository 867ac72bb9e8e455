//! Fusable loops against differentiation in both orders, on random loops: what may be fused has the same gradient when it is.
//!
//! A loop is run with the partial derivatives of each statement it executes, in arithmetic modulo a prime (exact, and no two
//! gradients agree by chance). The gradient takes the statements in reverse order. The fused gradient takes first what stands behind
//! the loop, with the values before it, then the iterations in the order of the loop, each with its own statements reversed.

use std::fmt::Write;

use crate::common::random_loops::Case;
use crate::common::{Random, read, unit};
use analysis::fusable::fusable;
use analysis::{Head, Options, VarRef};
use il::StmtKind;

#[test]
fn what_may_be_fused_has_the_same_gradient() {
    let (mut r, mut allowed, mut equal, mut moved) = (Random(11), 0, 0, 0);
    let mut report = String::new();
    for _ in 0..4000 {
        let case = Case::random(&mut r);
        let text = case.text();
        let program = read("random.f90", &text);
        let f = unit(&program, "case");
        let list = |names: &[char]| -> Vec<VarRef> {
            let symbol = |n: &char| program.lookup(program.units[f].scope, &n.to_string()).expect("declared");
            names.iter().map(|n| VarRef { symbol: symbol(n), path: Vec::new() }).collect()
        };
        let head = Head { unit: f, independents: list(&case.independents), dependents: list(&case.dependents) };
        let facts = analysis::analyse(&program, &[head], &Options::default());
        let body = &program.units[f];
        let root = body.body.iter().find(|s| matches!(body.stmts[**s].kind, StmtKind::Do(_))).expect("a loop");
        let [reversed, fused] = case.gradients();
        let (is_allowed, is_equal) = (fusable(&facts, f, *root).is_ok(), reversed == fused);
        if is_allowed && !is_equal {
            let _ = writeln!(
                report,
                "fused, this has another gradient ({:?} to {:?}):\n{text}",
                case.independents, case.dependents
            );
        }
        allowed += usize::from(is_allowed);
        equal += usize::from(is_equal);
        // The loop has a part in the gradient.
        moved += usize::from(is_allowed && fused.iter().collect::<std::collections::BTreeSet<_>>().len() > 3);
    }
    println!(
        "{allowed} loops may be fused ({moved} with derivatives of their own), {equal} have the same gradient in both orders"
    );
    assert!(report.is_empty(), "\n{report}");
    assert!(moved > 100, "only {moved} of {allowed} loops that may be fused say anything");
}
