//! One element of what is written for all of them.

use il::expr::{Expr, ExprKind, Subscript};
use il::typing::{rank_of, type_of};
use il::{BinaryOp, Dim, Program, Type, Upper};

/// The element of a reference at a position that is counted from one in each dimension.
pub fn element(p: &Program, e: &Expr, at: &[Expr]) -> Option<Expr> {
    let whole = |e: &Expr| {
        let dims = type_of(p, e).dims().to_vec();
        let subs = dims
            .iter()
            .enumerate()
            .zip(at)
            .map(|((k, d), i)| il::fold::add(i, &il::fold::sub(&first_index(p, e, k, d), &Expr::int(1))));
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
        // `q(at)%v(2)`: the elements are those of a structure further out.
        ExprKind::Index { base, subs } if !subs.iter().any(|s| is_ranged(p, s)) => {
            Some(ExprKind::Index { base: Box::new(element(p, base, at)?), subs: subs.clone() }.into())
        }
        ExprKind::Index { base, subs } => {
            let mut next = at.iter();
            let mut out = Vec::new();
            for (k, s) in subs.iter().enumerate() {
                out.push(match s {
                    Subscript::Range { lo, step, .. } => {
                        let i = next.next()?;
                        let backwards = step.as_ref().is_some_and(|s| s.as_int().is_none_or(|n| n < 0));
                        let first = match (lo, type_of(p, base)) {
                            (Some(lo), _) => lo.clone(),
                            (None, Type::Array { dims, .. }) if !backwards => first_index(p, base, k, dims.get(k)?),
                            _ => return None,
                        };
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
pub fn nth(p: &Program, e: &Expr, i: &Expr) -> Expr {
    match &e.kind {
        ExprKind::Field { base, record, field } if matches!(type_of(p, base), Type::Array { .. }) => {
            let base = Box::new(nth(p, base, i));
            ExprKind::Field { base, record: *record, field: *field }.into()
        }
        _ => Expr::index(e.clone(), vec![i.clone()]),
    }
}

/// Whether a subscript selects several elements.
pub fn is_ranged(p: &Program, s: &Subscript) -> bool {
    match s {
        Subscript::At(i) => rank_of(p, i) > 0,
        Subscript::Range { .. } => true,
    }
}

/// Where dimension `k` of a whole array begins.
fn first_index(p: &Program, e: &Expr, k: usize, d: &Dim) -> Expr {
    match &d.lower {
        Some(lower) => lower.clone(),
        // An assumed shape starts at one; what is allocated or associated starts anywhere.
        None if matches!(d.upper, Upper::Deferred) && !is_assumed_shape(p, e) => {
            Expr::intrinsic("lbound", vec![e.clone(), Expr::int(k as i64 + 1)])
        }
        None => Expr::int(1),
    }
}

/// Whether a reference is a dummy array that takes the shape of its actual argument.
fn is_assumed_shape(p: &Program, e: &Expr) -> bool {
    let ExprKind::Var(s) = e.kind else { return false };
    p.variable(s).is_some_and(|v| matches!(v.storage, il::Storage::Dummy(_)) && !v.allocatable && !v.pointer)
}
