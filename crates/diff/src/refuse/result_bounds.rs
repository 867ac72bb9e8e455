//! Functions whose allocatable result begins at another index than one, and cannot be given a local instead
//! ([`prepare::normalise`](crate::prepare)): the caller's derivative, which their adjoint is handed, may begin elsewhere.

use analysis::first_indices::is_other;
use il::{Diagnostic, ExprKind, Program, StmtKind};

use crate::facts::Facts;

/// The errors for all differentiated functions.
pub fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        let Some(result) = u.result().filter(|r| facts.owns(*r)) else { continue };
        u.walk(&u.body, &mut |_, s| {
            let StmtKind::Allocate { objects, .. } = &s.kind else { return };
            let own = objects.iter().filter(|a| a.object.kind == ExprKind::Var(result));
            if own.flat_map(|a| &a.dims).any(|d| is_other(p, d)) {
                let what = "the result of a function that returns before its end, or has internal procedures, begins at another index than 1";
                let d = Diagnostic::error("RT0431", s.span, what);
                out.push(d.label("its adjoint counts from where the caller's array begins").note(
                    "allocate it from 1 on, or return at the end of the function only",
                ));
            }
        });
    }
    out
}
