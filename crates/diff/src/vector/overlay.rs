//! Complex and real variables in one storage, which several directions pull apart.
//!
//! A complex number and the two reals that an EQUIVALENCE or another COMMON list lays over it have derivatives in one storage for one direction. With
//! several, the directions of a complex derivative alternate real and imaginary parts, those of the reals come one part after the other.

use std::collections::BTreeMap;

use il::zones::ZoneId;
use il::{Diagnostic, Program, ScalarClass, SymbolId};

use crate::facts::Facts;

/// Active variables that share storage so.
pub(crate) fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let mut seen: BTreeMap<ZoneId, SymbolId> = BTreeMap::new();
    let is_complex = |s: SymbolId| {
        p.symbol_type(s).and_then(|t| t.element().scalar()).is_some_and(|x| x.class == ScalarClass::Complex)
    };
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        let overlaid = p.overlaid(unit);
        let shared = u.commons().into_values().flatten().chain(overlaid);
        let active = facts.analysis.active_symbols(unit);
        for s in shared.filter(|s| active.iter().any(|v| v.symbol == *s)) {
            for z in facts.analysis.zones().of_symbol(s) {
                let other = *seen.entry(z).or_insert(s);
                if is_complex(other) != is_complex(s) {
                    let (a, b) = (&p.symbols[s].name, &p.symbols[other].name);
                    let said = format!("`{a}` and `{b}`, one of them complex, have derivatives in one storage");
                    let said = Diagnostic::error("RT0440", p.symbols[s].span, said);
                    return vec![said.note("differentiate in one direction at a time, without -vector")];
                }
            }
        }
    }
    Vec::new()
}
