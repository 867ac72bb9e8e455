//! Calls by keyword of procedures that have an interface and no body: their arguments come in the order of the dummies, without keywords.
//!
//! The user writes the derivative of such a procedure, for which there is no interface: its arguments are told by their places, which must be the same for
//! all calls. Keywords stay behind an argument that is left out, `call f(x, y=y)` without `n` before `y`.

use il::{Arg, Program, SymbolId, UnitId};

/// Puts them in order, in all procedures.
pub(crate) fn settle(p: &mut Program) {
    for unit in p.units.ids().collect::<Vec<_>>() {
        for id in p.units[unit].all_stmts() {
            let mut kind = p.units[unit].stmts[id].kind.clone();
            let mut changed = false;
            kind.each_call_mut(&mut |callee, args| {
                let interface = interface(p, *callee).filter(|_| args.iter().any(|a| a.keyword.is_some()));
                if let Some(ordered) = interface.and_then(|u| in_order(p, u, args)) {
                    *args = ordered;
                    changed = true;
                }
            });
            if changed {
                p.units[unit].stmts[id].kind = kind;
            }
        }
    }
}

/// The interface of a procedure without a body.
pub(crate) fn interface(p: &Program, callee: SymbolId) -> Option<UnitId> {
    p.procedure(callee).and_then(|f| f.unit).filter(|u| p.units[*u].is_interface)
}

fn in_order(p: &Program, unit: UnitId, args: &[Arg]) -> Option<Vec<Arg>> {
    let params = &p.units[unit].params;
    let place = |(k, a): (usize, &Arg)| match &a.keyword {
        None => Some(k).filter(|k| *k < params.len()),
        Some(word) => params.iter().position(|s| p.symbols[*s].name.eq_ignore_ascii_case(word)),
    };
    let mut placed: Vec<(usize, Arg)> =
        args.iter().enumerate().map(|(k, a)| Some((place((k, a))?, a.clone()))).collect::<Option<_>>()?;
    placed.sort_by_key(|(at, _)| *at);
    let ordered = placed.into_iter().enumerate().map(|(k, (at, mut a))| {
        if k == at {
            a.keyword = None;
        }
        a
    });
    Some(ordered.collect())
}
