//! Subscripts that differ by what they leave when they are divided: `h[t & 1]` and `h[!(t & 1)]`, `u[t % 3]` and `u[(t + 1) % 3]`, `h[c]` and `h[1 - c]`.
//!
//! Two integers that differ by a number are not equal, nor are two that leave different remainders for one divisor. A remainder is followed as a polynomial: `t % 4` leaves, divided by 2, what
//! `t` leaves, and `1 - c` minus `c` is odd whatever `c` is.

use analysis::affine::{Affine, Term};
use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, Program, UnaryOp};

/// Whether two integers are never equal.
pub fn never_equal(p: &Program, a: &Expr, b: &Expr) -> bool {
    let negated =
        |x: &Expr, y: &Expr| matches!(&x.bare().kind, ExprKind::Unary(UnaryOp::Not, z) if z.bare() == y.bare());
    if negated(a, b) || negated(b, a) {
        return true;
    }
    let mut values = Vec::new();
    let apart = Affine::of(p, a, &mut values).zip(Affine::of(p, b, &mut values)).and_then(|(x, y)| x.plus(&y, -1));
    if !a.has_call() && !b.has_call() && apart.and_then(|d| d.as_constant()).is_some_and(|n| n != 0) {
        return true;
    }
    let mut divisors = vec![2];
    let mut wraps = false;
    for e in [a, b] {
        e.walk(&mut |x| {
            divisors.extend(divided(x).map(|(_, m)| m));
            wraps |= type_of(p, x).scalar().is_some_and(|s| s.unsigned);
        });
    }
    // What an unsigned sum loses is a power of two.
    divisors.retain(|m| !wraps || (*m as u64).is_power_of_two());
    divisors.into_iter().any(|m| {
        let mut values = Vec::new();
        let difference = |values: &mut Vec<Expr>| residue(p, a, m, values)?.plus(&residue(p, b, m, values)?, -1);
        difference(&mut values).is_some_and(|d| leaves_something(&d, m))
    })
}

/// Whether a polynomial is divisible by `m` for no values of its variables, by its coefficients.
fn leaves_something(d: &Affine, m: i64) -> bool {
    let m = i128::from(m);
    d.terms().all(|(monomial, c)| if monomial.is_empty() { c % m != 0 } else { c % m == 0 })
        && d.terms().any(|(monomial, _)| monomial.is_empty())
}

/// `x % m`, `x & (m - 1)`: an operand, and the number by which the result leaves what the operand leaves.
fn divided(e: &Expr) -> Option<(&Expr, i64)> {
    match &e.bare().kind {
        ExprKind::Binary(BinaryOp::Rem, x, m) => Some((x, m.bare().as_int().filter(|m| *m > 1)?)),
        ExprKind::Binary(BinaryOp::BitAnd, x, mask) => {
            let m = mask.bare().as_int()?.checked_add(1)?;
            (m > 1 && (m as u64).is_power_of_two()).then_some((x, m))
        }
        _ => None,
    }
}

/// A polynomial that leaves, divided by `m`, what an integer leaves.
fn residue(p: &Program, e: &Expr, m: i64, values: &mut Vec<Expr>) -> Option<Affine> {
    let e = e.bare();
    if let Some(n) = il::fold::integer(p, e) {
        return Some(Affine::constant(n.into()));
    }
    if let Some((x, k)) = divided(e).filter(|(_, k)| k % m == 0) {
        assert!(k > 1);
        return residue(p, x, m, values);
    }
    match &e.kind {
        ExprKind::Unary(UnaryOp::Plus, x) => residue(p, x, m, values),
        ExprKind::Unary(UnaryOp::Neg, x) => Affine::default().plus(&residue(p, x, m, values)?, -1),
        ExprKind::Unary(UnaryOp::Not, x) if is_bit(x) => Affine::constant(1).plus(&residue(p, x, m, values)?, -1),
        ExprKind::Binary(BinaryOp::Add, l, r) => residue(p, l, m, values)?.plus(&residue(p, r, m, values)?, 1),
        ExprKind::Binary(BinaryOp::Sub, l, r) => residue(p, l, m, values)?.plus(&residue(p, r, m, values)?, -1),
        ExprKind::Binary(BinaryOp::Mul, l, r) => residue(p, l, m, values)?.times(&residue(p, r, m, values)?),
        // The last bit is turned.
        ExprKind::Binary(BinaryOp::BitXor, l, r) if m == 2 => {
            residue(p, l, m, values)?.plus(&residue(p, r, m, values)?, 1)
        }
        ExprKind::Var(s) => Some(Affine::term(Term::Symbol(*s))),
        _ => {
            let at = values.iter().position(|v| v == e).unwrap_or_else(|| {
                values.push(e.clone());
                values.len() - 1
            });
            Some(Affine::term(Term::Value(at as u32)))
        }
    }
}

/// Whether an integer is 0 or 1.
fn is_bit(e: &Expr) -> bool {
    match &e.bare().kind {
        ExprKind::Unary(UnaryOp::Not, _) => true,
        ExprKind::Binary(op, ..) if op.is_logical() => true,
        ExprKind::Binary(BinaryOp::BitAnd, _, mask) => mask.bare().as_int() == Some(1),
        _ => false,
    }
}
