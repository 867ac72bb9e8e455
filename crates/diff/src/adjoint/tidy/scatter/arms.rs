//! What arms of choices add waits in scalars, which are added behind the choice.

use std::collections::BTreeSet;

use il::typing::scalar_of;
use il::{BinaryOp, Expr, ExprKind, StmtId, StmtKind, Subscript, SymbolId, Type, Upper, fold};

use super::split;
use super::vectorised::Loop;
use crate::adjoint::tidy::increment;
use crate::adjoint::tidy::loops::Touch;
use crate::derive::{Shell, World};
use crate::simplify;

/// An element that arms of a choice add to.
pub(super) struct FromArm {
    choice: StmtId,
    place: Expr,
}

/// What arms add in a loop. `None`: they do more than that and setting scalars, or something that compilers do only where it is asked for.
pub(super) fn find(asked: &Loop, touches: &[Touch], fixed: &BTreeSet<SymbolId>) -> Option<Vec<FromArm>> {
    let view = asked.view;
    let u = view.unit();
    let mut out: Vec<FromArm> = Vec::new();
    for &choice in view.body() {
        let mut fine = true;
        for block in u.stmts[choice].kind.blocks() {
            u.walk(block, &mut |_, s| {
                s.kind.exprs(&mut |e| fine &= !may_trap(e));
                let StmtKind::Assign { lhs, rhs } = &s.kind else { return };
                if matches!(lhs.kind, ExprKind::Var(_)) {
                    return;
                }
                let root = lhs.root();
                let only =
                    increment(lhs, rhs).is_some() && touches.iter().filter(|t| t.place.root() == root).all(|t| t.added);
                fine &= only && (is_touched(asked, lhs) || is_within(asked, fixed, lhs));
                if !out.iter().any(|f| f.choice == choice && f.place == *lhs) {
                    out.push(FromArm { choice, place: lhs.clone() });
                }
            });
        }
        if !fine {
            return None;
        }
    }
    Some(out)
}

/// Divisions and roots are not done in turns that do not ask for them.
fn may_trap(e: &Expr) -> bool {
    e.any(&mut |x| {
        let divides =
            matches!(&x.kind, ExprKind::Binary(BinaryOp::Div, _, r) if !matches!(r.bare().kind, ExprKind::Real { .. }));
        divides || matches!(x.kind, ExprKind::Intrinsic(f, _) if f.name() == "sqrt")
    })
}

/// Whether each turn touches an element, whatever arms it takes.
fn is_touched(asked: &Loop, place: &Expr) -> bool {
    let stmts = &asked.view.unit().stmts;
    let mut block = asked.view.body().iter();
    block.any(
        |id| matches!(&stmts[*id].kind, StmtKind::Assign { lhs, rhs } if lhs == place || rhs.any(&mut |x| x == place)),
    )
}

/// Whether the declaration of an array says that it has an element in each turn.
fn is_within(asked: &Loop, fixed: &BTreeSet<SymbolId>, place: &Expr) -> bool {
    let (view, p) = (asked.view, &asked.view.world.out);
    let (ExprKind::Index { subs, .. }, Some(Type::Array { dims, .. })) =
        (&place.kind, place.root().and_then(|s| p.symbol_type(s)))
    else {
        return false;
    };
    let stays = |e: &Expr| {
        let mut named = BTreeSet::new();
        e.collect_symbols(&mut named);
        named.iter().all(|s| fixed.contains(s) || split::is_constant(view, *s))
    };
    let not_above = |a: &Expr, b: &Expr| stays(a) && stays(b) && fold::sub(a, b).as_int().is_some_and(|n| n <= 0);
    subs.len() == dims.len()
        && subs.iter().zip(dims).all(|(sub, dim)| {
            let (Subscript::At(e), Upper::At(upper)) = (sub, &dim.upper) else { return false };
            let lower = dim.lower.clone().unwrap_or(Expr::int(1));
            view.nest.iter().filter_map(|id| view.unit().stmts[*id].kind.as_do()).any(|d| {
                let (Some(offset), Some((low, high))) = (fold::sub(e, &Expr::var(d.var)).as_int(), d.ends()) else {
                    return false;
                };
                let at = |end: &Expr| fold::add(end, &Expr::int(offset));
                not_above(&lower, &at(low)) && not_above(&at(high), upper)
            })
        })
}

/// Lets what arms add wait in scalars until behind their choice. Returns the scalars.
pub(super) fn behind(world: &mut World, shell: &mut Shell, own: StmtId, found: &[FromArm]) -> Vec<SymbolId> {
    let unit = shell.unit;
    let mut scalars = Vec::new();
    for f in found {
        let Some(scalar) = scalar_of(&world.out, &f.place) else { continue };
        let waits = world.local(shell, "tempb", Type::Scalar(scalar.clone()));
        scalars.push(waits);
        let t = Expr::var(waits);
        let u = &mut world.out.units[unit];
        let mut inside = Vec::new();
        u.walk(&[f.choice], &mut |id, s| {
            if let StmtKind::Assign { lhs, rhs } = &s.kind
                && *lhs == f.place
                && let Some(more) = increment(lhs, rhs)
            {
                inside.push((id, more));
            }
        });
        // One in each arm at most.
        let once = u.stmts[f.choice].kind.blocks().into_iter().all(|block| {
            let mut count = 0;
            u.walk(block, &mut |id, _| count += usize::from(inside.iter().any(|(other, _)| *other == id)));
            count <= 1
        });
        for (id, more) in inside {
            let rhs = if once { more } else { simplify::add(t.clone(), more) };
            u.stmts[id].kind = StmtKind::Assign { lhs: t.clone(), rhs };
        }
        let clear = u.add(StmtKind::Assign { lhs: t.clone(), rhs: simplify::zero(&scalar) });
        let StmtKind::Do(d) = &u.stmts[own].kind else { continue };
        let Some(at) = d.body.iter().position(|id| *id == f.choice) else { continue };
        // With what is added to the element there in any case.
        let same = |id: &&StmtId| matches!(&u.stmts[**id].kind, StmtKind::Assign { lhs, .. } if *lhs == f.place);
        let other = d.body[at + 1..].iter().find(same).copied();
        if let Some(StmtKind::Assign { rhs, .. }) = other.map(|id| &mut u.stmts[id].kind) {
            *rhs = simplify::add(rhs.clone(), t);
        } else {
            let rhs = simplify::add(f.place.clone(), t);
            let add = u.add(StmtKind::Assign { lhs: f.place.clone(), rhs });
            insert(&mut u.stmts[own].kind, at + 1, add);
        }
        insert(&mut u.stmts[own].kind, at, clear);
    }
    scalars
}

fn insert(kind: &mut StmtKind, at: usize, id: StmtId) {
    if let StmtKind::Do(d) = kind {
        d.body.insert(at, id);
    }
}
