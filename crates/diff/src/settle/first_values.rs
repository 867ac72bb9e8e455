//! Temporary arrays of ours whose first value allocates them. `t = e` does that, but gfortran then warns of a descriptor that "is used uninitialized"
//! (`-Wall`, all versions so far), and strict users make errors of warnings.
//!
//! Where the text tells that `t` has no allocation, it is allocated first, with the bounds that the assignment would give it; without elements, where these
//! are known to `e` alone, or where it has no allocation in the first turn of a loop only. (`allocate (t, source=e)` is shorter, but gfortran
//! computes `e` twice as slowly then, and stops at `source=s%c` with an array `s`.) Tests whether an array is allocated whose answer is known go.
//! What the user declared keeps the form that the user gave it.

use std::collections::{BTreeMap, BTreeSet};

use il::typing::{rank_of, shape_giver};
use il::unit::Prefix;
use il::{Dim, Expr, ExprKind, Program, Span, Stmt, StmtId, StmtKind, Storage, SymbolId, UnitId, Upper};

use analysis::allocated::Allocations;
use analysis::allocation::where_allocated;

/// Rewrites the first values of the temporaries of a generated procedure; `of_users` are the derivatives of what the user declared.
pub(crate) fn first_values(p: &mut Program, unit: UnitId, of_users: &BTreeSet<SymbolId>) {
    if !p.units[unit].language.describes_storage() {
        return;
    }
    // Only these are asked for: what is known of one takes a walk over the whole procedure.
    let (u, mut arrays) = (&p.units[unit], BTreeSet::new());
    u.walk(&u.body, &mut |_, stmt| {
        let set = if let StmtKind::Assign { lhs, .. } = &stmt.kind { Some(lhs) } else { where_allocated(&stmt.kind) };
        if let Some(ExprKind::Var(s)) = set.map(|e| &e.kind) {
            arrays.insert(*s);
        }
    });
    arrays.retain(|s| {
        let local = |v: &il::symbol::Variable| v.storage == Storage::Local && !v.saved;
        p.symbols[*s].scope == u.scope && p.variable(*s).is_some_and(|v| v.allocatable && local(v) && v.ty.rank() > 0)
    });
    for s in arrays {
        let known = Allocations::of(p, unit, &Expr::var(s));
        idle_tests(p, unit, s, &known);
        if p.symbols[s].span == Span::NONE && !of_users.contains(&s) && !known.is_handed_over() {
            first_value(p, unit, s, &known);
        }
    }
}

fn first_value(p: &mut Program, unit: UnitId, s: SymbolId, known: &Allocations) {
    let u = &p.units[unit];
    let (mut first, mut in_turns, mut explicit) = (Vec::new(), false, false);
    u.walk(&u.body, &mut |id, stmt| match &stmt.kind {
        StmtKind::Assign { lhs, rhs } if lhs.kind == ExprKind::Var(s) && rank_of(p, rhs) > 0 => {
            if known.never(id) && stmt.label.is_none() {
                first.push(id);
            } else {
                in_turns |= !known.surely(id);
            }
        }
        StmtKind::Allocate { objects, .. } => explicit |= objects.iter().any(|o| o.object.mentions(s)),
        StmtKind::Deallocate { objects, .. } => explicit |= objects.iter().any(|o| o.mentions(s)),
        _ => {}
    });
    let body = &p.units[unit].body;
    let mut made: BTreeMap<StmtId, StmtKind> = BTreeMap::new();
    match (in_turns && !explicit, body.first()) {
        (true, Some(begin)) => drop(made.insert(*begin, allocate(s, no_elements(p, s)))),
        _ => {
            for id in first {
                let StmtKind::Assign { rhs, .. } = &p.units[unit].stmts[id].kind else { continue };
                let dims = extents(p, rhs).unwrap_or_else(|| no_elements(p, s));
                made.insert(id, allocate(s, dims));
            }
        }
    }
    if !made.is_empty() {
        let u = &mut p.units[unit];
        let before: BTreeMap<StmtId, StmtId> =
            made.into_iter().map(|(id, kind)| (id, u.stmts.add(Stmt::from(kind)))).collect();
        let mut body = std::mem::take(&mut u.body);
        u.insert_before(&mut body, &before);
        u.body = body;
    }
}

fn allocate(s: SymbolId, dims: Vec<Dim>) -> StmtKind {
    let objects = vec![il::stmt::Allocation { object: Expr::var(s), dims }];
    StmtKind::Allocate { objects, options: Vec::new() }
}

fn no_elements(p: &Program, s: SymbolId) -> Vec<Dim> {
    let empty = Dim { lower: None, upper: Upper::At(Expr::int(0)) };
    vec![empty; p.variable(s).map_or(0, |v| v.ty.rank())]
}

/// The bounds that a variable has when `e` is assigned to it and allocates it (F2018 10.2.1.3): those of a whole array, else from 1.
fn extents(p: &Program, e: &Expr) -> Option<Vec<Dim>> {
    if let ExprKind::Intrinsic(f, args) = &e.kind
        && let ("pack", [_, mask]) = (f.name(), args.as_slice())
    {
        let upper = Upper::At(Expr::intrinsic("count", vec![mask.value.clone()]));
        return Some(vec![Dim { lower: None, upper }]).filter(|_| rank_of(p, &mask.value) > 0);
    }
    let like = match &e.kind {
        // Elemental functions; of others only they themselves know.
        ExprKind::Call { callee, args } => {
            p.callee(*callee).filter(|u| p.units[*u].has_prefix(&Prefix::Elemental))?;
            args.iter().find_map(|a| shape_giver(p, &a.value).filter(|r| rank_of(p, r) == rank_of(p, e)))?
        }
        _ => shape_giver(p, e)?,
    };
    let ask = |f: &str, k: usize| match rank_of(p, like) {
        1 if f == "size" => Expr::intrinsic(f, vec![like.clone()]),
        _ => Expr::intrinsic(f, vec![like.clone(), Expr::int(k as i64 + 1)]),
    };
    // A section begins at 1, and so does an expression.
    let whole = e.is_reference() && !matches!(e.kind, ExprKind::Index { .. });
    let dim = |k: usize| match whole {
        true => Dim { lower: Some(ask("lbound", k)), upper: Upper::At(ask("ubound", k)) },
        false => Dim { lower: None, upper: Upper::At(ask("size", k)) },
    };
    Some((0..rank_of(p, like)).map(dim).collect())
}

/// Takes `if (allocated(s)) …` away where it surely is not allocated.
fn idle_tests(p: &mut Program, unit: UnitId, s: SymbolId, known: &Allocations) {
    let u = &p.units[unit];
    let asks = |id: StmtId| {
        let stmt = &u.stmts[id];
        stmt.label.is_none() && where_allocated(&stmt.kind).is_some_and(|x| x.kind == ExprKind::Var(s))
    };
    let mut gone = BTreeSet::new();
    u.walk(&u.body, &mut |id, _| {
        if asks(id) && known.never(id) {
            gone.insert(id);
        }
    });
    // Also of what internal procedures know: nothing is allocated before the first call.
    let idle = |id: &StmtId| {
        let mut idle = true;
        u.walk(&[*id], &mut |_, stmt| {
            idle &= stmt.label.is_none() && stmt.kind.callee().is_none() && !stmt.kind.mentions(s);
            stmt.kind.exprs(&mut |e| idle &= !e.has_call());
        });
        idle
    };
    gone.extend(u.body.iter().take_while(|id| asks(**id) || idle(id)).copied().filter(|id| asks(*id)));
    if !gone.is_empty() {
        let mut body = std::mem::take(&mut p.units[unit].body);
        p.units[unit].remove(&mut body, &gone);
        p.units[unit].body = body;
    }
}
