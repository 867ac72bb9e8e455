//! Integers: folding, and the few simplifications that bounds and extents need.

use crate::constant;
use crate::expr::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::program::Program;
use crate::stmt::Do;

/// The value of an integer constant expression ([`crate::constant`]).
pub fn integer(p: &Program, e: &Expr) -> Option<i64> {
    constant::value(p, e)?.integer()
}

/// `l + r` on integers, literals folded: `(n - 1) + 1` is `n`.
pub fn add(l: &Expr, r: &Expr) -> Expr {
    let (base, a) = split(l);
    match r.as_int() {
        Some(b) => offset(base, a.saturating_add(b)),
        None => match split(r) {
            (Some(other), b) => match base {
                None => offset(Some(other), a.saturating_add(b)),
                Some(x) => offset(Some(Expr::binary(BinaryOp::Add, x, other)), a.saturating_add(b)),
            },
            (None, b) => offset(base, a.saturating_add(b)),
        },
    }
}

/// `l - r` on integers, literals folded; equal parts cancel.
pub fn sub(l: &Expr, r: &Expr) -> Expr {
    let ((x, a), (y, b)) = (split(l), split(r));
    let c = a.saturating_sub(b);
    match (x, y) {
        (x, None) => offset(x, c),
        (Some(x), Some(y)) if x == y => Expr::int(c),
        (None, Some(y)) => Expr::binary(BinaryOp::Sub, Expr::int(c), guard(y)),
        (Some(x), Some(y)) => offset(Some(Expr::binary(BinaryOp::Sub, x, guard(y))), c),
    }
}

/// The least (or the greatest) value of an index while loops run, by interval arithmetic: a sum of extremes, a difference, a multiple by a number. `range`
/// says the ends of what is known as a whole: of the variable of a loop, and of what keeps its value, which are both that value. Where ends have names in
/// common the answer may lie outside of what is reached, never inside.
pub fn extreme(p: &Program, e: &Expr, greatest: bool, range: &dyn Fn(&Expr) -> Option<(Expr, Expr)>) -> Option<Expr> {
    if let Some((least, most)) = range(e) {
        return Some(if greatest { most } else { least });
    }
    let of = |x: &Expr, greatest: bool| extreme(p, x, greatest, range);
    match &e.kind {
        ExprKind::Unary(UnaryOp::Paren | UnaryOp::Plus, x) => of(x, greatest),
        ExprKind::Unary(UnaryOp::Neg, x) => Some(sub(&Expr::int(0), &of(x, !greatest)?)),
        ExprKind::Binary(BinaryOp::Add, l, r) => Some(add(&of(l, greatest)?, &of(r, greatest)?)),
        ExprKind::Binary(BinaryOp::Sub, l, r) => Some(sub(&of(l, greatest)?, &of(r, !greatest)?)),
        ExprKind::Binary(BinaryOp::Mul, l, r) => {
            let (factor, other) = match (integer(p, l), integer(p, r)) {
                (Some(n), None) => (n, r),
                (None, Some(n)) => (n, l),
                (Some(_), Some(_)) | (None, None) => return None,
            };
            let end = of(other, greatest == (factor >= 0))?;
            match integer(p, &end) {
                Some(n) => n.checked_mul(factor).map(Expr::int),
                None => Some(Expr::binary(BinaryOp::Mul, Expr::int(factor), guard(end))),
            }
        }
        _ => None,
    }
}

/// The last index of an array of C with this extent. Literals that have names keep them: `N - 1`, not `19`.
pub fn last_index(extent: &Expr) -> Expr {
    let mut is_named = false;
    extent.walk(&mut |x| {
        is_named |= matches!(&x.kind, ExprKind::Integer { text, .. } if text.is_name());
    });
    match is_named {
        true => Expr::binary(BinaryOp::Sub, extent.clone(), Expr::int(1)),
        false => sub(extent, &Expr::int(1)),
    }
}

/// C: a value that is tested, as a comparison: 0 or 1.
pub fn truth(e: Expr) -> Expr {
    let is_truth = match &e.bare().kind {
        ExprKind::Binary(op, ..) => op.is_logical(),
        ExprKind::Unary(op, _) => *op == UnaryOp::Not,
        _ => false,
    };
    let span = e.span;
    let compared = |e| ExprKind::Binary(BinaryOp::Ne, Box::new(e), Box::new(Expr::int(0)));
    if is_truth { e } else { Expr::at(compared(e), span) }
}

/// A sum on integers without the terms that cancel, wherever they stand: `j + (n - j) - 1` is `n - 1`.
pub fn without_cancelling(e: &Expr) -> Expr {
    let (mut terms, mut constant) = (Vec::new(), 0);
    gather(e, true, &mut terms, &mut constant);
    let mut left: Vec<(bool, Expr)> = Vec::new();
    for (plus, term) in terms {
        match left.iter().position(|(other, x)| *other != plus && *x == term) {
            Some(k) => drop(left.remove(k)),
            None => left.push((plus, term)),
        }
    }
    left.sort_by_key(|(plus, _)| !plus);
    let sum = |sum: Option<Expr>, (plus, term): (bool, Expr)| match (sum, plus) {
        (None, true) => Some(term),
        (None, false) => Some(Expr::unary(UnaryOp::Neg, term)),
        (Some(sum), true) => Some(Expr::binary(BinaryOp::Add, sum, term)),
        (Some(sum), false) => Some(Expr::binary(BinaryOp::Sub, sum, term)),
    };
    let constant = Expr::int(constant);
    left.into_iter().fold(None, sum).map_or_else(|| constant.clone(), |sum| add(&sum, &constant))
}

/// The terms of a sum, with `plus` or minus before each, and the sum of its literals.
fn gather(e: &Expr, plus: bool, terms: &mut Vec<(bool, Expr)>, constant: &mut i64) {
    match &e.bare().kind {
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), l, r) => {
            gather(l, plus, terms, constant);
            gather(r, plus == (*op == BinaryOp::Add), terms, constant);
        }
        ExprKind::Integer { value, .. } => {
            *constant = if plus { constant.saturating_add(*value) } else { constant.saturating_sub(*value) };
        }
        _ => terms.push((plus, e.bare().clone())),
    }
}

/// The bounds of a loop in order: its variable is never below the first and never above the second in an iteration. `None`: the direction is not known.
pub fn bounds<'d>(p: &Program, d: &'d Do) -> Option<(&'d Expr, &'d Expr)> {
    match d.step.as_ref().map_or(Some(1), |e| integer(p, e))? {
        0 => None,
        1.. => Some((&d.from, &d.to)),
        _ => Some((&d.to, &d.from)),
    }
}

/// The number of iterations of a loop from `from` to `to`; `None` for a step of 0, or where it cannot be counted.
pub fn iterations(from: i64, to: i64, step: i64) -> Option<i64> {
    Some(to.checked_sub(from)?.checked_add(step)?.checked_div(step)?.max(0))
}

/// The number of iterations of a loop whose bounds are constants.
pub fn trip_count(p: &Program, d: &Do) -> Option<i64> {
    let step = d.step.as_ref().map_or(Some(1), |e| integer(p, e))?;
    iterations(integer(p, &d.from)?, integer(p, &d.to)?, step)
}

/// The number of turns of `lo:hi:step`, when not negative: `(hi - lo + step)/step`.
pub fn range_count(lo: &Expr, hi: &Expr, step: Option<&Expr>) -> Expr {
    let length = sub(hi, lo);
    match step {
        None => add(&length, &Expr::int(1)),
        Some(s) if s.as_int() == Some(1) => add(&length, &Expr::int(1)),
        Some(s) if s.as_int() == Some(-1) => add(&sub(lo, hi), &Expr::int(1)),
        Some(s) => {
            let total = add(&length, s);
            match (total.as_int(), s.as_int()) {
                (Some(t), Some(k)) if k != 0 => Expr::int((t / k).max(0)),
                _ => Expr::binary(BinaryOp::Div, total, s.clone()),
            }
        }
    }
}

/// `base + constant`, where `base` may be absent.
fn split(e: &Expr) -> (Option<Expr>, i64) {
    if let Some(v) = e.as_int() {
        return (None, v);
    }
    match &e.bare().kind {
        ExprKind::Binary(BinaryOp::Add, l, r) => match (l.as_int(), r.as_int()) {
            (_, Some(c)) => {
                let (b, k) = split(l);
                (b, k.saturating_add(c))
            }
            (Some(c), None) => {
                let (b, k) = split(r);
                (b, k.saturating_add(c))
            }
            _ => (Some(e.bare().clone()), 0),
        },
        ExprKind::Binary(BinaryOp::Sub, l, r) => match r.as_int() {
            Some(c) => {
                let (b, k) = split(l);
                (b, k.saturating_sub(c))
            }
            None => (Some(e.bare().clone()), 0),
        },
        _ => (Some(e.clone()), 0),
    }
}

fn offset(base: Option<Expr>, c: i64) -> Expr {
    match base {
        None => Expr::int(c),
        Some(b) if c == 0 => b,
        Some(b) if c > 0 => Expr::binary(BinaryOp::Add, b, Expr::int(c)),
        Some(b) => Expr::binary(BinaryOp::Sub, b, Expr::int(-c)),
    }
}

/// Unparsing adds the parentheses that precedence asks for; nothing to do beyond dropping doubled ones.
fn guard(e: Expr) -> Expr {
    e.bare().clone()
}
