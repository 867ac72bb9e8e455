//! A variable may have the name of an intrinsic (`integer :: size`), which is then hidden where it is known (F2018 19.5.1.1). Derivatives use more
//! intrinsics than their originals: where they need one that is hidden, the variable gets another name. The routines of the tape (`pushreal8`) are
//! hidden in the same way.

use std::collections::BTreeSet;

use il::{Expr, ExprKind, Language, Program, ScopeId, StmtKind, SymbolId, SymbolKind, Type, UnitId, Upper};

use crate::output::Derivative;
use crate::refuse::tape_names::is_entry;

/// Renames the variables of derivatives that hide intrinsics which these use.
pub fn settle(p: &mut Program, derivatives: &[Derivative]) {
    let generated: BTreeSet<UnitId> = derivatives.iter().map(|d| d.generated).collect();
    let mut hidden: Vec<(SymbolId, UnitId)> = Vec::new();
    for &unit in generated.iter().filter(|u| p.units[**u].language == Language::Fortran) {
        let (names, scopes) = used(p, unit);
        for (scope, name) in scopes.iter().flat_map(|s| names.iter().map(move |n| (*s, n))) {
            let Some(s) = p.lookup(scope, name).filter(|s| is_plain_variable(p, *s)) else { continue };
            let home = p.home(s).filter(|h| generated.contains(h) && !p.units[*h].name.eq_ignore_ascii_case(name));
            hidden.extend(home.map(|h| (s, h)));
        }
    }
    hidden.sort();
    hidden.dedup();
    for (symbol, home) in hidden {
        rename(p, symbol, home);
    }
}

fn is_plain_variable(p: &Program, s: SymbolId) -> bool {
    matches!(p.symbols[s].kind, SymbolKind::Variable(_) | SymbolKind::Constant { .. })
}

/// The names of the intrinsics that a unit uses where no specific name stands for them, and the scopes in it.
fn used(p: &Program, unit: UnitId) -> (BTreeSet<String>, Vec<ScopeId>) {
    let u = &p.units[unit];
    let mut names = BTreeSet::new();
    let mut scopes = vec![u.scope];
    let mut note = |e: &Expr| {
        e.walk(&mut |x| match &x.kind {
            ExprKind::Intrinsic(f, _) if f.info().specific.is_empty() => drop(names.insert(f.name().to_string())),
            ExprKind::Cond { .. } => drop(names.insert("merge".to_string())),
            _ => {}
        });
    };
    // Arrays go to the run-time stack with their sizes.
    let (mut sizes, mut tape) = (false, false);
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Scope { scope, .. } = s.kind {
            scopes.push(scope);
        }
        if let StmtKind::Save { .. } | StmtKind::Restore { .. } = s.kind {
            sizes = true;
        }
        tape |= sizes || matches!(s.kind, StmtKind::SaveControl { .. } | StmtKind::RestoreControl { .. });
        s.kind.exprs(&mut note);
    });
    for &s in scopes.iter().flat_map(|s| p.symbols_of(*s)) {
        if let SymbolKind::Variable(il::Variable { ty: Type::Array { dims, .. }, .. }) = &p.symbols[s].kind {
            let upper = dims.iter().filter_map(|d| if let Upper::At(e) = &d.upper { Some(e) } else { None });
            upper.chain(dims.iter().filter_map(|d| d.lower.as_ref())).for_each(&mut note);
        }
    }
    names.extend(sizes.then(|| "size".to_string()));
    if tape {
        let known = scopes.iter().flat_map(|s| p.scopes[*s].names.keys());
        names.extend(known.filter(|name| is_entry(name)).cloned());
    }
    (names, scopes)
}

/// Gives a variable of `home` a new name. Calls that name it as a keyword follow.
fn rename(p: &mut Program, symbol: SymbolId, home: UnitId) {
    let scope = p.symbols[symbol].scope;
    let old = p.symbols[symbol].name.clone();
    let upper = old.chars().all(|c| !c.is_lowercase());
    let new = crate::names::fresh(p, scope, &old, upper);
    p.rename(symbol, &new);
    if !p.units[home].params.contains(&symbol) {
        return;
    }
    let callee = p.units[home].symbol;
    let follow = |called: SymbolId, args: &mut Vec<il::Arg>| {
        let keywords = args.iter_mut().filter_map(|a| a.keyword.as_mut()).filter(|_| Some(called) == callee);
        keywords.filter(|k| k.eq_ignore_ascii_case(&old)).for_each(|k| k.clone_from(&new));
    };
    for unit in p.units.ids().collect::<Vec<_>>() {
        for id in p.units[unit].all_stmts() {
            let kind = &mut p.units[unit].stmts[id].kind;
            kind.each_call_mut(&mut |callee, args| follow(*callee, args));
        }
    }
}
