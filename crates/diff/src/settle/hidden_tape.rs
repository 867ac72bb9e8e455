//! Procedures of a module, or inside another one, that have the name of a routine of the tape (`pushreal8`) and hide it where adjoints call it. A copy of
//! such a procedure is called as `-copyname` says, `pushreal8_nodiff`, in its module and wherever that is used; what is not a copy keeps its name, and the
//! adjoints that would see it are refused.

use std::collections::BTreeSet;

use il::{DeclKind, Diagnostic, Language, Program, SymbolId, SymbolKind, UnitId, UnitKind};

use crate::derive::mentioned::words;
use crate::names;
use crate::output::Derivative;
use crate::refuse::tape_names::{in_the_way, is_entry};
use crate::request::Pattern;

/// Renames what stands in the way of derivatives among the procedures in `printed` units, and returns an error for each of the others.
pub fn settle(p: &mut Program, derivatives: &[Derivative], printed: &[UnitId], pattern: &Pattern) -> Vec<Diagnostic> {
    let copies = below(p, printed);
    let seen: BTreeSet<SymbolId> =
        derivatives.iter().filter(|d| calls_the_tape(p, d.generated)).flat_map(|d| hiding(p, d.generated)).collect();
    let mut errors = Vec::new();
    for symbol in seen {
        match p.procedure(symbol).and_then(|f| f.unit).filter(|u| copies.contains(u)) {
            Some(unit) if !is_named_in_text(p, symbol) => rename(p, unit, symbol, pattern),
            _ => errors.push(in_the_way(&p.symbols[symbol].name, p.symbols[symbol].span)),
        }
    }
    errors
}

/// The units below `units`, these among them.
fn below(p: &Program, units: &[UnitId]) -> BTreeSet<UnitId> {
    let mut out: BTreeSet<UnitId> = units.iter().copied().collect();
    let mut left = units.to_vec();
    while let Some(u) = left.pop() {
        let inner = p.units[u].children.iter().copied().filter(|c| out.insert(*c)).collect::<Vec<_>>();
        left.extend(inner);
    }
    out
}

/// Whether a Fortran unit saves or restores anything.
fn calls_the_tape(p: &Program, unit: UnitId) -> bool {
    let u = &p.units[unit];
    let mut found = false;
    u.walk(&u.body, &mut |_, s| found |= matches!(s.kind, il::tape!()));
    found && u.language == Language::Fortran
}

/// The procedures, of whatever kind, that a unit sees by the name of a routine of the tape. External ones are not among them: these are the tape's own, or
/// refused as such.
fn hiding(p: &Program, unit: UnitId) -> Vec<SymbolId> {
    let around = std::iter::successors(Some(p.units[unit].scope), |s| p.scopes[*s].parent);
    let names: BTreeSet<&String> = around.flat_map(|s| p.scopes[s].names.keys()).filter(|n| is_entry(n)).collect();
    let seen = names.into_iter().filter_map(|n| p.lookup(p.units[unit].scope, n));
    seen.filter(|s| match &p.symbols[*s].kind {
        SymbolKind::Procedure(f) => f.unit.is_some_and(|u| p.units[u].parent.is_some() && !p.units[u].is_interface),
        SymbolKind::Generic { .. } => true,
        SymbolKind::Variable(_)
        | SymbolKind::Constant { .. }
        | SymbolKind::Record(_)
        | SymbolKind::Module(_)
        | SymbolKind::Typedef(_)
        | SymbolKind::Namelist(_) => false,
    })
    .collect()
}

/// Whether text that nobody renames in, the bindings of a type or what was kept as written, may mean a procedure.
fn is_named_in_text(p: &Program, symbol: SymbolId) -> bool {
    let mut said = BTreeSet::new();
    p.records.iter().flat_map(|(_, r)| &r.trailing_text).for_each(|t| words(t, &mut said));
    let kept = p.units.iter().flat_map(|(_, u)| &u.decls).filter_map(|d| match &d.kind {
        DeclKind::Opaque { text, .. } => Some(text),
        _ => None,
    });
    kept.for_each(|t| words(t, &mut said));
    said.contains(&p.symbols[symbol].name.to_ascii_lowercase())
}

/// Gives a copied procedure another name, wherever it is known.
fn rename(p: &mut Program, unit: UnitId, symbol: SymbolId, pattern: &Pattern) {
    let old = p.units[unit].name.clone();
    let new = names::derived(p, p.symbols[symbol].scope, pattern, &old);
    // The result of a function without RESULT has its name.
    let result = match p.units[unit].kind {
        UnitKind::Function { result, .. } if p.symbols[result].name.eq_ignore_ascii_case(&old) => Some(result),
        _ => None,
    };
    let key = old.to_ascii_lowercase();
    for s in [symbol].into_iter().chain(result) {
        p.rename(s, &new);
        for scope in p.scopes.ids().filter(|x| p.lookup_here(*x, &key) == Some(s)).collect::<Vec<_>>() {
            p.scopes[scope].names.shift_remove(&key);
            p.import(scope, &new, s);
        }
    }
    p.units[unit].name.clone_from(&new);
    let home = p.units[unit].parent.and_then(|m| p.units[m].symbol);
    for user in p.units.ids().collect::<Vec<_>>() {
        for decl in &mut p.units[user].decls {
            let DeclKind::Use { symbol, items, .. } = &mut decl.kind else { continue };
            for item in items.iter_mut().filter(|_| Some(*symbol) == home) {
                match &mut item.name {
                    Some(name) if name.eq_ignore_ascii_case(&old) => name.clone_from(&new),
                    None if item.local.eq_ignore_ascii_case(&old) => item.local.clone_from(&new),
                    Some(_) | None => {}
                }
            }
        }
    }
}
