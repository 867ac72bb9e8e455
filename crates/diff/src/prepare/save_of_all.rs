//! Fortran: SAVE without a list names what it saves, in whatever is differentiated.
//!
//! A derivative has the declarations of its original, and locals of its own beside them: tapes, temporaries, derivatives. `SAVE` would keep those
//! too, and an allocatable tape would be there already when the next call allocates it. Copies of originals, as they were written, are not concerned;
//! neither are modules, which keep everything anyway.

use std::collections::BTreeSet;

use il::symbol::Storage;
use il::{Decl, DeclKind, Program, ScopeId, StmtKind, SymbolId, Unit};

/// Gives each such statement of a procedure its list; one that saves nothing goes.
pub(crate) fn list(p: &mut Program) {
    for id in p.units.ids().collect::<Vec<_>>() {
        if !p.units[id].is_procedure() {
            continue;
        }
        if let Some(decls) = listed(p, &p.units[id], &p.units[id].decls, p.units[id].scope) {
            p.units[id].decls = decls;
        }
        for s in p.units[id].all_stmts() {
            let found = match &p.units[id].stmts[s].kind {
                StmtKind::Scope { scope, decls, .. } => listed(p, &p.units[id], decls, *scope),
                _ => None,
            };
            if let (Some(new), StmtKind::Scope { decls, .. }) = (found, &mut p.units[id].stmts[s].kind) {
                *decls = new;
            }
        }
    }
}

/// The declarations of a scope in `u` with lists, where one is missing.
fn listed(p: &Program, u: &Unit, decls: &[Decl], scope: ScopeId) -> Option<Vec<Decl>> {
    let saves_all =
        |d: &Decl| matches!(&d.kind, DeclKind::Save { symbols, blocks } if symbols.is_empty() && blocks.is_empty());
    if !decls.iter().any(saves_all) {
        return None;
    }
    let named = |d: &Decl| match &d.kind {
        DeclKind::Common { block, .. } if !block.is_empty() => Some(block.clone()),
        _ => None,
    };
    let mut seen = BTreeSet::new();
    let blocks: Vec<String> = decls.iter().filter_map(named).filter(|b| seen.insert(b.to_ascii_lowercase())).collect();
    let symbols: Vec<SymbolId> = p.symbols_of(scope).iter().copied().filter(|s| is_saved(p, u, *s)).collect();
    let mut out = decls.to_vec();
    match symbols.is_empty() && blocks.is_empty() {
        true => out.retain(|d| !saves_all(d)),
        false => out.iter_mut().filter(|d| saves_all(d)).for_each(|d| {
            d.kind = DeclKind::Save { symbols: symbols.clone(), blocks: blocks.clone() };
        }),
    }
    Some(out)
}

/// Whether SAVE may name it (F2018 8.6.14): a local of a fixed size that no EQUIVALENCE puts into a COMMON block.
fn is_saved(p: &Program, u: &Unit, s: SymbolId) -> bool {
    let Some(v) = p.variable(s) else { return false };
    let is_local = v.saved && v.storage == Storage::Local && !v.constant;
    let mut is_fixed = true;
    v.ty.extents(&mut |e| is_fixed &= il::fold::integer(p, e).is_some());
    let in_common = |s: &SymbolId| p.variable(*s).is_some_and(|v| v.storage == Storage::Common);
    is_local && is_fixed && !u.tied_with(s, &|_| true).iter().any(in_common)
}
