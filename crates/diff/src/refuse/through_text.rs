//! Numbers with derivatives that are written as text or into a file, and read again ([`analysis::text`]): what is read has the derivative zero, in both
//! modes. That may be meant, for a protocol or a restart; so it is said, and not refused.

use analysis::text::{Direction, Passage, of_unit};
use analysis::varying::Varying;
use il::{Diagnostic, UnitId};

use crate::facts::{At, Facts};

/// The warnings for all that the differentiated units reach: one for each statement that reads what may have been written with a derivative.
pub fn check(facts: &Facts) -> Vec<Diagnostic> {
    let reached = facts.analysis.calls().reached(facts.differentiated());
    let all: Vec<(UnitId, Passage)> =
        reached.iter().flat_map(|u| of_unit(&facts.analysis, *u).into_iter().map(|t| (*u, t))).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let varying = Varying::new(&facts.analysis);
    let written =
        all.iter().filter(|(unit, t)| t.direction == Direction::Written && varying.has(*unit, t.stmt, &t.numbers));
    let written: Vec<&(UnitId, Passage)> = written.collect();
    let mut out = Vec::new();
    for (unit, read) in all.iter().filter(|(_, t)| t.direction == Direction::Read) {
        let useful = facts.analysis.useful(*unit, At::After(read.stmt));
        let matters = || !facts.is_differentiated(*unit) || read.numbers.iter().any(|z| useful.contains(*z));
        if !read.is_value && !matters() {
            continue;
        }
        let Some((_, from)) = written.iter().find(|(_, w)| w.may_meet(read, &facts.analysis)) else { continue };
        let said =
            "what is read here has the derivative zero: numbers with derivatives are written where it may come from";
        out.push(
            Diagnostic::warning("RT0473", read.span, said)
                .label("read without derivatives")
                .with(from.span, "numbers with derivatives are written here".to_string())
                .note("hand the numbers on in a variable, where their derivatives matter"),
        );
    }
    out
}
