//! C: numbers with derivatives that are moved, or overwritten, as something else ([`analysis::reinterpreted`]): a derivative that did not follow would be
//! wrong. Looking at them does no harm (signs, exponents, checksums), as long as what was seen does not become a number again.

use analysis::reinterpreted::{Access, Reinterpretation, of_unit};
use il::calls::CallGraph;
use il::{Diagnostic, Program, UnitId};

use crate::facts::{At, Facts};

/// The errors for all that the differentiated units reach: one for each statement.
pub fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let reached = CallGraph::new(p).reached(facts.differentiated());
    let found: Vec<(UnitId, Reinterpretation)> =
        reached.iter().flat_map(|u| of_unit(&facts.analysis, *u).into_iter().map(|r| (*u, r))).collect();
    let varied = |(unit, r): &(UnitId, Reinterpretation)| {
        let there = facts.analysis.varied(*unit, At::Before(r.stmt));
        r.zones.iter().any(|z| there.contains(*z))
    };
    let seen = found.iter().any(|f| f.1.access == Access::Read && varied(f));
    let mut refused: Vec<&(UnitId, Reinterpretation)> = found
        .iter()
        .filter(|f| match f.1.access {
            Access::Read => false,
            Access::Cleared => varied(f),
            Access::Written => seen || varied(f),
        })
        .collect();
    refused.dedup_by_key(|f| (f.0, f.1.stmt));
    let say = |(_, r): &(UnitId, Reinterpretation)| {
        Diagnostic::error("RT0401", r.span, "numbers with derivatives are written here as bytes, or as another type")
            .label("derivatives do not follow")
            .note("write them by pointers to their own type: `double *to`, or `memcpy(to, from, n*sizeof *to)` where both are pointers to it")
    };
    refused.into_iter().map(say).collect()
}
