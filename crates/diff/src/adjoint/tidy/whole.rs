//! `xb = 0`, some parts of it grow, then all of it: `xb = xb + e`. The order of the terms is free, so that all of it comes first, and is set: `xb = e`.
//!
//! That spares a walk through an array to clear it and one to read it. It is done in one sequence of statements, where nothing else touches the
//! array, and what grows its parts can stand behind the statement for all of it: nothing between writes what it reads.

use std::collections::BTreeSet;

use il::stores::Touched;
use il::{Block, Expr, ExprKind, StmtId, StmtKind, SymbolId, Type, UnitId};

use crate::adjoint::tidy::increment;
use crate::derive::World;
use crate::simplify;

/// Rewrites a body. `own` are derivatives that nothing else can name.
pub(crate) fn whole(world: &mut World, unit: UnitId, body: &mut Block, own: &BTreeSet<SymbolId>) {
    if !world.out.units[unit].language.computes_with_arrays() {
        return;
    }
    let mut at = 0;
    while at < body.len() {
        if let Some((x, to)) =
            cleared(world, unit, body[at], own).and_then(|x| Some((x, grown(world, unit, body, at, x)?)))
        {
            let mut parts = Block::new();
            for k in (at + 1..to).rev() {
                if mentions(world, unit, body[k], x) {
                    parts.insert(0, body.remove(k));
                }
            }
            let to = to - parts.len();
            if let StmtKind::Assign { lhs, rhs } = &mut world.out.units[unit].stmts[body[to]].kind
                && let Some(more) = increment(lhs, rhs)
            {
                *rhs = more;
            }
            body.splice(to + 1..to + 1, parts);
            body.remove(at);
            continue;
        }
        at += 1;
    }
}

/// The array that a statement clears.
fn cleared(world: &World, unit: UnitId, id: StmtId, own: &BTreeSet<SymbolId>) -> Option<SymbolId> {
    let stmt = &world.out.units[unit].stmts[id];
    let StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(x), .. }, rhs } = &stmt.kind else { return None };
    let v = world.out.variable(*x)?;
    let plain = matches!(v.ty, Type::Array { .. }) && !v.allocatable && !v.pointer;
    let here = world.out.home(*x) == Some(unit) && own.contains(x) && stmt.label.is_none() && stmt.comments.is_empty();
    (plain && here && simplify::is_zero(rhs)).then_some(*x)
}

/// Where all of `x`, cleared at `at`, grows for the first time, when only parts of it have grown since.
fn grown(world: &World, unit: UnitId, body: &Block, at: usize, x: SymbolId) -> Option<usize> {
    let mut parts: Vec<BTreeSet<SymbolId>> = Vec::new();
    for (k, &id) in body.iter().enumerate().skip(at + 1) {
        let stmt = &world.out.units[unit].stmts[id];
        if stmt.label.is_some() {
            return None;
        }
        if !mentions(world, unit, id, x) {
            let touched = Touched::of(&world.out, unit, &[id]);
            if touched.calls || touched.jumps || parts.iter().any(|p| touched.changed().any(|s| p.contains(&s))) {
                return None;
            }
            continue;
        }
        let StmtKind::Assign { lhs, rhs } = &stmt.kind else { return None };
        let more = increment(lhs, rhs).filter(|m| !m.mentions(x) && !m.has_call())?;
        if lhs.kind == ExprKind::Var(x) {
            return Some(k);
        }
        let mut read = BTreeSet::new();
        more.collect_symbols(&mut read);
        let ExprKind::Index { base, .. } = &lhs.kind else { return None };
        if base.kind != ExprKind::Var(x) {
            return None;
        }
        lhs.collect_symbols(&mut read);
        read.remove(&x);
        if read.iter().any(|s| world.has_other_names(*s)) {
            return None;
        }
        parts.push(read);
    }
    None
}

/// Whether a statement or one inside it mentions a variable.
fn mentions(world: &World, unit: UnitId, id: StmtId, x: SymbolId) -> bool {
    world.out.units[unit].mentions(&[id], x)
}
