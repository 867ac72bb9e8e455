//! Calls that allocate or release what owns a derivative, where nothing in it is active: a constructor makes the work arrays of an object, and a later call
//! computes in them. The derivative has to follow there too.

use std::collections::BTreeMap;

use analysis::VarRef;
use analysis::allocation;
use il::{Expr, Program, StmtId, SymbolId, UnitId};

use super::Facts;

impl Facts<'_> {
    /// Adds the calls that are not active, and change the allocation of what owns a derivative; says whether there are more than before.
    pub(super) fn follow(&self, p: &Program, followed: &mut BTreeMap<(UnitId, StmtId), Vec<VarRef>>) -> bool {
        let mut more = false;
        let heads = self.analysis.reached_by_heads();
        for &(unit, stmt) in self.analysis.options().allocations.keys() {
            if !self.is_differentiated(unit) || self.is_active_somehow(p, unit, stmt) {
                continue;
            }
            for (part, owner) in self.changed_owners(p, unit, stmt) {
                let here = VarRef { symbol: owner, path: Vec::new() };
                if self.analysis.is_business_of_others(&heads, unit, &here) {
                    continue;
                }
                let known = followed.entry((unit, stmt)).or_default();
                if !known.contains(&part) {
                    known.push(part);
                    more = true;
                }
            }
        }
        more
    }

    fn is_active_somehow(&self, p: &Program, unit: UnitId, stmt: StmtId) -> bool {
        let calls = allocation::calls(&p.units[unit].stmts[stmt].kind);
        calls.iter().any(|(callee, _)| self.call_is_active(p, unit, stmt, *callee))
    }

    /// What a call in Fortran may allocate or release of what owns a derivative: as the callee names it, and the variable that it is here.
    pub(crate) fn changed_owners(&self, p: &Program, unit: UnitId, stmt: StmtId) -> Vec<(VarRef, SymbolId)> {
        let mut out = Vec::new();
        let sites = &self.analysis.options().allocations;
        let Some(parts) = sites.get(&(unit, stmt)).filter(|_| p.units[unit].language.describes_storage()) else {
            return out;
        };
        let kind = &p.units[unit].stmts[stmt].kind;
        for (callee, args) in allocation::calls(kind) {
            let dummies = allocation::dummies(p, callee, args);
            let result = p.callee(callee).and_then(|c| p.units[c].result());
            for part in parts {
                let is_part = |(d, _): &&(Option<SymbolId>, &Expr)| *d == Some(part.symbol);
                let value = kind.assigned().filter(|_| result == Some(part.symbol));
                let here = value.or_else(|| dummies.iter().find(is_part).map(|(_, actual)| *actual));
                let (owns, root) = match here {
                    Some(e) => (self.has_storage(p, e), e.root()),
                    None => (self.owns(part.symbol), Some(part.symbol)),
                };
                let root = root.filter(|s| owns && allocation::has_allocatable_storage(p, *s));
                out.extend(root.filter(|_| self.path_owns(p, part.symbol, &part.path)).map(|s| (part.clone(), s)));
            }
        }
        out
    }
}
