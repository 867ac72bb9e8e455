//! Constructors for generated expressions that keep them readable: zero and one disappear, signs are pulled outwards, constants
//! that we made ourselves are folded in their own type.
//!
//! Only the node being made and its two operands are looked at: what the user wrote inside an operand is never reassociated, and `0*x`
//! is only folded for zeros that differentiation itself made (a user's `0*x` may carry a NaN that is his).

use il::expr::Literal;
use il::types::ScalarClass;
use il::{Arg, BinaryOp, Expr, ExprKind, Scalar, Span, UnaryOp};

/// `a + b`.
pub fn add(a: Expr, b: Expr) -> Expr {
    if is_zero(&a) {
        return b;
    }
    if is_zero(&b) {
        return a;
    }
    match split_sign(b) {
        // a + (x + y) that we made prints without parentheses as a + x + y.
        (false, Expr { kind: ExprKind::Binary(BinaryOp::Add, x, y), span: il::Span::NONE }) => {
            Expr::binary(BinaryOp::Add, add(a, *x), *y)
        }
        (false, Expr { kind: ExprKind::Binary(BinaryOp::Sub, x, y), span: il::Span::NONE }) => {
            Expr::binary(BinaryOp::Sub, add(a, *x), *y)
        }
        (false, b) => match split_sign(a) {
            (false, a) => Expr::binary(BinaryOp::Add, a, b),
            // -a + b reads better as b - a, unless `b` is a sum itself and would end up far from its sign.
            (true, a) if is_product_like(&b) => Expr::binary(BinaryOp::Sub, b, a),
            (true, a) => Expr::binary(BinaryOp::Add, neg(a), b),
        },
        (true, b) => Expr::binary(BinaryOp::Sub, a, b),
    }
}

/// `a - b`.
pub fn sub(a: Expr, b: Expr) -> Expr {
    if is_zero(&b) {
        return a;
    }
    if is_zero(&a) {
        return neg(b);
    }
    match split_sign(b) {
        (false, b) => Expr::binary(BinaryOp::Sub, a, b),
        (true, b) => Expr::binary(BinaryOp::Add, a, b),
    }
}

/// `-a`.
pub fn neg(a: Expr) -> Expr {
    match a.kind {
        ExprKind::Unary(UnaryOp::Neg, x) => *x,
        // -(x - y) that we made is y - x: exact, as negation is.
        ExprKind::Binary(BinaryOp::Sub, x, y) if a.span == il::Span::NONE => Expr::binary(BinaryOp::Sub, *y, *x),
        _ => Expr::unary(UnaryOp::Neg, a),
    }
}

/// `a * b`; the factor 2 of `2*x` stays in front.
pub fn mul(a: Expr, b: Expr) -> Expr {
    let (sa, a) = split_sign(a);
    let (sb, b) = split_sign(b);
    let product = if is_zero(&a) {
        return a;
    } else if is_zero(&b) {
        return b;
    } else if is_one(&a) {
        b
    } else if is_one(&b) {
        a
    } else if let Some(c) = fold(BinaryOp::Mul, &a, &b) {
        c
    } else {
        match (a, b) {
            // x*(1/y) that we made is x/y. The user's may be a quotient of integers, or of single precision.
            (a, Expr { kind: ExprKind::Binary(BinaryOp::Div, one, y), span: il::Span::NONE }) if is_one(&one) => {
                div(a, *y)
            }
            (Expr { kind: ExprKind::Binary(BinaryOp::Div, one, y), span: il::Span::NONE }, b) if is_one(&one) => {
                div(b, *y)
            }
            // c*(d*x) with literals c and d: one literal, in the precision that the product had.
            (a, Expr { kind: ExprKind::Binary(BinaryOp::Mul, d, x), span })
                if is_literal(&a) && is_literal(&d) && (span == il::Span::NONE || of_one_type(&a, &d)) =>
            {
                match fold(BinaryOp::Mul, &a, &d) {
                    Some(c) => mul(c, *x),
                    None => Expr::binary(BinaryOp::Mul, a, Expr { kind: ExprKind::Binary(BinaryOp::Mul, d, x), span }),
                }
            }
            // A literal goes to the front.
            (a, b) if is_literal(&b) && !is_literal(&a) => Expr::binary(BinaryOp::Mul, b, a),
            // x*(y*z) that we made prints without parentheses as (x*y)*z.
            (a, Expr { kind: ExprKind::Binary(BinaryOp::Mul, y, z), span: il::Span::NONE }) => {
                Expr::binary(BinaryOp::Mul, mul(a, *y), *z)
            }
            (a, b) => Expr::binary(BinaryOp::Mul, a, b),
        }
    };
    if sa == sb { product } else { neg(product) }
}

/// `a / b`.
pub fn div(a: Expr, b: Expr) -> Expr {
    if is_one(&b) || is_zero(&a) {
        return a;
    }
    let (sa, a) = split_sign(a);
    let (sb, b) = split_sign(b);
    let quotient = match (a, b) {
        // (x/y)/z that we made is x/(y*z).
        (Expr { kind: ExprKind::Binary(BinaryOp::Div, x, y), span: il::Span::NONE }, z) if !is_literal(&z) => {
            Expr::binary(BinaryOp::Div, *x, mul(*y, z))
        }
        (a, b) => Expr::binary(BinaryOp::Div, a, b),
    };
    if sa == sb { quotient } else { neg(quotient) }
}

/// `a ** n` for a literal exponent: `x**1` is `x`, `x**0` is one.
pub fn pow(a: Expr, exponent: Expr, ty: &Scalar) -> Expr {
    match exponent.as_number() {
        Some(1.0) => a,
        Some(0.0) => one(ty),
        _ => Expr::binary(BinaryOp::Pow, a, exponent),
    }
}

/// The transpose of a matrix; that of `transpose(a)` is `a`, that of `matmul(a, transpose(b))` is `matmul(b, transpose(a))`, and the outer product of two
/// vectors is that of the second and the first.
pub fn transpose(a: Expr) -> Expr {
    if let Some([of]) = operands(&a, "transpose") {
        return of.value.clone();
    }
    if let Some([l, r]) = operands(&a, "matmul").filter(|args| args.iter().any(|a| is_transpose(&a.value))) {
        return Expr::intrinsic("matmul", vec![transpose(r.value.clone()), transpose(l.value.clone())]);
    }
    if let ExprKind::Binary(BinaryOp::Mul, l, r) = &a.bare().kind
        && let (Some(l), Some(r)) = (transposed_spread(l), transposed_spread(r))
    {
        return Expr::binary(BinaryOp::Mul, r, l);
    }
    Expr::intrinsic("transpose", vec![a])
}

/// The operands of an intrinsic function.
fn operands<'e>(e: &'e Expr, name: &str) -> Option<&'e [Arg]> {
    if let ExprKind::Intrinsic(f, args) = &e.bare().kind { (f.name() == name).then_some(args) } else { None }
}

fn is_transpose(e: &Expr) -> bool {
    operands(e, "transpose").is_some()
}

/// The transpose of `spread(v, 1, n)`, `spread(v, 2, n)`, and the other way round.
fn transposed_spread(e: &Expr) -> Option<Expr> {
    let [of, across, number] = operands(e, "spread")? else { return None };
    let across = Expr::int(3 - across.value.as_int().filter(|d| (1..=2).contains(d))?);
    Some(Expr::intrinsic("spread", vec![of.value.clone(), across, number.value.clone()]))
}

/// The product of a matrix and a vector, in either order: `matmul(transpose(a), v)` is `matmul(v, a)`.
pub fn by_vector(l: Expr, r: Expr) -> Expr {
    let turned = is_transpose(&l) || is_transpose(&r);
    let turn = |e: Expr| if is_transpose(&e) { transpose(e) } else { e };
    Expr::intrinsic("matmul", if turned { vec![turn(r), turn(l)] } else { vec![l, r] })
}

/// C: `&x`; `&*p` is `p`.
pub fn address(e: Expr) -> Expr {
    il::Language::C.hand_over(e)
}

/// Zero of a type.
pub fn zero(ty: &Scalar) -> Expr {
    number(0.0, ty)
}

/// A literal of the very type, as an argument of MERGE or PACK must be: `(0.0, 0.0)` for a complex zero.
pub fn number_value(value: f64, ty: &Scalar) -> Expr {
    if ty.class != ScalarClass::Complex {
        return number(value, ty);
    }
    let part = il::typing::part_of(ty);
    il::ExprKind::ComplexParts(Box::new(number(value, &part)), Box::new(zero(&part))).into()
}

/// One of a type.
pub fn one(ty: &Scalar) -> Expr {
    number(1.0, ty)
}

/// A literal of a numeric type. Complex ones are written as reals of the parts' type, which Fortran and C convert.
pub fn number(value: f64, ty: &Scalar) -> Expr {
    match ty.class {
        ScalarClass::Integer | ScalarClass::Logical => {
            let ty = (ty.bytes != 4).then(|| Box::new(ty.clone()));
            ExprKind::Integer { value: value as i64, text: Literal(None), ty }.into()
        }
        ScalarClass::Real => Expr::real(value, ty),
        ScalarClass::Complex => Expr::real(value, &il::typing::part_of(ty)),
    }
}

/// Whether it is the literal zero (a real one: integers of the user's are not ours to fold).
pub fn is_zero(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Real { value: 0.0, .. }) && e.span == il::Span::NONE
}

/// Whether it is the literal one.
pub fn is_one(e: &Expr) -> bool {
    e.as_number() == Some(1.0)
}

fn is_literal(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Real { .. } | ExprKind::Integer { .. })
}

/// Whether both are real literals of one kind.
fn of_one_type(a: &Expr, b: &Expr) -> bool {
    matches!((real_type(a), real_type(b)), (Some(p), Some(q)) if p.bytes == q.bytes)
}

fn is_product_like(e: &Expr) -> bool {
    !matches!(e.kind, ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..))
}

/// A leading minus, and what it stands before. Only looks through products and quotients that we made.
fn split_sign(e: Expr) -> (bool, Expr) {
    match e.kind {
        ExprKind::Unary(UnaryOp::Neg, x) => {
            let (s, x) = split_sign(*x);
            (!s, x)
        }
        ExprKind::Real { value, text: Literal(None), ty } if value < 0.0 => {
            (true, ExprKind::Real { value: -value, text: Literal(None), ty }.into())
        }
        _ => (false, e),
    }
}

/// `a op b` of two literals, when the result is exact: small integers, in the wider of the two types.
fn fold(op: BinaryOp, a: &Expr, b: &Expr) -> Option<Expr> {
    let exact = |v: f64| v.fract() == 0.0 && v.abs() < 1e6 || (v * 1024.0).fract() == 0.0 && v.abs() < 1e3;
    let (x, y) = (a.as_number()?, b.as_number()?);
    let value = match op {
        BinaryOp::Mul => x * y,
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        _ => return None,
    };
    if !(exact(x) && exact(y) && exact(value)) {
        return None;
    }
    match (real_type(a), real_type(b)) {
        (Some(p), Some(q)) => Some(Expr::real(value, if p.bytes >= q.bytes { p } else { q })),
        (Some(ty), None) | (None, Some(ty)) => Some(Expr::real(value, ty)),
        (None, None) => Some(Expr::int(value as i64)),
    }
}

/// The type of a real literal, which may have a sign and stand in parentheses: `(-0.5d0)`.
fn real_type(e: &Expr) -> Option<&Scalar> {
    match &e.kind {
        ExprKind::Real { ty, .. } => Some(ty),
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Paren, x) => real_type(x),
        _ => None,
    }
}

/// `.NOT. test`, with comparisons turned round where that is the same.
pub(crate) fn negated(test: Expr) -> Expr {
    match test.kind {
        ExprKind::Unary(UnaryOp::Not, x) => x.bare().clone(),
        ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), l, r) => {
            let other = if op == BinaryOp::Eq { BinaryOp::Ne } else { BinaryOp::Eq };
            Expr::binary(other, *l, *r)
        }
        // NaN: the negation of an order of reals is not the opposite order. Ours are about integers.
        ExprKind::Binary(BinaryOp::Ge, l, r) if test.span == Span::NONE && r.as_int().is_some() => {
            Expr::binary(BinaryOp::Lt, *l, *r)
        }
        _ => Expr::unary(UnaryOp::Not, test),
    }
}
