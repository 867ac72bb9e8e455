//! What the analyses promise of a procedure, tried on random programs in the interpreter: whatever is observed must have been foretold.
//!
//! A run changes only what is *written*. Changing an input changes only outputs that *depend* on it; changing one that is not *exposed* changes nothing but
//! itself; what is *killed* does not keep any of its entry value. A small change of an input moves, in proportion, only outputs that depend on it *differentiably*.

use il::{Program, SymbolId, Type, UnitId};

use super::build::N;
use super::{Values, Verdict, number, run};

/// Judges all procedures of a program that can be called with numbers alone.
pub fn judge(program: &Program) -> Verdict {
    let facts = analysis::analyse(program, &[], &analysis::Options::default());
    let mut said = false;
    for (u, unit) in program.units.iter() {
        if !unit.is_procedure() || unit.result().is_some() {
            continue;
        }
        match unit_is_sound(program, &facts, u) {
            Verdict::Right => said = true,
            Verdict::Skipped => {}
            wrong => return wrong,
        }
    }
    if said { Verdict::Right } else { Verdict::Skipped }
}

fn unit_is_sound(program: &Program, facts: &analysis::Facts, unit: UnitId) -> Verdict {
    let params: Vec<SymbolId> = program.units[unit].params.clone();
    let name = |p: SymbolId| program.symbols[p].name.to_lowercase();
    let size = |p: SymbolId| if program.symbol_type(p).map_or(0, Type::rank) > 0 { N as usize } else { 1 };
    let input = |p: SymbolId, moved: Option<SymbolId>, by: &dyn Fn(usize) -> f64| -> Values {
        (0..size(p)).map(|k| number(1, &name(p), k) + if moved == Some(p) { by(k) } else { 0.0 }).collect()
    };
    let execute = |moved: Option<SymbolId>, by: &dyn Fn(usize) -> f64| {
        run(program, unit, &|n| params.iter().find(|p| name(**p) == n).map(|p| input(*p, moved, by)))
    };
    let Ok(first) = execute(None, &|_| 0.0) else { return Verdict::Skipped };
    if first.iter().flat_map(|f| &f.1).any(|x| !x.is_finite() || x.abs() > 1e6) {
        return Verdict::Skipped;
    }
    let zone = |p: SymbolId| facts.zones().of_symbol(p)[0];
    let summary = facts.in_out(unit);
    let who = &program.units[unit].name;
    for (p, (n, values)) in params.iter().zip(&first) {
        if *values != input(*p, None, &|_| 0.0) && !summary.written.contains(zone(*p)) {
            return Verdict::Wrong(format!("{who} writes `{n}`, which is not in written"));
        }
    }
    let universe = facts.universe(unit);
    let depends = |m: &analysis::matrix::Matrix, from: SymbolId, to: SymbolId| {
        let (Some(i), Some(j)) = (universe.number(zone(from)), universe.number(zone(to))) else { return false };
        match &m.columns[j as usize] {
            Some(c) => c.has(i),
            None => i == j,
        }
    };
    for &moved in &params {
        let Ok(second) = execute(Some(moved), &|k| 0.37 + k as f64 * 0.11) else { continue };
        for ((p, (n, a)), (_, b)) in params.iter().zip(&first).zip(&second) {
            if a != b && !depends(facts.dependency(unit), moved, *p) {
                return Verdict::Wrong(format!("{who}: `{n}` depends on `{}`, which is not in Dep", name(moved)));
            }
            if a != b && *p != moved && !summary.exposed.contains(zone(moved)) {
                return Verdict::Wrong(format!("{who}: `{n}` depends on `{}`, which is not exposed", name(moved)));
            }
        }
        if summary.killed.contains(zone(moved)) && !summary.exposed.contains(zone(moved)) {
            let k = params.iter().position(|p| *p == moved).unwrap_or_default();
            if first[k].1 != second[k].1 {
                return Verdict::Wrong(format!("{who}: `{}` is killed but keeps something of its value", name(moved)));
            }
        }
        // The same small move twice as far: a derivative doubles, a jump or a rounding error does not.
        let step = |h: f64| execute(Some(moved), &move |k| h * (1.0 + 0.3 * k as f64));
        let (Ok(near), Ok(far)) = (step(1e-6), step(2e-6)) else { continue };
        for (((p, (n, a)), (_, b)), (_, c)) in params.iter().zip(&first).zip(&near).zip(&far) {
            let moves = a.iter().zip(b).zip(c).any(|((a, b), c)| {
                let (d1, d2) = (b - a, c - a);
                d1.abs() > 1e-8 && d1.abs() < 1e-3 && (d2 / d1 - 2.0).abs() < 1e-2
            });
            if moves && !depends(facts.diff_dependency(unit), moved, *p) {
                return Verdict::Wrong(format!("{who}: `{n}` moves with `{}`, which is not in Diff-dep", name(moved)));
            }
        }
    }
    Verdict::Right
}
