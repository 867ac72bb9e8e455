//! Adjoint mode: procedures that read files, draw random numbers, or call libraries that communicate or work on files.
//!
//! What a READ gives depends on every statement before it that opened, positioned, wrote or read the file, and what a generator gives on those that set
//! or asked it. So where anything is read from outside, all such statements stay in the forward sweep, whatever happens to their values, and procedures
//! with them are differentiated in split mode: in joint mode their forward sweep runs after the primal call, and would read on where that stopped. A
//! program that only writes may lose what it writes.

use std::collections::BTreeSet;

use analysis::repeatable;
use analysis::{c_library::World, outside};
use il::calls::CallGraph;
use il::{Block, Diagnostic, Program, StmtId, StmtKind, SymbolId, UnitId};

use crate::directives::can_split;
use crate::facts::Facts;
use crate::request::Request;

/// What the procedures of a program do with files, where something is read.
#[derive(Default)]
pub(crate) struct Files {
    /// Those that do anything, themselves or through what they call. Empty where nothing is read.
    touching: BTreeSet<UnitId>,
    /// Those of them of which each call gives the same.
    again: BTreeSet<UnitId>,
    /// Nothing writes files.
    same: bool,
}

impl Files {
    /// Of what `heads` may call.
    pub fn new(p: &Program, heads: &[UnitId]) -> Files {
        let calls = CallGraph::new(p);
        let reached = calls.reached(heads);
        let mut touching: BTreeSet<UnitId> = BTreeSet::new();
        let mut reads = false;
        for &unit in &reached {
            let u = &p.units[unit];
            u.walk(&u.body, &mut |_, s| {
                if let Some(what) = outside::of_statement(p, unit, &s.kind) {
                    touching.insert(unit);
                    reads |= what == World::Read;
                }
            });
        }
        if !reads {
            return Files::default();
        }
        let again = repeatable::procedures(p, &calls, &reached.iter().copied().collect());
        let same = !reached.iter().any(|u| repeatable::writes_files(p, *u));
        Files { touching: calls.calling(touching), again, same }
    }

    /// Whether a statement stays in the forward sweep for the sake of others.
    pub fn keeps(&self, p: &Program, unit: UnitId, kind: &StmtKind) -> bool {
        if self.touching.is_empty() {
            return false;
        }
        let touches = |callee: SymbolId| p.callee(callee).is_some_and(|c| self.touching.contains(&c));
        let mut found = false;
        kind.each_call(&mut |callee, _| found |= touches(callee));
        found || outside::of_statement(p, unit, kind).is_some()
    }

    /// Whether what statements do with files can be done again, with the same result. A call that has a derivative cannot: its halves read once.
    pub fn are_repeatable(
        &self,
        p: &Program,
        unit: UnitId,
        block: &Block,
        has_derivative: &dyn Fn(StmtId, SymbolId) -> bool,
    ) -> bool {
        let mut calls = true;
        let u = &p.units[unit];
        u.walk(block, &mut |id, s| {
            s.kind.each_call(&mut |callee, _| {
                let touches = p.callee(callee).is_some_and(|c| self.touching.contains(&c));
                calls &= !touches || !has_derivative(id, callee);
            });
        });
        calls && self.same && repeatable::is_bracketed(p, unit, block, &self.again)
    }

    /// Has procedures that work on files differentiated in split mode.
    pub fn split(&self, p: &Program, request: &mut Request) {
        for &unit in &self.touching {
            let is_head = request.heads.iter().any(|h| h.unit == unit);
            if !is_head && has_halves(p, unit) {
                if request.split.all_but {
                    request.split.names.remove(&unit);
                } else {
                    request.split.names.insert(unit);
                }
            }
        }
    }

    /// Those that cannot be, but are called where they are active.
    pub fn check(&self, p: &Program, request: &Request, facts: &Facts) -> Vec<Diagnostic> {
        let stuck = |u: &&UnitId| facts.is_differentiated(**u) && request.head(**u).is_none() && !has_halves(p, **u);
        let say = |u: &UnitId| {
            let u = &p.units[*u];
            let message = format!(
                "`{}` reads files, communicates or draws random numbers, and its adjoint would do it a second time",
                u.name
            );
            Diagnostic::error("RT0439", u.span, message)
                .note("do that in the procedure that is differentiated, or in one that has no derivative")
        };
        self.touching.iter().filter(stuck).map(say).collect()
    }
}

fn has_halves(p: &Program, unit: UnitId) -> bool {
    let internal = p.host_procedure(unit).is_some();
    !internal && can_split(p, unit)
}
