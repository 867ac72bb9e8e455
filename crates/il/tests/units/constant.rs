//! The values of constant expressions.

use il::constant::{Constant, value};
use il::{BinaryOp, Expr, ExprKind, Program, Scalar, ScalarClass, Type};

fn int(value: i64) -> Expr {
    Expr::int(value)
}

fn typed(value: i64, ty: &str, bytes: u8) -> Expr {
    let ty = Some(Box::new(Scalar::new(ScalarClass::Integer, bytes, ty)));
    ExprKind::Integer { value, text: Default::default(), ty }.into()
}

fn of(op: BinaryOp, l: Expr, r: Expr) -> Option<i64> {
    match value(&Program::new(), &Expr::binary(op, l, r))? {
        Constant::Truth(b) => Some(i64::from(b)),
        known => known.integer(),
    }
}

#[test]
fn operators_of_c() {
    use BinaryOp::*;
    assert_eq!(of(Shl, int(3), int(4)), Some(48));
    assert_eq!(of(Shl, int(3), int(32)), None);
    assert_eq!(of(Shr, int(-8), int(1)), Some(-4));
    assert_eq!(of(BitXor, int(6), int(3)), Some(5));
    assert_eq!(of(Sub, typed(0, "unsigned int", 4), int(1)), Some(4_294_967_295));
    assert_eq!(of(Sub, typed(0, "unsigned char", 1), int(1)), Some(-1));
    assert_eq!(of(Gt, typed(0, "unsigned int", 4), int(-1)), Some(0));
    assert_eq!(of(Gt, int(0), int(-1)), Some(1));
    assert_eq!(of(Div, int(1), int(0)), None);
    assert_eq!(of(Rem, int(-7), int(3)), Some(-1));
    assert_eq!(of(Pow, int(2), int(-1)), Some(0));
    // The right side is not evaluated.
    let broken = Expr::binary(Div, int(1), int(0));
    assert_eq!(of(Or, int(2), broken.clone()), Some(1));
    assert_eq!(of(And, int(2), broken), None);
}

#[test]
fn conversions() {
    let cast = |ty: Scalar, x: Expr| -> Expr { ExprKind::Cast(Type::Scalar(ty), Box::new(x)).into() };
    let found = |e: Expr| value(&Program::new(), &e);
    let double = Scalar::new(ScalarClass::Real, 8, "double");
    let cut = found(cast(Scalar::int(), Expr::real(-2.5, &double)));
    assert_eq!(cut.and_then(Constant::integer), Some(-2));
    let byte = Scalar::new(ScalarClass::Integer, 1, "unsigned char");
    assert_eq!(found(cast(byte, int(257))).and_then(Constant::integer), Some(1));
    let single = Scalar::new(ScalarClass::Real, 4, "float");
    assert_eq!(found(cast(single, Expr::real(0.1, &double))).map(Constant::number), Some(f64::from(0.1f32)));
    // `1 ? -1 : 0u` is unsigned.
    let chosen =
        ExprKind::Cond { test: Box::new(int(1)), yes: Box::new(int(-1)), no: Box::new(typed(0, "unsigned int", 4)) };
    assert_eq!(found(chosen.into()).and_then(Constant::integer), Some(4_294_967_295));
}
