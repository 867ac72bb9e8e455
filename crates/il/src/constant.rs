//! The value of constant expressions, complete: literals and named constants, arithmetic, shifts, comparisons, logic, choices, conversions, sizes
//! (C11 6.6), and what kinds and bounds of Fortran are made of (F2018 10.1.12).
//!
//! Integers have a width and a sign here, since C's arithmetic depends on them: what is unsigned wraps (C11 6.2.5p9). What overflows otherwise, or is
//! not defined (a division by zero, a shift by more bits than there are), has no value.

use crate::expr::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::intrinsics::{Intrinsic, argument};
use crate::layout;
use crate::program::Program;
use crate::symbol::SymbolKind;
use crate::types::{Dim, Scalar, ScalarClass, Type, Upper};
use crate::typing::type_of;

/// A value that is known without running the program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Constant {
    /// An integer of so many bytes.
    Integer {
        /// The number.
        value: i128,
        /// Its width.
        bytes: u8,
        /// Never below zero: it wraps.
        unsigned: bool,
    },
    /// A floating-point number of so many bytes, as a double.
    Real {
        /// The number.
        value: f64,
        /// Its width.
        bytes: u8,
    },
    /// LOGICAL, `_Bool`, or what a comparison is; where C wants a number it is 1 or 0.
    Truth(bool),
}

impl Constant {
    /// An `int`.
    fn int(value: i128) -> Constant {
        Constant::Integer { value, bytes: 4, unsigned: false }
    }

    /// The integer that it is; `None` for others, truth values among them.
    pub fn integer(self) -> Option<i64> {
        match self {
            Constant::Integer { value, .. } => i64::try_from(value).ok(),
            Constant::Real { .. } | Constant::Truth(_) => None,
        }
    }

    /// Whether it is not zero.
    pub fn truth(self) -> bool {
        match self {
            Constant::Integer { value, .. } => value != 0,
            Constant::Real { value, .. } => value != 0.0,
            Constant::Truth(b) => b,
        }
    }

    /// As a floating-point number.
    pub fn number(self) -> f64 {
        match self {
            Constant::Integer { value, .. } => value as f64,
            Constant::Real { value, .. } => value,
            Constant::Truth(b) => f64::from(u8::from(b)),
        }
    }

    /// Converted to a type (C11 6.3.1); `None` where that is not defined.
    pub fn converted(self, to: &Scalar) -> Option<Constant> {
        match to.class {
            ScalarClass::Logical => Some(Constant::Truth(self.truth())),
            ScalarClass::Real => Some(real(self.number(), to.bytes)),
            ScalarClass::Complex => None,
            ScalarClass::Integer => {
                let value = match self {
                    Constant::Integer { value, .. } => value,
                    Constant::Truth(b) => i128::from(b),
                    // C11 6.3.1.4: the fraction goes; what does not fit then has no value.
                    Constant::Real { value, .. } => {
                        let whole = value.trunc();
                        let fits = whole.is_finite() && whole.abs() < 2f64.powi(8 * i32::from(to.bytes));
                        fits.then_some(whole as i128)?
                    }
                };
                // Whether an enumeration has a sign is the compiler's choice.
                let named = |word: &str| to.spelling.contains(word);
                let chosen = to.unsigned && !(named("unsigned") || named("uint") || named("size_t"));
                if value < 0 && chosen {
                    return named("enum ").then_some(Constant::Integer { value, bytes: to.bytes, unsigned: false });
                }
                let value = wrapped(value, to.bytes, to.unsigned);
                Some(Constant::Integer { value, bytes: to.bytes, unsigned: to.unsigned })
            }
        }
    }

    /// As an operand: truth values and what is narrower than an `int` are an `int` (C11 6.3.1.1p2).
    fn promoted(self) -> Constant {
        match self {
            Constant::Truth(b) => Constant::int(i128::from(b)),
            Constant::Integer { value, bytes, .. } if bytes < 4 => Constant::int(value),
            other => other,
        }
    }
}

/// A number as a floating-point type has it.
fn real(value: f64, bytes: u8) -> Constant {
    Constant::Real { value: if bytes == 4 { f64::from(value as f32) } else { value }, bytes }
}

/// The low bytes of a number.
fn wrapped(value: i128, bytes: u8, unsigned: bool) -> i128 {
    let bits = 8 * u32::from(bytes.min(8));
    let low = value & ((1i128 << bits) - 1);
    if !unsigned && low >> (bits - 1) != 0 { low - (1i128 << bits) } else { low }
}

/// The value of an expression, if it is constant.
pub fn value(p: &Program, e: &Expr) -> Option<Constant> {
    match &e.kind {
        ExprKind::Integer { value, ty, .. } => Some(match ty {
            // C: of `unsigned long` the literal has the bits.
            Some(ty) if ty.unsigned && *value < 0 && ty.bytes == 8 => {
                Constant::Integer { value: i128::from(*value as u64), bytes: 8, unsigned: true }
            }
            Some(ty) => Constant::Integer { value: i128::from(*value), bytes: ty.bytes, unsigned: ty.unsigned },
            None => Constant::int(i128::from(*value)),
        }),
        ExprKind::Real { value, ty, .. } => Some(real(*value, ty.bytes)),
        ExprKind::Logical(b) => Some(Constant::Truth(*b)),
        ExprKind::Var(s) => match &p.symbols[*s].kind {
            SymbolKind::Constant { value: of, ty: Type::Scalar(ty) } => value(p, of)?.converted(ty),
            _ => None,
        },
        ExprKind::Unary(op, x) => unary(*op, value(p, x)?),
        // `sizeof a/sizeof a[0]`, whatever one element takes.
        ExprKind::Binary(BinaryOp::Div, l, r) if count_of(p, l, r).is_some() => Some(sized(count_of(p, l, r)?)),
        ExprKind::Binary(op, l, r) => {
            let left = value(p, l);
            match (op, left) {
                // The other side is not evaluated, and need not have a value (C11 6.5.13p4, 6.5.14p4).
                (BinaryOp::And, Some(l)) if !l.truth() => Some(Constant::Truth(false)),
                (BinaryOp::Or, Some(l)) if l.truth() => Some(Constant::Truth(true)),
                _ => binary(*op, left?, value(p, r)?),
            }
        }
        ExprKind::Cond { test, yes, no } => {
            let (chosen, other) = if value(p, test)?.truth() { (yes, no) } else { (no, yes) };
            let chosen = value(p, chosen)?;
            // Both have one type; the one that is not chosen need not have a value.
            match type_of(p, other) {
                Type::Scalar(ty) => common(chosen, &ty),
                _ => Some(chosen),
            }
        }
        ExprKind::Cast(Type::Scalar(ty), x) => value(p, x)?.converted(ty),
        // An address that is made of a number.
        ExprKind::Cast(_, x) => value(p, x),
        ExprKind::SizeOf(ty) => Some(sized(layout::of(p, ty)?.bytes)),
        ExprKind::Intrinsic(f, args) => intrinsic(p, *f, args),
        _ => None,
    }
}

/// A number of type `size_t`.
fn sized(value: i64) -> Constant {
    Constant::Integer { value: i128::from(value), bytes: 8, unsigned: true }
}

/// `op x`.
pub fn unary(op: UnaryOp, x: Constant) -> Option<Constant> {
    match (op, x) {
        (UnaryOp::Paren, x) => Some(x),
        (UnaryOp::Not, x) => Some(Constant::Truth(!x.truth())),
        (UnaryOp::Plus, x) => Some(x.promoted()),
        (UnaryOp::Neg | UnaryOp::BitNot, x) => match x.promoted() {
            Constant::Integer { value, bytes, unsigned } => {
                let value = if op == UnaryOp::Neg { value.checked_neg()? } else { !value };
                Some(Constant::Integer { value: kept(value, bytes, unsigned)?, bytes, unsigned })
            }
            Constant::Real { value, bytes } if op == UnaryOp::Neg => Some(Constant::Real { value: -value, bytes }),
            _ => None,
        },
    }
}

/// A result of integer arithmetic: wrapped if unsigned. What is signed may take eight bytes, as default integers do under options.
fn kept(value: i128, bytes: u8, unsigned: bool) -> Option<i128> {
    match unsigned {
        true => Some(wrapped(value, bytes, true)),
        false => i64::try_from(value).ok().map(i128::from),
    }
}

/// The common type of a value and another operand (C11 6.3.1.8).
fn common(x: Constant, other: &Scalar) -> Option<Constant> {
    let (x, other) = (x.promoted(), Constant::int(0).converted(other)?.promoted());
    Some(balanced(x, other).0)
}

/// Two operands in their common type (C11 6.3.1.8).
fn balanced(l: Constant, r: Constant) -> (Constant, Constant) {
    match (l, r) {
        (
            Constant::Integer { value: a, bytes: m, unsigned: u },
            Constant::Integer { value: b, bytes: n, unsigned: v },
        ) => {
            let bytes = m.max(n);
            let unsigned = u && m == bytes || v && n == bytes;
            let of = |value: i128| {
                let value = if unsigned { wrapped(value, bytes, true) } else { value };
                Constant::Integer { value, bytes, unsigned }
            };
            (of(a), of(b))
        }
        _ => {
            let width = |c: Constant| if let Constant::Real { bytes, .. } = c { bytes } else { 0 };
            let bytes = width(l).max(width(r));
            (real(l.number(), bytes), real(r.number(), bytes))
        }
    }
}

/// `l op r`.
pub fn binary(op: BinaryOp, l: Constant, r: Constant) -> Option<Constant> {
    use BinaryOp::*;
    match op {
        And => return Some(Constant::Truth(l.truth() && r.truth())),
        Or => return Some(Constant::Truth(l.truth() || r.truth())),
        Eqv => return Some(Constant::Truth(l.truth() == r.truth())),
        Neqv => return Some(Constant::Truth(l.truth() != r.truth())),
        Concat => return None,
        // Of a shift each operand has its own type (C11 6.5.7).
        Shl | Shr => return shifted(op, l.promoted(), r.promoted()),
        _ => {}
    }
    match (balanced(l.promoted(), r.promoted()), op) {
        ((Constant::Integer { value: a, bytes, unsigned }, Constant::Integer { value: b, .. }), op) => {
            let value = match op {
                Add => a.checked_add(b)?,
                Sub => a.checked_sub(b)?,
                Mul => a.checked_mul(b)?,
                Div => a.checked_div(b)?,
                Rem => a.checked_rem(b)?,
                Pow => power(a, b)?,
                BitAnd => a & b,
                BitOr => a | b,
                BitXor => a ^ b,
                _ => return compared(op, a.cmp(&b)),
            };
            Some(Constant::Integer { value: kept(value, bytes, unsigned)?, bytes, unsigned })
        }
        ((Constant::Real { value: a, bytes }, Constant::Real { value: b, .. }), op) => {
            let value = match op {
                Add => a + b,
                Sub => a - b,
                Mul => a * b,
                Div => a / b,
                Pow => a.powf(b),
                // What is no number compares with nothing.
                Ne if a.is_nan() || b.is_nan() => return Some(Constant::Truth(true)),
                _ => match a.partial_cmp(&b) {
                    Some(order) => return compared(op, order),
                    None => return op.is_comparison().then_some(Constant::Truth(false)),
                },
            };
            Some(real(value, bytes))
        }
        _ => None,
    }
}

/// Integer powers (F2018 10.1.5.2.1): with a negative exponent one over the power, truncated.
fn power(base: i128, exponent: i128) -> Option<i128> {
    match (base, exponent) {
        (_, 0..) => base.checked_pow(u32::try_from(exponent).ok()?),
        (0, _) => None,
        (1, _) => Some(1),
        (-1, _) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => Some(0),
    }
}

fn shifted(op: BinaryOp, l: Constant, r: Constant) -> Option<Constant> {
    let (Constant::Integer { value, bytes, unsigned }, Constant::Integer { value: by, .. }) = (l, r) else {
        return None;
    };
    let by = u32::try_from(by).ok().filter(|by| *by < 8 * u32::from(bytes))?;
    let value = if op == BinaryOp::Shl { value.checked_shl(by)? } else { value >> by };
    Some(Constant::Integer { value: kept(value, bytes, unsigned)?, bytes, unsigned })
}

fn compared(op: BinaryOp, order: std::cmp::Ordering) -> Option<Constant> {
    let holds = match op {
        BinaryOp::Eq => order.is_eq(),
        BinaryOp::Ne => order.is_ne(),
        BinaryOp::Lt => order.is_lt(),
        BinaryOp::Le => order.is_le(),
        BinaryOp::Gt => order.is_gt(),
        BinaryOp::Ge => order.is_ge(),
        _ => return None,
    };
    Some(Constant::Truth(holds))
}

/// The inquiry functions that kinds are made of, and the few others that bounds have.
fn intrinsic(p: &Program, f: Intrinsic, args: &[crate::expr::Arg]) -> Option<Constant> {
    let integer = |e: &Expr| value(p, e)?.integer();
    let number = |name: &str| argument(f, args, name).and_then(integer);
    let first = args.first().map(|a| &a.value);
    let found = match f.name() {
        "kind" => {
            let t = type_of(p, first?);
            let s = t.scalar()?;
            Some(if s.class == ScalarClass::Complex { s.bytes / 2 } else { s.bytes } as i64)
        }
        // F2018 16.9.170: the smallest kind with that many digits and that range, of those gfortran has.
        "selected_real_kind" => {
            // What is there and not known makes the kind unknown.
            let asked = |name: &str| match argument(f, args, name) {
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
        "max" => args.iter().map(|a| integer(&a.value)).collect::<Option<Vec<_>>>()?.into_iter().max(),
        "min" => args.iter().map(|a| integer(&a.value)).collect::<Option<Vec<_>>>()?.into_iter().min(),
        "abs" => integer(first?)?.checked_abs(),
        "mod" => integer(first?)?.checked_rem(integer(&args.get(1)?.value)?),
        "int" => match value(p, first?)? {
            Constant::Real { value, .. } if value.abs() < 9e18 => Some(value.trunc() as i64),
            other => other.integer(),
        },
        inquiry => model(inquiry, type_of(p, first?).scalar()?),
    };
    found.map(|n| Constant::int(i128::from(n)))
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

/// How many elements a C array has.
pub(crate) fn extent(p: &Program, dims: &[Dim]) -> Option<i64> {
    match dims {
        [Dim { upper: Upper::At(n), .. }] => value(p, n)?.promoted().integer(),
        _ => None,
    }
}
