//! Integer constants: folding, and the few simplifications that bounds and extents need.

use crate::expr::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::intrinsics::argument;
use crate::program::Program;
use crate::symbol::SymbolKind;
use crate::types::{Dim, Scalar, ScalarClass, Type, Upper};
use crate::typing::type_of;

/// The value of an integer constant expression: literals, named constants, arithmetic, and the inquiry functions that kinds are made of.
pub fn integer(p: &Program, e: &Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Integer { value, .. } => Some(*value),
        ExprKind::Var(s) => match &p.symbols[*s].kind {
            SymbolKind::Constant { value, ty } if ty.class() == Some(ScalarClass::Integer) => integer(p, value),
            _ => None,
        },
        ExprKind::Unary(UnaryOp::Neg, x) => integer(p, x)?.checked_neg(),
        ExprKind::Unary(UnaryOp::Plus | UnaryOp::Paren, x) | ExprKind::Cast(_, x) => integer(p, x),
        ExprKind::SizeOf(ty) => size_of(p, ty),
        // `sizeof a/sizeof a[0]`, whatever one element takes.
        ExprKind::Binary(BinaryOp::Div, l, r) if count_of(p, l, r).is_some() => count_of(p, l, r),
        ExprKind::Binary(op, l, r) => {
            let (a, b) = (integer(p, l)?, integer(p, r)?);
            match op {
                BinaryOp::Add => a.checked_add(b),
                BinaryOp::Sub => a.checked_sub(b),
                BinaryOp::Mul => a.checked_mul(b),
                BinaryOp::Div => a.checked_div(b),
                BinaryOp::Rem => a.checked_rem(b),
                BinaryOp::Pow => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
                _ => None,
            }
        }
        ExprKind::Intrinsic(f, args) => {
            let number = |name: &str| argument(*f, args, name).and_then(|a| integer(p, a));
            match f.name() {
                "kind" => {
                    let t = type_of(p, &args.first()?.value);
                    let s = t.scalar()?;
                    Some(if s.class == ScalarClass::Complex { s.bytes / 2 } else { s.bytes } as i64)
                }
                // F2018 16.9.170: the smallest kind with that many digits and that range, of those gfortran has.
                "selected_real_kind" => {
                    // What is there and not known makes the kind unknown.
                    let asked = |name: &str| match argument(*f, args, name) {
                        Some(_) => number(name),
                        None => Some(0),
                    };
                    let (digits, range) = (asked("p")?, asked("r")?);
                    [(4, 6, 37), (8, 15, 307), (10, 18, 4931), (16, 33, 4931)]
                        .iter()
                        .find(|(_, d, r)| digits <= *d && range <= *r)
                        .map(|k| k.0)
                }
                "selected_int_kind" => {
                    let range = number("r")?;
                    [(1, 2), (2, 4), (4, 9), (8, 18), (16, 38)].iter().find(|(_, r)| range <= *r).map(|k| k.0)
                }
                "max" => args.iter().map(|a| integer(p, &a.value)).collect::<Option<Vec<_>>>()?.into_iter().max(),
                "min" => args.iter().map(|a| integer(p, &a.value)).collect::<Option<Vec<_>>>()?.into_iter().min(),
                "abs" => integer(p, &args.first()?.value)?.checked_abs(),
                "mod" => integer(p, &args.first()?.value)?.checked_rem(integer(p, &args.get(1)?.value)?),
                "int" => integer(p, &args.first()?.value),
                inquiry => model(inquiry, type_of(p, &args.first()?.value).scalar()?),
            }
        }
        _ => None,
    }
}

/// What the inquiry functions about the numbers of a type say (F2018 16.4), of the kinds that gfortran has.
fn model(inquiry: &str, s: &Scalar) -> Option<i64> {
    let (precision, range, digits, least, greatest) = match (s.class, s.bytes) {
        (ScalarClass::Integer, bytes) => {
            let range = [(1, 2), (2, 4), (4, 9), (8, 18), (16, 38)].iter().find(|k| k.0 == bytes)?.1;
            let bits = 8 * i64::from(bytes);
            return match inquiry {
                "range" => Some(range),
                "digits" => Some(bits - 1),
                "bit_size" => Some(bits),
                "radix" => Some(2),
                "huge" if bits <= 64 => Some(i64::MAX >> (64 - bits)),
                _ => None,
            };
        }
        (ScalarClass::Real, 4) | (ScalarClass::Complex, 8) => (6, 37, 24, -125, 128),
        (ScalarClass::Real, 8) | (ScalarClass::Complex, 16) => (15, 307, 53, -1021, 1024),
        (ScalarClass::Real, 10) | (ScalarClass::Complex, 20) => (18, 4931, 64, -16381, 16384),
        (ScalarClass::Real, 16) | (ScalarClass::Complex, 32) => (33, 4931, 113, -16381, 16384),
        _ => return None,
    };
    match inquiry {
        "precision" => Some(precision),
        "range" => Some(range),
        "digits" => Some(digits),
        "minexponent" => Some(least),
        "maxexponent" => Some(greatest),
        "radix" => Some(2),
        _ => None,
    }
}

/// `sizeof a/sizeof a[0]`.
fn count_of(p: &Program, whole: &Expr, one: &Expr) -> Option<i64> {
    match (&whole.bare().kind, &one.bare().kind) {
        (ExprKind::SizeOf(Type::Array { elem, dims }), ExprKind::SizeOf(one)) if **elem == *one => extent(p, dims),
        _ => None,
    }
}

/// The bytes of a C type of numbers.
fn size_of(p: &Program, ty: &Type) -> Option<i64> {
    match ty {
        Type::Scalar(s) => Some(i64::from(s.bytes)),
        Type::Array { elem, dims } => size_of(p, elem)?.checked_mul(extent(p, dims)?),
        _ => None,
    }
}

/// How many elements a C array has.
fn extent(p: &Program, dims: &[Dim]) -> Option<i64> {
    match dims {
        [Dim { upper: Upper::At(n), .. }] => integer(p, n),
        _ => None,
    }
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

/// The number of turns of `lo:hi:step`, when not negative: `(hi - lo + step)/step`.
pub fn range_count(lo: &Expr, hi: &Expr, step: Option<&Expr>) -> Expr {
    let length = sub(hi, lo);
    match step {
        None => add(&length, &Expr::int(1)),
        Some(s) if s.as_int() == Some(1) => add(&length, &Expr::int(1)),
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
