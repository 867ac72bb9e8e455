//! Assignments whose partial derivatives wait on the tape, instead of what they are made of.
//!
//! In a loop whose turns all go forward before they go back, the adjoint of `f = x - e*sin(x)` evaluates `sin(x)` and `cos(x)` again, for which `x` is kept,
//! turn by turn. Where the forward sweep evaluates these functions anyway, the partial derivatives are computed beside the value and are kept: the backward
//! sweep then evaluates none, and `x` need not be kept for it. The plans are made again with that.
//!
//! An assignment is treated so when
//!
//! - it is executed in the forward sweep, of a real scalar that no active reference on its right side may be, and calls nothing of the program;
//! - its active references are real scalars of the same kind, at most [`MOST`];
//! - it would evaluate at least as many functions again that its turn has evaluated as it has partial derivatives that are no numbers, or nobody else
//!   reads what is saved for it ([`super::kept_readings`]; then it may add to its place, too).
//!
//! Switched off with `-nooptim partials`.

use std::collections::{BTreeMap, BTreeSet};

use analysis::reallocation;
use il::typing::{rank_of, scalar_of};
use il::{BinaryOp, Expr, ExprKind, Scalar, ScalarClass, StmtId, StmtKind, UnaryOp, UnitId};

use crate::adjoint::plan::access::Access;
use crate::adjoint::plan::kept_partials::in_turns;
use crate::adjoint::plan::{Plan, kept_readings, rebuild, results, uses};
use crate::adjoint::tidy;
use crate::derive::World;
use crate::request::Improvement;

/// How many partial derivatives are worth keeping.
const MOST: usize = 3;

/// Assignments in loops of the settled `plans` that are worth it, beside those that are known already.
pub(crate) fn choose(
    world: &World,
    access: &Access,
    plans: &BTreeMap<(UnitId, bool), Plan>,
) -> BTreeSet<(UnitId, StmtId)> {
    let mut out = BTreeSet::new();
    let request = world.request;
    // Each thread would need its own.
    if !request.improves(Improvement::Partials) || request.parallel.is_some() || request.directions.is_some() {
        return out;
    }
    for (&(unit, _), plan) in plans {
        let turns = in_turns(world, plan, unit);
        for (turn, id) in &turns {
            if uses::has_gradient(access, unit, *id) || !plan.step(*id).live {
                continue;
            }
            let around = turns.iter().filter(|(t, s)| t == turn && plan.step(*s).live).map(|(_, s)| *s);
            if is_worth_it(world, access, unit, *id, &around.collect::<Vec<_>>()) {
                out.insert((unit, *id));
            }
        }
        let ids = turns.iter().map(|(_, id)| *id);
        let simple: Vec<StmtId> = ids.filter(|id| !uses::has_gradient(access, unit, *id)).collect();
        out.extend(kept_readings::choose(world, access, unit, plan, &simple).into_iter().map(|id| (unit, id)));
    }
    out
}

/// Whether the partial derivatives of a statement are worth keeping; `around` is executed in the same turn.
fn is_worth_it(world: &World, access: &Access, unit: UnitId, id: StmtId, around: &[StmtId]) -> bool {
    let p = world.source;
    let StmtKind::Assign { lhs, rhs } = &p.units[unit].stmts[id].kind else { return false };
    let Some(leaves) = leaves(world, access, unit, id, lhs, rhs) else { return false };
    let Some(values) = uses::values(world, access, unit, id) else { return false };
    // What the adjoint evaluates of what the forward sweep evaluates too.
    let mut again: Vec<Expr> = Vec::new();
    values.iter().for_each(|e| functions(p, e, &mut |f| add(&mut again, f)));
    let mut forward: Vec<Expr> = Vec::new();
    for s in around {
        if let StmtKind::Assign { rhs, .. } = &p.units[unit].stmts[*s].kind {
            functions(p, rhs, &mut |f| add(&mut forward, f));
        }
    }
    functions(p, rhs, &mut |f| {
        if !uses::is_active_expr(world, unit, f, id) {
            return;
        }
        let of = |name: &str, args: &[il::Arg]| Expr::intrinsic(name, vec![args[0].value.clone()]);
        let partial = match &f.kind {
            ExprKind::Intrinsic(i, args) if i.name() == "sin" => of("cos", args),
            ExprKind::Intrinsic(i, args) if i.name() == "cos" => of("sin", args),
            ExprKind::Intrinsic(i, _) if !["exp", "sqrt", "tan", "tanh"].contains(&i.name()) => return,
            other => other.clone().into(),
        };
        add(&mut again, &partial);
    });
    again.retain(|f| forward.contains(f));
    let kept = leaves.iter().filter(|(_, constant)| !constant).count();
    !again.is_empty() && again.len() >= kept
}

/// How many partial derivatives of an assignment are no numbers, where all can be kept. What it adds to may be the place itself.
pub(super) fn partials_to_keep(world: &World, access: &Access, unit: UnitId, id: StmtId) -> Option<usize> {
    let StmtKind::Assign { lhs, rhs } = &world.source.units[unit].stmts[id].kind else { return None };
    let more = tidy::increment(lhs, rhs);
    let found = leaves(world, access, unit, id, lhs, more.as_ref().unwrap_or(rhs))?;
    Some(found.iter().filter(|(_, constant)| !constant).count())
}

fn add(all: &mut Vec<Expr>, f: &Expr) {
    if !all.contains(f) {
        all.push(f.clone());
    }
}

/// Functions of numbers that take long.
fn functions(p: &il::Program, e: &Expr, found: &mut dyn FnMut(&Expr)) {
    let is_number = |x: &Expr| rank_of(p, x) == 0 && scalar_of(p, x).is_some_and(|s| s.class == ScalarClass::Real);
    e.walk(&mut |x| {
        if rebuild::is_function(x) && is_number(x) {
            found(x);
        }
    });
}

/// The active references of a right side, and whether their partial derivatives are numbers; `None` where the statement is none of those that are meant.
fn leaves(
    world: &World,
    access: &Access,
    unit: UnitId,
    id: StmtId,
    lhs: &Expr,
    rhs: &Expr,
) -> Option<Vec<(Expr, bool)>> {
    let p = world.source;
    let real = |e: &Expr| scalar_of(p, e).filter(|s| s.class == ScalarClass::Real && rank_of(p, e) == 0);
    let scalar = real(lhs)?;
    let plain = !rhs.has_call()
        && !rhs.any(&mut |x| matches!(x.kind, ExprKind::Opaque { .. } | ExprKind::Cond { .. } | ExprKind::Address(_)))
        && rank_of(p, rhs) == 0
        && uses::is_differentiated(world, unit, id, lhs)
        && !results::is_kept(world, access, unit, id)
        && !reallocation::may_reallocate(p, unit, lhs, rhs);
    if !plain {
        return None;
    }
    let mut out = Vec::new();
    find(world, unit, id, rhs, true, &mut out);
    let own = access.place(lhs).0;
    let same_kind = |s: &Scalar| s.bytes == scalar.bytes;
    let fits = |e: &Expr| real(e).is_some_and(|s| same_kind(&s)) && !access.place(e).0.meets(&own);
    (!out.is_empty() && out.len() <= MOST && out.iter().all(|(e, _)| fits(e))).then_some(out)
}

fn find(world: &World, unit: UnitId, id: StmtId, e: &Expr, linear: bool, out: &mut Vec<(Expr, bool)>) {
    if !uses::is_active_expr(world, unit, e, id) {
        return;
    }
    if e.is_reference() {
        match out.iter_mut().find(|(known, _)| known == e) {
            Some((_, constant)) => *constant &= linear,
            None => out.push((e.clone(), linear)),
        }
        return;
    }
    let sums = matches!(
        &e.kind,
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Paren, _)
            | ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..)
    );
    e.children(&mut |c| find(world, unit, id, c, linear && sums, out));
}
