//! Locals that have the name which the derivative of something that users see would get: a module variable, a member of COMMON, an argument.
//!
//! Users write `xd` in their drivers, and a local `xd` somewhere below is nobody's business: it gets another name, and all is done again. It keeps its name
//! where text that is kept as it was may mention it, or a call that names arguments.

use std::collections::BTreeSet;

use il::{Arg, DeclKind, ExprKind, Language, Program, ScopeId, StmtKind, Storage, SymbolId, Unit, UnitId};

use crate::shared::is_inside;

/// The variables of procedures that have a name in one of these scopes or further inside, if nothing else there has it and all can be renamed.
pub(crate) fn blockers(p: &Program, name: &str, scopes: &[ScopeId]) -> BTreeSet<SymbolId> {
    let sees = |scope: ScopeId| scopes.iter().any(|s| is_inside(p, scope, *s));
    let same: Vec<SymbolId> = p
        .scopes
        .iter()
        .filter(|(id, s)| s.case_insensitive && sees(*id))
        .filter_map(|(_, s)| s.names.get(&s.fold(name)).copied())
        .collect();
    match same.iter().all(|s| can_be_renamed(p, *s)) {
        true => same.into_iter().collect(),
        false => BTreeSet::new(),
    }
}

/// The program with other names for these variables.
pub(crate) fn rename(p: &mut Program, gone: &BTreeSet<SymbolId>) {
    for &s in gone {
        let (name, scope) = (p.symbols[s].name.clone(), p.symbols[s].scope);
        let free = |n: &String| crate::names::is_free(p, scope, n);
        let Some(new) = (0..).map(|k: u32| format!("{name}{k}")).find(free) else { continue };
        p.rename(s, &new);
    }
}

fn can_be_renamed(p: &Program, s: SymbolId) -> bool {
    let (Some(v), Some(home)) = (p.variable(s), p.home(s)) else { return false };
    let unit = &p.units[home];
    let inner = unit.parent.is_some_and(|h| p.units[h].is_procedure());
    let own = match v.storage {
        Storage::Local => true,
        // Callers of other files may name the arguments of what is no internal procedure.
        Storage::Dummy(_) => inner,
        _ => false,
    };
    let listed = p.scopes[p.symbols[s].scope].names.values().any(|x| *x == s);
    let name = &p.symbols[s].name;
    let of_unit = |u: UnitId| std::iter::successors(Some(u), |u| p.units[*u].parent).any(|u| u == home);
    own && listed
        && unit.language == Language::Fortran
        && unit.is_procedure()
        && p.symbols[s].scope == unit.scope
        && p.units.ids().filter(|u| of_unit(*u)).all(|u| !keeps_text_with(&p.units[u], name))
        && !(matches!(v.storage, Storage::Dummy(_)) && p.units.iter().any(|(_, u)| names_arguments(u, name)))
}

/// Whether text of a unit that is printed as it was has a word.
fn keeps_text_with(u: &Unit, name: &str) -> bool {
    let has = |text: &str| {
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        words.any(|w| w.eq_ignore_ascii_case(name))
    };
    let mut found = u.decls.iter().any(|d| match &d.kind {
        DeclKind::Variables { spelling, .. } => has(spelling),
        DeclKind::Opaque { text, .. } => has(text),
        DeclKind::Error(_) | DeclKind::Include(_) => true,
        _ => false,
    });
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Opaque { text, .. } = &s.kind {
            found |= has(text);
        }
        found |= matches!(s.kind, StmtKind::Error(_)) || s.directives.iter().any(|d| has(&format!("{d:?}")));
        s.kind.exprs(&mut |e| e.walk(&mut |x| found |= matches!(x.kind, ExprKind::Opaque { .. })));
    });
    found
}

/// Whether a call of a unit gives an argument by this name.
fn names_arguments(u: &Unit, name: &str) -> bool {
    let named = |args: &[Arg]| args.iter().any(|a| a.keyword.as_ref().is_some_and(|k| k.eq_ignore_ascii_case(name)));
    let mut found = false;
    u.walk(&u.body, &mut |_, s| {
        s.kind.each_call(&mut |_, args| found |= named(args));
    });
    found
}
