//! Assignments whose adjoint reads their result: what an operation has just computed is not computed again, and what it was computed from
//! need not be there any more.
//!
//! `x = exp(v)` has the partial `x`, `x = sqrt(v)` has `1/(2*x)`, `x = x/d` has `-x/d` with respect to `d`, and so has `x(j) = s/d` where `s` is about to
//! become another sum, and `x = n/d` where the adjoint of a later statement reads `x` too. The adjoint then runs before what
//! the assignment overwrote is restored, so nothing else that it reads may be what the assignment overwrote: other references to the same
//! array must be proved to be other elements (`elements`).

use std::collections::BTreeSet;

use il::typing::{rank_of, scalar_of};
use il::{BinaryOp, Expr, ExprKind, ScalarClass, StmtId, StmtKind, UnaryOp, UnitId};

use crate::adjoint::plan::access::{Access, Effect};
use crate::adjoint::plan::elements::{self, Elements};
use crate::adjoint::plan::tree;
use crate::adjoint::plan::uses;
use crate::derive::World;
use crate::request::Improvement;
use crate::rules;

/// Whether the adjoint of a statement reads what the statement assigned.
pub(crate) fn is_kept(world: &World, access: &Access, unit: UnitId, id: StmtId) -> bool {
    access.results.get(unit, || find(world, access, unit)).contains(&id)
}

/// The outermost operation of a right side.
pub(crate) fn operation(rhs: &Expr) -> &Expr {
    match &rhs.kind {
        ExprKind::Unary(UnaryOp::Paren | UnaryOp::Plus, x) => operation(x),
        _ => rhs,
    }
}

fn find(world: &World, access: &Access, unit: UnitId) -> BTreeSet<StmtId> {
    let mut out = BTreeSet::new();
    if !world.request.improves(Improvement::UseResults) {
        return out;
    }
    let u = &world.source.units[unit];
    let mut candidates = Vec::new();
    u.walk(&u.body, &mut |id, s| {
        let fits = |(lhs, rhs): &(&Expr, &Expr)| is_candidate(world, access, unit, id, lhs, rhs);
        candidates.extend(s.kind.as_assign().filter(fits).map(|_| id));
    });
    // Those in a WHERE happen together with its other statements.
    u.walk(&u.body, &mut |_, s| {
        if matches!(s.kind, StmtKind::Where { .. } | StmtKind::Forall { .. }) {
            candidates.retain(|c| !s.kind.blocks().into_iter().any(|b| b.contains(c)));
        }
    });
    if candidates.is_empty() {
        return out;
    }
    let tree = tree::build(u);
    let places = Elements::places(world.source, access, unit, &tree.body);
    out.extend(candidates.into_iter().filter(|id| reads_nothing_else_of_it(world, access, unit, *id, &places)));
    out
}

/// Whether the partials of an assignment can be told from its result.
fn is_candidate(world: &World, access: &Access, unit: UnitId, id: StmtId, lhs: &Expr, rhs: &Expr) -> bool {
    let p = world.source;
    let (Some(left), Some(right)) = (scalar_of(p, lhs), scalar_of(p, rhs)) else { return false };
    let same = left.class == ScalarClass::Real && right.class == left.class && right.bytes == left.bytes;
    if !same || rank_of(p, lhs) != rank_of(p, rhs) || !uses::is_differentiated(world, unit, id, lhs) {
        return false;
    }
    // Assigning may give it another shape, and the adjoint with it.
    if rank_of(p, lhs) > 0 && lhs.root().and_then(|s| p.variable(s)).is_none_or(|v| v.allocatable || v.pointer) {
        return false;
    }
    let active = |e: &Expr| uses::is_active_expr(world, unit, e, id);
    uses::call_mode(world, access, unit, id).is_none()
        && match &operation(rhs).kind {
            ExprKind::Intrinsic(f, args) => rules::needs_only_result(*f) && args.iter().any(|a| active(&a.value)),
            // The dividend is gone, or will be, or the result stays: keeping it is no dearer.
            ExprKind::Binary(BinaryOp::Div, l, r) => {
                active(r)
                    && (**l == *lhs
                        || is_passing(world, unit, id, l) && matches!(lhs.kind, ExprKind::Index { .. })
                        || is_read_again(world, access, unit, id, lhs))
            }
            _ => false,
        }
}

/// Whether the adjoint of an assignment further down in the same block reads the scalar that a statement has just assigned.
fn is_read_again(world: &World, access: &Access, unit: UnitId, id: StmtId, lhs: &Expr) -> bool {
    let ExprKind::Var(s) = lhs.kind else { return false };
    let u = &world.source.units[unit];
    let Some(rest) = block_after(u, id) else { return false };
    let (zones, _) = access.place(lhs);
    for later in rest {
        let StmtKind::Assign { lhs: place, .. } = &u.stmts[later].kind else { return false };
        let Some(values) = uses::values_with(world, access, unit, later, false) else { return false };
        if uses::is_differentiated(world, unit, later, place) && values.iter().any(|v| v.mentions(s)) {
            return true;
        }
        if access.place(place).0.meets(&zones) {
            return false;
        }
    }
    false
}

/// What stands behind a statement in its block.
fn block_after(u: &il::Unit, id: StmtId) -> Option<Vec<StmtId>> {
    let behind = |b: &il::Block| b.iter().position(|k| *k == id).map(|at| b[at + 1..].to_vec());
    let mut out = behind(&u.body);
    u.walk(&u.body, &mut |_, s| {
        if out.is_none() {
            out = s.kind.blocks().into_iter().find_map(&behind);
        }
    });
    out
}

/// Whether a dividend is a scalar that a loop in front of the statement has summed up, in every turn of a loop around both: it would have to be
/// saved, or summed up again.
fn is_passing(world: &World, unit: UnitId, id: StmtId, dividend: &Expr) -> bool {
    let ExprKind::Var(s) = dividend.kind else { return false };
    let p = world.source;
    let u = &p.units[unit];
    let mut found = false;
    u.walk(&u.body, &mut |_, stmt| {
        if !stmt.kind.repeats() {
            return;
        }
        for block in stmt.kind.blocks() {
            let Some(at) = block.iter().position(|k| *k == id) else { continue };
            u.walk(&block[..at], &mut |_, inner| {
                if inner.kind.repeats() {
                    inner.kind.blocks().into_iter().for_each(|b| found |= il::stores::changes(p, unit, b, s));
                }
            });
        }
    });
    found
}

fn reads_nothing_else_of_it(world: &World, access: &Access, unit: UnitId, id: StmtId, places: &Elements) -> bool {
    let StmtKind::Assign { lhs, .. } = &world.source.units[unit].stmts[id].kind else { return false };
    let Some(values) = uses::values_with(world, access, unit, id, true) else { return false };
    let (zones, _) = access.place(lhs);
    let mut address = Effect::default();
    access.address(lhs, &mut address);
    let mut others = Vec::new();
    !access.with_inputs(&address.reads).meets(&zones)
        && values.iter().all(|v| elements::find(access, v, &zones, &mut others))
        && others.iter().all(|o| places.is_apart(id, lhs, o))
}
