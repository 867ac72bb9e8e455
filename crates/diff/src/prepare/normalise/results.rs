//! Values of functions that change their shape (adjoint mode).
//!
//! The derivative of an allocatable result, or of one with allocatable components, is the caller's and has the shape of the final value. Where
//! an assignment or a call may give the result another allocation before that, its values are those of a local, which keeps and restores shapes like any
//! other, and the result is assigned once at the end: `r = r0`. So it is where the result may begin at another index than one: the caller's derivative
//! begins where the caller's array does.

use analysis::first_indices;
use analysis::{allocation, reallocation};
use il::{Expr, ExprKind, Program, StmtKind, Storage, SymbolId, UnitId, Variable};

use il::locals::fresh;

/// Gives the result of `unit` a local to change in; that local.
pub(super) fn separate(p: &mut Program, unit: UnitId) -> Option<SymbolId> {
    let u = &p.units[unit];
    let result = u.result().filter(|_| !u.language.returns_expressions() && u.children.is_empty())?;
    let v = p.variable(result).filter(|v| !v.pointer && p.is_differentiable(&v.ty))?;
    let begins_elsewhere = v.allocatable && v.ty.rank() > 0 && first_indices::may_differ(p, &v.ty);
    let changes = allocation::has_allocatable_storage(p, result) && changes_shape(p, unit, result);
    if !(changes || begins_elsewhere) || leaves_inside(p, unit) {
        return None;
    }
    let own = Variable { storage: Storage::Local, ..v.clone() };
    let name = p.symbols[result].name.clone();
    let local = fresh(p, unit, &name, own);
    for stmt in p.units[unit].all_stmts() {
        p.units[unit].stmts[stmt].kind.exprs_mut(&mut |e| {
            e.rewrite(&mut |x| {
                if x.kind == ExprKind::Var(result) {
                    x.kind = ExprKind::Var(local);
                }
            })
        });
    }
    let last = p.units[unit].add(StmtKind::Assign { lhs: Expr::var(result), rhs: Expr::var(local) });
    let u = &mut p.units[unit];
    match u.body.last().copied().filter(|id| matches!(u.stmts[*id].kind, StmtKind::Return(_))) {
        Some(end) => {
            // A jump to the end comes here first.
            u.stmts[last].label = u.stmts[end].label.take();
            u.body.insert(u.body.len() - 1, last);
        }
        None => u.body.push(last),
    }
    Some(local)
}

/// Whether an assignment or a call may give the result, or a part of it, another allocation than the one it has.
fn changes_shape(p: &Program, unit: UnitId, result: SymbolId) -> bool {
    let u = &p.units[unit];
    let (mut found, mut used) = (false, false);
    u.walk(&u.body, &mut |id, s| {
        if let StmtKind::Assign { lhs, rhs } = &s.kind
            && lhs.root() == Some(result)
        {
            found |= (used || !u.body.contains(&id)) && reallocation::may_reallocate(p, unit, lhs, rhs);
        }
        for (callee, args) in allocation::calls(&s.kind) {
            let shapes = |(dummy, actual): &(Option<SymbolId>, &Expr)| {
                actual.root() == Some(result)
                    && dummy.is_some_and(|d| allocation::has_allocatable_storage(p, d) && !p.is_read_only(d))
            };
            found |= allocation::dummies(p, callee, args).iter().any(shapes);
        }
        if !matches!(s.kind, StmtKind::Allocate { .. }) {
            s.kind.exprs(&mut |e| used |= e.mentions(result));
        }
    });
    found
}

/// Whether the unit returns before its end.
fn leaves_inside(p: &Program, unit: UnitId) -> bool {
    let u = &p.units[unit];
    u.any(&u.body, &mut |id, s| matches!(s.kind, StmtKind::Return(_)) && u.body.last() != Some(&id))
}
