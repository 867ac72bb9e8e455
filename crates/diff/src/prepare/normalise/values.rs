//! Arguments by value that a procedure changes.
//!
//! What comes by value (all scalars and structures of C, VALUE of Fortran) is a local of the callee, and its adjoint goes back to the caller by
//! addition. Where the callee assigns to it, the adjoint of the local must start from zero, not from what the caller has added
//! so far: the local gets a name of its own, `x0 = x`, and the argument is only read.

use il::stores::OfUnit;
use il::{Block, Expr, ExprKind, Program, StmtKind, Storage, SymbolId, Type, UnitId, Variable};

use il::locals::fresh;

/// Gives the arguments by value that `unit` changes their locals; these, and the statements that set them.
pub(super) fn separate(p: &mut Program, unit: UnitId) -> (Vec<SymbolId>, Block) {
    let mut locals = Vec::new();
    let mut first = Block::new();
    let changed = OfUnit::new(p, unit).changed;
    for s in p.units[unit].params.clone() {
        let Some(v) = p.variable(s) else { continue };
        let number = matches!(v.ty, Type::Scalar(_) | Type::Record(_)) && p.is_differentiable(&v.ty);
        if !v.by_value || !number || !changed.contains(&s) {
            continue;
        }
        let (name, ty) = (p.symbols[s].name.clone(), v.ty.clone());
        let local = fresh(p, unit, &name, Variable::new(ty, Storage::Local));
        for stmt in p.units[unit].all_stmts() {
            p.units[unit].stmts[stmt].kind.exprs_mut(&mut |e| {
                e.rewrite(&mut |x| {
                    if x.kind == ExprKind::Var(s) {
                        x.kind = ExprKind::Var(local);
                    }
                })
            });
        }
        let kind = StmtKind::Assign { lhs: Expr::var(local), rhs: Expr::var(s) };
        first.push(p.units[unit].add(kind));
        locals.push(local);
    }
    (locals, first)
}

/// Whether a statement of a unit may change what `s` holds itself: assigns to it or a part of it, or lets something have its address.
pub(crate) fn is_changed(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    OfUnit::new(p, unit).changed.contains(&s)
}
