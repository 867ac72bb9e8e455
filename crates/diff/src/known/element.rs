//! One element of what is written for all of them.

use il::expr::{Expr, ExprKind, Subscript};
use il::typing::{rank_of, type_of};
use il::{BinaryOp, Program, Type, Upper};

/// The element of a reference at a position that is counted from one in each dimension.
pub(crate) fn element(p: &Program, e: &Expr, at: &[Expr]) -> Option<Expr> {
    let whole = |e: &Expr| {
        let dims = match type_of(p, e) {
            Type::Array { dims, .. } => dims,
            _ => Vec::new(),
        };
        let subs = dims.iter().enumerate().zip(at).map(|((k, d), i)| {
            let moves = matches!(d.upper, Upper::Deferred);
            let first = match &d.lower {
                Some(lower) => lower.clone(),
                // An assumed shape starts at one; what is allocated or associated starts anywhere.
                None if moves && !is_assumed_shape(p, e) => {
                    Expr::intrinsic("lbound", vec![e.clone(), Expr::int(k as i64 + 1)])
                }
                None => Expr::int(1),
            };
            il::fold::add(i, &il::fold::sub(&first, &Expr::int(1)))
        });
        Expr::index(e.clone(), subs.collect())
    };
    match &e.kind {
        _ if rank_of(p, e) == 0 => Some(e.clone()),
        ExprKind::Var(_) => Some(whole(e)),
        ExprKind::Field { base, record, field } if rank_of(p, base) > 0 => {
            let base = Box::new(element(p, base, at)?);
            Some(ExprKind::Field { base, record: *record, field: *field }.into())
        }
        ExprKind::Field { .. } => Some(whole(e)),
        ExprKind::Index { base, subs } => {
            let mut next = at.iter();
            let mut out = Vec::new();
            for (k, s) in subs.iter().enumerate() {
                out.push(match s {
                    Subscript::Range { lo, step, .. } => {
                        let i = next.next()?;
                        let first = lo.clone().unwrap_or_else(|| {
                            Expr::intrinsic("lbound", vec![(**base).clone(), Expr::int(k as i64 + 1)])
                        });
                        let before = il::fold::sub(i, &Expr::int(1));
                        let before = match step {
                            None => before,
                            Some(step) => Expr::binary(BinaryOp::Mul, before, step.clone()),
                        };
                        Subscript::At(il::fold::add(&first, &before))
                    }
                    Subscript::At(i) if rank_of(p, i) > 0 => {
                        Subscript::At(element(p, i, std::slice::from_ref(next.next()?))?)
                    }
                    Subscript::At(_) => s.clone(),
                });
            }
            Some(ExprKind::Index { base: base.clone(), subs: out }.into())
        }
        // What works element by element on such references.
        ExprKind::Unary(op, x) => Some(Expr::unary(*op, element(p, x, at)?)),
        ExprKind::Binary(op, l, r) => Some(Expr::binary(*op, element(p, l, at)?, element(p, r, at)?)),
        _ => None,
    }
}

/// C: what a reference is for element `i` (from 0) of the outermost array on its way: `s.p.y` of an array `p` becomes `s.p[i].y`.
pub(crate) fn nth(p: &Program, e: &Expr, i: &Expr) -> Expr {
    match &e.kind {
        ExprKind::Field { base, record, field } if matches!(type_of(p, base), Type::Array { .. }) => {
            let base = Box::new(nth(p, base, i));
            ExprKind::Field { base, record: *record, field: *field }.into()
        }
        _ => Expr::index(e.clone(), vec![i.clone()]),
    }
}

/// Whether a reference is a dummy array that takes the shape of its actual argument.
fn is_assumed_shape(p: &Program, e: &Expr) -> bool {
    let ExprKind::Var(s) = e.kind else { return false };
    p.variable(s).is_some_and(|v| matches!(v.storage, il::Storage::Dummy(_)) && !v.allocatable && !v.pointer)
}
