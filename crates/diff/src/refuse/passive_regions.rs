//! What regions without derivatives (`$AD DO-NOT-DIFF`) write although it is active; and what the solvers of `$AD LINEAR-SOLVER`, which stand in such regions,
//! read although it is active and nobody says so.

use std::collections::BTreeSet;

use il::{Diagnostic, Expr, Program, StmtId, StmtKind, SymbolId, UnitId, stores};

use crate::directive_args;
use crate::facts::{At, Facts};
use crate::regions::{self, RegionKind};

/// The warnings for a unit of the analysed program.
pub fn written_actives(p: &Program, facts: &Facts, unit: UnitId) -> Vec<Diagnostic> {
    let u = &p.units[unit];
    let mut said: Vec<Diagnostic> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    u.walk(&u.body, &mut |id, s| {
        let (StmtKind::Scope { body, .. }, Some(RegionKind::Passive)) = (&s.kind, regions::of(u, id)) else { return };
        let of_solver = s.directives.iter().find_map(|d| d.args.strip_prefix("LINEAR-SOLVER"));
        if let Some(names) = of_solver {
            let known: BTreeSet<SymbolId> =
                names.split_whitespace().filter_map(|n| directive_args::variable(p, unit, n)).collect();
            body.iter().for_each(|stmt| said.extend(unnamed(p, facts, unit, *stmt, &known)));
            return;
        }
        u.walk(body, &mut |id, s| {
            let given = s.kind.call().map(|(_, args, _)| args).unwrap_or_default().iter().map(|a| a.value.clone());
            let mut places: Vec<Expr> = given.collect();
            stores::each(p, unit, &s.kind, &mut |store| places.extend(store.place.cloned()));
            let zones = |e: &Expr| e.root().map(|s| p.symbols[s].name.clone());
            for e in places.iter().filter(|e| e.is_reference() && facts.active(p, unit, At::After(id), e)) {
                let intent_in = e.root().is_some_and(|s| p.is_read_only(s));
                let Some(name) = zones(e).filter(|n| !names.contains(n) && !intent_in) else { continue };
                let message = format!("`{name}` is active and may change under `DO-NOT-DIFF`: its derivative stays what it was");
                said.push(Diagnostic::warning("RT0468", s.span, message).note(
                    "that is what the directive asks for, and no derivative of what is computed; leave the statement out of the region to have it differentiated",
                ));
                names.push(name);
            }
        });
    });
    said
}

/// What the call of a solver reads although it varies, beside what its directive names.
fn unnamed(p: &Program, facts: &Facts, unit: UnitId, stmt: StmtId, known: &BTreeSet<SymbolId>) -> Option<Diagnostic> {
    let s = &p.units[unit].stmts[stmt];
    let args = s.kind.call().map(|(_, args, _)| args).unwrap_or_default();
    let read = facts.analysis.in_out_call(unit, stmt).exposed;
    let varied = facts.analysis.varied(unit, At::Before(stmt));
    let zones = facts.analysis.zones();
    let named: BTreeSet<_> = known.iter().flat_map(|s| zones.of_component(*s, &[])).collect();
    let other = read.iter().find(|z| varied.contains(*z) && !named.contains(z))?;
    let passed = args.iter().filter_map(|a| a.value.root()).find(|s| zones.of_component(*s, &[]).contains(&other));
    let name = passed.map_or(zones.zone(other).name.clone(), |s| p.symbols[s].name.clone());
    let message = format!("the solver reads `{name}`, which is active and stands in no part of `LINEAR-SOLVER`");
    Some(Diagnostic::error("RT0483", s.span, message).note(
        "where the matrix is made of it, name it with the matrix, `(a, c) x b`, and let PRODUCT use it; where the solution does not depend on it, pass a copy that is made between `$AD DO-NOT-DIFF` and `$AD END-DO-NOT-DIFF`",
    ))
}
