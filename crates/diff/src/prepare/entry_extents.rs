//! Dummies that say how long arrays are, and change: `n = n - 1` beside `real :: x(n)`, `while (n--)` beside `double x[n]`.
//!
//! The array keeps the extent that `n` had where the procedure began (F2018 8.5.8.2; C11 6.7.6.2). What is cleared, saved and allocated of it says `n` all
//! the same, in both sweeps. So `n` stays as it comes, and the statements work with a copy:
//!
//! ```text
//! subroutine f(n, x)              n0 = n
//!   real :: x(n)             →    n0 = n0 - 1
//!   n = n - 1                     …
//!                                 n = n0
//! ```

use std::collections::{BTreeMap, BTreeSet};

use il::symbol::{Storage, SymbolKind, Variable};
use il::{
    Arg, Block, Expr, ExprKind, Language, Program, ScalarClass, Stmt, StmtId, StmtKind, SymbolId, Type, UnitId, Upper,
};

use crate::prepare::normalise::{declare, fresh};

/// Makes such copies in all procedures.
pub(crate) fn keep(p: &mut Program) {
    for unit in p.units.ids().collect::<Vec<_>>() {
        let u = &p.units[unit];
        if !u.is_procedure() || u.body.is_empty() || u.is_interface || u.has_errors {
            continue;
        }
        let dummies: Vec<SymbolId> = u.params.iter().copied().filter(|s| is_integer(p, *s)).collect();
        let changed: Vec<SymbolId> = dummies
            .into_iter()
            .filter(|s| is_extent(p, unit, *s) && changes(p, unit, *s, &mut BTreeSet::new()))
            .filter(|s| !is_known_inside(p, unit, *s))
            .collect();
        for s in changed {
            copy(p, unit, s);
        }
    }
}

fn is_integer(p: &Program, s: SymbolId) -> bool {
    let plain = |v: &Variable| !v.optional && !v.pointer && !v.allocatable && !v.target;
    p.variable(s).is_some_and(|v| plain(v) && v.ty.scalar().is_some_and(|t| t.class == ScalarClass::Integer))
}

/// Whether bounds that are evaluated where the procedure begins mention a dummy: those of its arrays, in C of its parameters.
fn is_extent(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let (u, mut found) = (&p.units[unit], false);
    for (id, symbol) in p.symbols.iter() {
        if symbol.scope == u.scope && is_made_at_entry(p, unit, id) {
            bounds(p, id, &mut |e| found |= e.mentions(s));
        }
    }
    found
}

fn is_made_at_entry(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let u = &p.units[unit];
    p.symbols[s].scope == u.scope
        && p.variable(s).is_some_and(|v| u.language == Language::Fortran || matches!(v.storage, Storage::Dummy(_)))
}

fn bounds<'p>(p: &'p Program, s: SymbolId, f: &mut dyn FnMut(&'p Expr)) {
    let mut ty = p.variable(s).map(|v| &v.ty);
    while let Some(Type::Array { elem, dims }) = ty {
        for d in dims {
            let upper = if let Upper::At(e) = &d.upper { Some(e) } else { None };
            d.lower.iter().chain(upper).for_each(&mut *f);
        }
        ty = Some(elem);
    }
}

/// Whether the statements of a procedure change a variable, or what they call does.
fn changes(p: &Program, unit: UnitId, s: SymbolId, seen: &mut BTreeSet<(UnitId, SymbolId)>) -> bool {
    if !seen.insert((unit, s)) {
        return false;
    }
    let u = &p.units[unit];
    let is = |e: &Expr| e.kind == ExprKind::Var(s);
    let mut found = false;
    let mut given: Vec<(SymbolId, usize)> = Vec::new();
    let mut look = |callee: SymbolId, args: &[Arg]| {
        given.extend(args.iter().enumerate().filter(|(_, a)| is(&a.value)).map(|(k, _)| (callee, k)));
    };
    u.walk(&u.body, &mut |_, stmt| {
        match &stmt.kind {
            StmtKind::Assign { lhs, .. } => found |= is(lhs),
            StmtKind::Do(d) => found |= d.var == s,
            StmtKind::Opaque { writes, .. } => found |= writes.iter().any(is),
            StmtKind::Call { callee, args, .. } => look(*callee, args),
            _ => {}
        }
        stmt.kind.exprs(&mut |e| {
            e.walk(&mut |x| match &x.kind {
                ExprKind::Call { callee, args } => look(*callee, args),
                ExprKind::Address(place) => found |= is(place),
                _ => {}
            });
        });
    });
    // C passes values.
    found
        || u.language == Language::Fortran
            && given.into_iter().any(|(callee, k)| {
                let target = p.callee(callee);
                let dummy = target.and_then(|t| p.units[t].params.get(k).copied());
                dummy.zip(target).is_some_and(|(d, t)| changes(p, t, d, seen))
            })
}

/// Whether internal procedures mention a dummy of their host.
fn is_known_inside(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let inside = |id: UnitId| std::iter::successors(p.units[id].parent, |u| p.units[*u].parent).any(|u| u == unit);
    p.units.iter().filter(|(id, _)| inside(*id)).any(|(_, u)| {
        let mut found = u.mentions(&u.body, s);
        for (id, _) in p.symbols.iter().filter(|(_, x)| x.scope == u.scope) {
            bounds(p, id, &mut |e| found |= e.mentions(s));
        }
        found
    })
}

fn copy(p: &mut Program, unit: UnitId, s: SymbolId) {
    let Some(v) = p.variable(s) else { return };
    let (by_value, mut made) = (v.by_value, Variable::new(v.ty.clone(), Storage::Local));
    made.saved = false;
    let name = p.symbols[s].name.clone();
    let new = fresh(p, unit, &name, made);
    let rename = |e: &mut Expr| {
        e.rewrite(&mut |x| {
            if x.kind == ExprKind::Var(s) {
                x.kind = ExprKind::Var(new);
            }
        });
    };
    let u = &mut p.units[unit];
    for id in u.stmts.ids().collect::<Vec<_>>() {
        let kind = &mut u.stmts[id].kind;
        kind.exprs_mut(&mut |e| rename(e));
        match kind {
            StmtKind::Do(d) if d.var == s => d.var = new,
            StmtKind::Forall { indices, .. } => indices.iter_mut().filter(|i| i.var == s).for_each(|i| i.var = new),
            StmtKind::AssignLabel { var, .. } | StmtKind::AssignedGoto { var, .. } if *var == s => *var = new,
            _ => {}
        }
    }
    // What comes into being later is as long as the copy says then.
    let later: Vec<SymbolId> = p.symbols.ids().filter(|x| *x != new && p.home(*x) == Some(unit)).collect();
    for x in later.into_iter().filter(|x| !is_made_at_entry(p, unit, *x)).collect::<Vec<_>>() {
        let SymbolKind::Variable(v) = &mut p.symbols[x].kind else { continue };
        v.init.iter_mut().for_each(rename);
        let mut ty = &mut v.ty;
        while let Type::Array { elem, dims } = ty {
            for d in dims {
                d.lower.iter_mut().for_each(rename);
                if let Upper::At(e) = &mut d.upper {
                    rename(e);
                }
            }
            ty = elem;
        }
    }
    let u = &mut p.units[unit];
    let first = u.add(StmtKind::Assign { lhs: Expr::var(new), rhs: Expr::var(s) });
    u.body.insert(0, first);
    if u.language == Language::Fortran && !by_value {
        give_back(p, unit, s, new);
    }
    declare(p, unit, &[new]);
}

/// Sets the dummy where control leaves the procedure.
fn give_back(p: &mut Program, unit: UnitId, s: SymbolId, copy: SymbolId) {
    let u = &mut p.units[unit];
    let back = || StmtKind::Assign { lhs: Expr::var(s), rhs: Expr::var(copy) };
    let mut before: BTreeMap<StmtId, StmtId> = BTreeMap::new();
    for id in u.all_stmts() {
        if matches!(u.stmts[id].kind, StmtKind::Return(_)) {
            let label = u.stmts[id].label.take();
            let made = u.stmts.add(Stmt { label, ..Stmt::from(back()) });
            before.insert(id, made);
        }
    }
    let mut body: Block = std::mem::take(&mut u.body);
    let ends = body.last().is_none_or(|id| !before.contains_key(id));
    u.insert_before(&mut body, &before);
    if ends {
        let made = u.stmts.add(Stmt::from(back()));
        body.push(made);
    }
    u.body = body;
}
