//! C: numbers with derivatives that are found by a pointer which a function gives ([`analysis::given_places`]): their derivatives would be found nowhere.

use analysis::given_places::{GivenPlace, of_unit};
use analysis::varying::Varying;
use il::{Diagnostic, Program, UnitId};

use crate::facts::Facts;

/// The errors for all that the differentiated units reach: one for each statement.
pub fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let reached = facts.analysis.calls().reached(facts.differentiated());
    let mut found: Vec<(UnitId, GivenPlace)> =
        reached.iter().flat_map(|u| of_unit(&facts.analysis, *u).into_iter().map(|g| (*u, g))).collect();
    found.dedup_by_key(|(unit, g)| (*unit, g.stmt));
    let varying = Varying::new(&facts.analysis);
    found.retain(|(unit, g)| varying.has(*unit, g.stmt, &g.zones));
    let say = |(_, g): &(UnitId, GivenPlace)| {
        let what =
            format!("numbers with derivatives are found here by the pointer that `{}` gives", p.symbols[g.callee].name);
        Diagnostic::error("RT0418", g.span, what).label("where their derivatives are cannot be known").note(
            "let the function give a pointer to their own type, `double *`, or find them by the name of a variable",
        )
    };
    found.iter().map(say).collect()
}
