//! What may vary where a statement is executed, also in procedures that have no derivative: activity is known of those that are differentiated, and a
//! procedure below that is given something that varies, by an argument or in a global, is taken to have it in all that it touches.

use std::collections::BTreeSet;

use il::zones::ZoneId;
use il::{StmtId, UnitId};

use crate::facts::Facts;
use crate::request::At;

/// The answer for a whole program.
pub struct Varying<'f> {
    facts: &'f Facts<'f>,
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

    /// Whether one of these zones may vary just before a statement of a unit.
    pub fn has(&self, unit: UnitId, stmt: StmtId, zones: &[ZoneId]) -> bool {
        if !self.facts.is_differentiated(unit) {
            return self.given.contains(&unit);
        }
        let varied = self.facts.varied(unit, At::Before(stmt));
        zones.iter().any(|z| varied.contains(*z))
    }

    /// Whether one of these zones may vary at some time while a unit runs.
    pub fn ever(&self, unit: UnitId, zones: &[ZoneId]) -> bool {
        let facts = self.facts;
        if !facts.is_differentiated(unit) {
            return self.given.contains(&unit);
        }
        let at = |at: At| facts.varied(unit, at).contains_any(zones);
        let u = &facts.program().units[unit];
        let mut found = at(At::Entry) || at(At::Exit);
        u.walk(&u.body, &mut |stmt, _| found = found || at(At::After(stmt)));
        found
    }
}
