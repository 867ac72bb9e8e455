//! What may vary where a statement is executed, also in procedures that have no derivative: activity is known of those that are differentiated, and a
//! procedure below that is given something that varies, by an argument or in a global, is taken to have it in all that it touches.

use std::collections::BTreeSet;

use il::zones::ZoneId;
use il::{StmtId, UnitId};

use crate::facts::Facts;
use crate::request::At;

/// The answer for a whole program.
pub struct Varying<'f> {
    pub(crate) facts: &'f Facts<'f>,
    /// Procedures without derivatives that something is handed to.
    given: BTreeSet<UnitId>,
}

impl<'f> Varying<'f> {
    /// For what the differentiated units reach.
    pub fn new(facts: &'f Facts<'f>) -> Varying<'f> {
        let mut first: BTreeSet<UnitId> = BTreeSet::new();
        for &unit in facts.differentiated_units() {
            for site in facts.calls().sites(unit) {
                let plain = site.targets.units.iter().filter(|c| !facts.is_differentiated(**c));
                let varied = facts.varied(unit, At::Before(site.stmt));
                let is_given = || facts.in_out_call(unit, site.stmt).read.meets(&varied);
                first.extend(plain.filter(|_| is_given()).copied());
            }
        }
        let below = facts.calls().reached(&first.iter().copied().collect::<Vec<_>>());
        let given = first.into_iter().chain(below).filter(|u| !facts.is_differentiated(*u)).collect();
        Varying { facts, given }
    }

    /// Whether a procedure without a derivative is given something that varies.
    pub(crate) fn is_given(&self, unit: UnitId) -> bool {
        self.given.contains(&unit)
    }

    /// Whether one of these zones may vary just before a statement of a unit.
    pub fn has(&self, unit: UnitId, stmt: StmtId, zones: &[ZoneId]) -> bool {
        if !self.facts.is_differentiated(unit) {
            return self.is_given(unit);
        }
        let varied = self.facts.varied(unit, At::Before(stmt));
        zones.iter().any(|z| varied.contains(*z))
    }
}
