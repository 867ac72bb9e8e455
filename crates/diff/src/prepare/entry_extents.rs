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

use analysis::allocation::dummies;
use il::stores::{self, How};
use il::symbol::{Storage, SymbolKind, Variable};
use il::{
    Block, Expr, ExprKind, Language, Program, ScalarClass, Stmt, StmtId, StmtKind, SymbolId, Type, UnitId, Upper,
};

use il::locals::{declare, fresh};

/// Makes such copies in all procedures. Gives the dummies that stay as they come.
pub(crate) fn keep(p: &mut Program) -> BTreeSet<SymbolId> {
    // What bounds mention that are evaluated where a procedure begins: those of its arrays, in C of its parameters.
    let mut extents: BTreeMap<UnitId, BTreeSet<SymbolId>> = BTreeMap::new();
    for s in p.symbols.ids().filter(|s| p.variable(*s).is_some_and(|v| v.ty.rank() > 0)) {
        if let Some(unit) = p.home(s).filter(|u| is_made_at_entry(p, *u, s)) {
            p.bounds(s, &mut |e| e.collect_symbols(extents.entry(unit).or_default()));
        }
    }
    let mut dummies: BTreeSet<SymbolId> = BTreeSet::new();
    for (unit, mentioned) in &extents {
        let u = &p.units[*unit];
        if u.is_procedure() && !u.body.is_empty() && !u.is_interface && !u.has_errors {
            dummies.extend(u.params.iter().filter(|s| mentioned.contains(s) && is_integer(p, **s)));
        }
    }
    let mut copied = BTreeSet::new();
    if dummies.is_empty() {
        return copied;
    }
    let changed = changed(p);
    for s in dummies.into_iter().filter(|s| changed.contains(s)) {
        if let Some(unit) = p.home(s).filter(|u| !is_known_inside(p, *u, s)) {
            copy(p, unit, s);
            copied.insert(s);
        }
    }
    copied
}

fn is_integer(p: &Program, s: SymbolId) -> bool {
    let plain = |v: &Variable| !v.optional && !v.pointer && !v.allocatable && !v.target;
    p.variable(s).is_some_and(|v| plain(v) && v.ty.scalar().is_some_and(|t| t.class == ScalarClass::Integer))
}

/// Whether the bounds of a variable are evaluated where its procedure begins: in C those of parameters.
pub(crate) fn is_made_at_entry(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let u = &p.units[unit];
    p.symbols[s].scope == u.scope
        && p.variable(s).is_some_and(|v| u.language == Language::Fortran || matches!(v.storage, Storage::Dummy(_)))
}

/// The variables that statements change as a whole, those that callees change for them among them.
fn changed(p: &Program) -> BTreeSet<SymbolId> {
    let mut out: BTreeSet<SymbolId> = BTreeSet::new();
    // Fortran: a dummy, and what is given to it. C passes values.
    let mut given: BTreeMap<SymbolId, Vec<SymbolId>> = BTreeMap::new();
    for (id, u) in p.units.iter() {
        u.walk(&u.body, &mut |_, stmt| {
            stores::each(p, id, &stmt.kind, &mut |s| {
                out.extend(s.symbol.filter(|_| s.is_whole() && !matches!(s.how, How::Given | How::Declared)));
            });
            stmt.kind.each_call(&mut |callee, args| {
                if u.language != Language::Fortran {
                    return;
                }
                for (dummy, actual) in dummies(p, callee, args) {
                    if let (Some(dummy), ExprKind::Var(s)) = (dummy, &actual.kind) {
                        given.entry(dummy).or_default().push(*s);
                    }
                }
            });
        });
    }
    let mut todo: Vec<SymbolId> = out.iter().copied().collect();
    while let Some(dummy) = todo.pop() {
        let actuals = given.get(&dummy).into_iter().flatten().copied();
        todo.extend(actuals.filter(|s| out.insert(*s)).collect::<Vec<_>>());
    }
    out
}

/// Whether internal procedures mention a dummy of their host.
fn is_known_inside(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let inside = |id: UnitId| std::iter::successors(p.units[id].parent, |u| p.units[*u].parent).any(|u| u == unit);
    p.units.iter().filter(|(id, _)| inside(*id)).any(|(_, u)| {
        let mut found = u.mentions(&u.body, s);
        for &id in p.symbols_of(u.scope) {
            p.bounds(id, &mut |e| found |= e.mentions(s));
        }
        found
    })
}

fn copy(p: &mut Program, unit: UnitId, s: SymbolId) {
    let Some(v) = p.variable(s) else { return };
    let (by_value, made) = (v.by_value, Variable::new(v.ty.clone(), Storage::Local));
    let name = p.symbols[s].name.clone();
    let new = fresh(p, unit, &name, made);
    let rename = |e: &mut Expr| e.replace(s, &ExprKind::Var(new));
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
    let is_later = |x: &SymbolId| *x != new && p.home(*x) == Some(unit) && !is_made_at_entry(p, unit, *x);
    for x in p.symbols.ids().filter(is_later).collect::<Vec<_>>() {
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
