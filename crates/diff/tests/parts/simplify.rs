//! Sums and products of derivatives are written as people write them.

use diff::simplify::{add, div, mul, neg, sub, transpose};
use il::{BinaryOp, Expr, ExprKind, Scalar, SymbolId, UnaryOp};

fn v(n: usize) -> Expr {
    Expr::var(il::Id::from_index(n))
}
fn r(value: f64) -> Expr {
    Expr::real(value, &Scalar::double())
}
/// A short text form for these tests only.
fn show(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Var(s) => format!("{}", *s as SymbolId),
        ExprKind::Real { value, .. } => format!("{value}"),
        ExprKind::Integer { value, .. } => format!("{value}"),
        ExprKind::Unary(UnaryOp::Neg, x) => format!("-{}", show(x)),
        ExprKind::Binary(op, a, b) => format!(
            "({}{}{})",
            show(a),
            match op {
                BinaryOp::Add => "+",
                BinaryOp::Sub => "-",
                BinaryOp::Mul => "*",
                BinaryOp::Div => "/",
                _ => "?",
            },
            show(b)
        ),
        _ => "?".into(),
    }
}

#[test]
fn zeros_and_ones_disappear() {
    assert_eq!(show(&add(r(0.0), v(1))), "v1");
    assert_eq!(show(&mul(r(1.0), v(1))), "v1");
    assert_eq!(show(&mul(v(1), r(0.0))), "0");
    assert_eq!(show(&sub(r(0.0), v(1))), "-v1");
    assert_eq!(show(&div(v(1), r(1.0))), "v1");
}

#[test]
fn literals_with_signs_keep_their_type() {
    let half = || Expr::unary(UnaryOp::Paren, neg(r(0.5)));
    assert_eq!(show(&mul(half(), half())), "0.25");
    assert_eq!(show(&mul(half(), Expr::int(-3))), "1.5");
    assert_eq!(show(&mul(Expr::unary(UnaryOp::Paren, Expr::int(-2)), Expr::int(3))), "-6");
}

#[test]
fn signs_come_out() {
    assert_eq!(show(&mul(neg(v(1)), v(2))), "-(v1*v2)");
    assert_eq!(show(&add(v(1), neg(v(2)))), "(v1-v2)");
    assert_eq!(show(&add(neg(v(1)), v(2))), "(v2-v1)");
    assert_eq!(show(&sub(v(1), neg(v(2)))), "(v1+v2)");
    assert_eq!(show(&mul(neg(v(1)), neg(v(2)))), "(v1*v2)");
    assert_eq!(show(&mul(r(-2.0), v(2))), "-(2*v2)");
}

#[test]
fn literals_are_folded_and_go_first() {
    assert_eq!(show(&mul(r(2.0), mul(r(0.5), v(1)))), "v1");
    assert_eq!(show(&mul(v(1), r(2.0))), "(2*v1)");
    assert_eq!(show(&mul(v(3), div(r(1.0), v(1)))), "(v3/v1)");
    assert_eq!(show(&mul(v(1), mul(v(2), v(3)))), "((v1*v2)*v3)");
}

#[test]
fn what_is_transposed_twice_is_itself() {
    assert_eq!(transpose(transpose(v(1))), v(1));
}
