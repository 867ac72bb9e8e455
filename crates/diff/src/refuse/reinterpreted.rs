//! Numbers with derivatives that are moved, or overwritten, as something else ([`analysis::reinterpreted`]): a derivative that did not follow would be
//! wrong. Looking at them does no harm (signs, exponents, checksums), as long as what was seen does not become a number again.

use analysis::reinterpreted::{Access, Reinterpretation, of_unit};
use analysis::varying::Varying;
use il::{Diagnostic, UnitId};

use crate::facts::Facts;

/// The errors for all that the differentiated units reach: one for each statement.
pub fn check(facts: &Facts) -> Vec<Diagnostic> {
    let reached = facts.analysis.calls().reached(facts.differentiated());
    let found: Vec<(UnitId, Reinterpretation)> =
        reached.iter().flat_map(|u| of_unit(&facts.analysis, *u).into_iter().map(|r| (*u, r))).collect();
    if found.is_empty() {
        return Vec::new();
    }
    let varying = Varying::new(&facts.analysis);
    let varied = |(unit, r): &(UnitId, Reinterpretation)| varying.has(*unit, r.stmt, &r.zones);
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
            .note("hand them on as what they are: in C by pointers to their own type, or by `memcpy(to, from, n*sizeof *to)` where both are; in Fortran by variables")
    };
    refused.into_iter().map(say).collect()
}
