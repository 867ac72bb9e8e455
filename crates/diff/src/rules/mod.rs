//! The one table of derivative rules, read by both modes.
//!
//! [`of`] gives what is known about an intrinsic. For elemental ones, [`partials`] gives the partial derivatives with respect to each real
//! argument as expressions; the tangent sums `partial * argument's tangent`, the adjoint adds `partial * result's adjoint` to each
//! argument's adjoint. Operators go through [`binary`]. Linear and bilinear intrinsics, and reductions, are named as such by their
//! [`Sort`]: the modes know what that means for them.
//!
//! Non-smooth points have one rule for both modes and all spellings: where a formula has no finite value its guard is false and the
//! partial is zero (`sqrt` at 0, `x**p` at 0 with p < 1, `asin` at ±1); ties take the first argument (`max`, `min`, `maxval`); `abs` at
//! 0 follows the sign bit.
//!
//! Complex arguments: the partials of analytic functions are complex numbers; the adjoint multiplies by their conjugates (real-coordinates
//! convention). Modulus and angle of a complex number are not analytic: [`partials`] refuses them, [`polar`] gives their tangents.

pub mod product;
mod table;
pub mod template;

pub use table::{RULES, Rule, Sort};

use il::intrinsics::Result as ResultType;
use il::typing::{part_of, rank_of, scalar_of};
use il::{Arg, BinaryOp, Expr, ExprKind, Intrinsic, Language, Program, Scalar, ScalarClass};

use crate::simplify;
use template::{Environment, instantiate, is_cheap, power};

/// One partial derivative.
#[derive(Clone, Debug)]
pub struct Partial {
    /// The position of the argument among the actual arguments (operators: 0 and 1).
    pub argument: usize,
    /// The partial. The literal one when the function is linear with factor one.
    pub factor: Expr,
    /// Where this is false the partial is zero, and `factor` must not be evaluated unless [`Partial::is_total`].
    pub guard: Option<Expr>,
}

impl Partial {
    /// Whether `factor` can be evaluated everywhere, so that the guard only selects.
    pub fn is_total(&self) -> bool {
        let mut total = true;
        self.factor.walk(&mut |e| {
            total &= match &e.kind {
                ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
                ExprKind::Intrinsic(f, _) => matches!(f.name(), "sign" | "abs" | "merge"),
                ExprKind::Call { .. } | ExprKind::Opaque { .. } => false,
                _ => true,
            }
        });
        total
    }
}

/// Why something has no derivative.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What, for the message: `gamma`.
    pub what: String,
    /// Why, one clause.
    pub why: String,
}

/// What is needed to write down a rule's result.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Types of variables.
    pub program: &'a Program,
    /// What the output is written in (Fortran has no `?:`).
    pub language: Language,
    /// Whether partials may be told from the value of the operation.
    pub from_results: bool,
}

/// The rule of an intrinsic with a real value.
pub fn of(f: Intrinsic) -> Option<&'static Rule> {
    RULES.iter().find(|r| r.name == f.name())
}

/// Whether the value of an intrinsic can carry a derivative at all: not for integer, logical, character results.
pub fn may_carry(f: Intrinsic) -> bool {
    !matches!(f.info().result, ResultType::Integer | ResultType::Logical | ResultType::Character | ResultType::None)
        && !of(f).is_some_and(|r| matches!(r.sort, Sort::Zero(_)))
}

/// Whether the partials of an intrinsic can be told from its value alone.
pub fn needs_only_result(f: Intrinsic) -> bool {
    let names_only_result = |text: &&str| {
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.clone().any(|w| w == "r") && !words.any(|w| f.info().args.contains(&w))
    };
    match of(f).map(|r| r.sort) {
        Some(Sort::Partials(texts)) => texts.iter().all(names_only_result),
        _ => false,
    }
}

/// The partial derivatives of an elemental intrinsic with respect to those arguments for which `wanted` holds. `value` is a cheap
/// expression for the call's own value where there is one (a variable it was stored in); without it the partials repeat the call.
pub fn partials(
    cx: Context,
    f: Intrinsic,
    args: &[Arg],
    value: Option<&Expr>,
    wanted: &dyn Fn(usize) -> bool,
) -> Result<Vec<Partial>, Refusal> {
    let refuse = |why: &str| Refusal { what: f.name().to_string(), why: why.to_string() };
    let Some(rule) = of(f) else {
        return Err(refuse("rtapenade has no rule for it"));
    };
    let call = || Expr::from(ExprKind::Intrinsic(f, args.to_vec()));
    let literal = literal_type(cx.program, &call()).ok_or_else(|| refuse("its value is not real"))?;
    let any_complex =
        args.iter().any(|a| scalar_of(cx.program, &a.value).is_some_and(|s| s.class == ScalarClass::Complex));
    match rule.sort {
        Sort::Partials(texts) => {
            // `pow` is the operator written as a function: constants in the exponent are worth looking at.
            if f.name() == "pow" && args.len() == 2 {
                let own = call();
                let value = value.unwrap_or(&own);
                return binary(cx, BinaryOp::Pow, &args[0].value, &args[1].value, Some(value), wanted);
            }
            if literal.bytes == 16 && texts.iter().any(|t| t.contains("ad_digamma")) {
                return Err(refuse("rtapenade has no digamma function in quadruple precision"));
            }
            if any_complex && is_polar(f) {
                return Err(refuse("it is not analytic"));
            }
            let own = value.cloned().unwrap_or_else(call);
            let mut names: Vec<(&str, Expr)> = vec![("r", own)];
            for (k, dummy) in f.info().args.iter().enumerate() {
                let actual = il::intrinsics::argument(f, args, dummy).or_else(|| args.get(k).map(|a| &a.value));
                if let Some(actual) = actual {
                    names.push((dummy, actual.clone()));
                }
            }
            let env = Environment { names: &names, literal: &literal, language: cx.language };
            let mut out = Vec::new();
            for (k, a) in args.iter().enumerate().filter(|(k, _)| wanted(*k)) {
                let position = position_of(f, a, k);
                let text = texts.get(position).copied().unwrap_or("");
                if text.is_empty() {
                    continue;
                }
                let (factor, guard) = instantiate(text, &env);
                out.push(Partial { argument: k, factor, guard: guard.filter(|_| !any_complex) });
            }
            Ok(out)
        }
        Sort::Greatest | Sort::Smallest => Ok((0..args.len())
            .filter(|k| wanted(*k))
            .map(|k| Partial {
                argument: k,
                factor: simplify::one(&literal),
                guard: Some(chosen(rule.sort == Sort::Greatest, args, k)),
            })
            .collect()),
        Sort::Linear(_) | Sort::Bilinear | Sort::Reduction => Err(refuse("it has no partials of its own")),
        Sort::Zero(_) => Ok(Vec::new()),
        Sort::Refused(why) => Err(refuse(why)),
    }
}

/// Whether a function gives the greatest or the least of its arguments: one of its partials is one, the others are zero.
pub fn is_extremum(f: Intrinsic) -> bool {
    of(f).is_some_and(|rule| matches!(rule.sort, Sort::Greatest | Sort::Smallest))
}

/// Where argument `k` is the one that MAX or MIN takes, the first of equals.
fn chosen(greatest: bool, args: &[Arg], k: usize) -> Expr {
    let (strict, weak) = if greatest { (BinaryOp::Gt, BinaryOp::Ge) } else { (BinaryOp::Lt, BinaryOp::Le) };
    let tests = args.iter().enumerate().filter(|(j, _)| *j != k).map(|(j, other)| {
        let op = if j < k { strict } else { weak };
        Expr::binary(op, args[k].value.clone(), other.value.clone())
    });
    tests.reduce(|a, b| Expr::binary(BinaryOp::And, a, b)).unwrap_or_else(|| Expr::logical(true))
}

/// The partial derivatives of `left op right` with respect to argument 0 and 1 as `wanted`. `value`: as for [`partials`].
pub fn binary(
    cx: Context,
    op: BinaryOp,
    left: &Expr,
    right: &Expr,
    value: Option<&Expr>,
    wanted: &dyn Fn(usize) -> bool,
) -> Result<Vec<Partial>, Refusal> {
    let own = Expr::binary(op, left.clone(), right.clone());
    let refuse = || Refusal { what: format!("{op:?}"), why: "it has no derivative".into() };
    let literal = literal_type(cx.program, &own).ok_or_else(refuse)?;
    let one = || simplify::one(&literal);
    let partial = |argument, factor| Partial { argument, factor, guard: None };
    let (l, r) = (left, right);
    let all = match op {
        BinaryOp::Add => vec![partial(0, one()), partial(1, one())],
        BinaryOp::Sub => vec![partial(0, one()), partial(1, simplify::neg(one()))],
        BinaryOp::Mul => vec![partial(0, r.clone()), partial(1, l.clone())],
        BinaryOp::Div => {
            let value = value.cloned().unwrap_or_else(|| own.clone());
            // The square of a reciprocal is a product of what is there already.
            let again = match l.as_number() == Some(1.0) {
                true => simplify::mul(value.clone(), value),
                false => simplify::div(value, r.clone()),
            };
            vec![partial(0, simplify::div(one(), r.clone())), partial(1, simplify::neg(again))]
        }
        BinaryOp::Pow => {
            let mut out = Vec::new();
            if wanted(0) {
                out.extend(power_base(cx, l, r, value.unwrap_or(&own), &literal));
            }
            if wanted(1) {
                out.extend(power_exponent(cx, l, r, value.unwrap_or(&own), &literal));
            }
            out
        }
        BinaryOp::Rem
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Eqv
        | BinaryOp::Neqv
        | BinaryOp::Concat
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::Shl
        | BinaryOp::Shr => return Err(refuse()),
    };
    Ok(all.into_iter().filter(|p| wanted(p.argument)).collect())
}

/// ∂(x**y)/∂x = y x^(y-1). One rule at 0 for all spellings: where that is not finite the partial is zero.
fn power_base(cx: Context, x: &Expr, y: &Expr, value: &Expr, literal: &Scalar) -> Option<Partial> {
    let complex = scalar_of(cx.program, x).is_some_and(|s| s.class == ScalarClass::Complex);
    let integer = scalar_of(cx.program, y).is_some_and(|s| s.class == ScalarClass::Integer);
    let env = Environment { names: &[], literal, language: cx.language };
    let real = |v: f64| simplify::number(v, literal);
    if let Some(c) = broken_exponent(cx, y).filter(|_| !complex && rank_of(cx.program, x) == 0) {
        // A second power costs more than a division. At zero there is none.
        let exponent = if y.as_number().is_some() { real(c) } else { y.clone() };
        let factor = simplify::mul(exponent, simplify::div(value.clone(), x.clone()));
        let test = || Expr::binary(BinaryOp::Gt, x.clone(), zero_like(cx, x, literal));
        return Some(Partial { argument: 0, factor, guard: (c > 0.0).then(test) });
    }
    if let Some(c) = y.as_number().or_else(|| known_exponent(cx, y)) {
        // Known exponents: fold, and turn negative powers into divisors.
        let e = c - 1.0;
        if c == 0.0 {
            return None;
        }
        let whole = integer || e.fract() == 0.0 && e.abs() < 64.0;
        let shape = |e: f64| {
            if e == 0.0 {
                real(1.0)
            } else if e == 1.0 {
                x.clone()
            } else if whole {
                power(x.clone(), Expr::int(e as i64), &env)
            } else if e == 0.5 {
                Expr::intrinsic("sqrt", vec![x.clone()])
            } else {
                power(x.clone(), exponent_literal(cx, y, e), &env)
            }
        };
        let factor = if e < 0.0 { simplify::div(real(c), shape(-e)) } else { simplify::mul(real(c), shape(e)) };
        let test = || Expr::binary(BinaryOp::Gt, x.clone(), zero_like(cx, x, literal));
        let guard = (0.0 < c && c < 1.0 && !complex).then(test);
        return Some(Partial { argument: 0, factor, guard });
    }
    if integer {
        let less = if cx.language == Language::C {
            simplify::sub(Expr::from(y.clone().kind), Expr::int(1))
        } else {
            Expr::binary(BinaryOp::Sub, y.clone(), Expr::int(1))
        };
        let factor = simplify::mul(y.clone(), power(x.clone(), less, &env));
        let guard = Expr::binary(BinaryOp::Ne, y.clone(), Expr::int(0));
        return Some(Partial { argument: 0, factor, guard: Some(guard) });
    }
    let less = Expr::binary(BinaryOp::Sub, y.clone(), real(1.0));
    let factor = simplify::mul(y.clone(), power(x.clone(), less, &env));
    let apart = Expr::binary(BinaryOp::Gt, Expr::intrinsic("abs", vec![x.clone()]), zero_like(cx, x, literal));
    let guard = match scalar_of(cx.program, y).is_some_and(|s| s.class == ScalarClass::Complex) {
        true => apart,
        false => Expr::binary(BinaryOp::Or, apart, Expr::binary(BinaryOp::Ge, y.clone(), real(1.0))),
    };
    Some(Partial { argument: 0, factor, guard: (!complex).then_some(guard) })
}

/// The value of a real exponent that is known, where the power with one less is neither a product nor a square root.
fn broken_exponent(cx: Context, y: &Expr) -> Option<f64> {
    let real = scalar_of(cx.program, y).is_some_and(|s| s.class == ScalarClass::Real);
    let value = il::constant::value(cx.program, y).filter(|_| real && cx.from_results)?.number();
    let simple = value.fract() == 0.0 || (value - 1.0).abs() == 0.5;
    (value.is_finite() && !simple).then_some(value)
}

/// The value of an exponent that is made of literals and named constants, where one below it is as exact.
fn known_exponent(cx: Context, y: &Expr) -> Option<f64> {
    let value = il::constant::value(cx.program, y)?.number();
    (value.abs() < 64.0 && (2.0 * value).fract() == 0.0).then_some(value)
}

/// ∂(x**y)/∂y = x^y log x; zero where x is not positive.
fn power_exponent(cx: Context, x: &Expr, y: &Expr, value: &Expr, literal: &Scalar) -> Option<Partial> {
    let scalar = scalar_of(cx.program, x)?;
    let mut base = x.clone();
    if let Some(result) = scalar_of(cx.program, y).filter(|s| s.class == ScalarClass::Complex)
        && scalar.class != ScalarClass::Complex
    {
        // The logarithm of a negative number is complex too.
        let part = part_of(&result);
        let kind = Expr::intrinsic("kind", vec![Expr::real(1.0, &part)]);
        let mut args = vec![Arg::new(base), Arg::new(simplify::zero(&part))];
        args.push(Arg { keyword: Some("kind".into()), value: kind });
        base = ExprKind::Intrinsic(Intrinsic::named("cmplx").expect("cmplx is an intrinsic"), args).into();
        let test = Expr::binary(BinaryOp::Gt, Expr::intrinsic("abs", vec![x.clone()]), zero_like(cx, x, literal));
        let factor = simplify::mul(value.clone(), Expr::intrinsic("log", vec![base]));
        return Some(Partial { argument: 1, factor, guard: x.as_number().is_none().then_some(test) });
    }
    if let Some(c) = x.as_number() {
        base = simplify::number(c, literal);
    } else if scalar.class == ScalarClass::Integer || scalar.bytes < literal.bytes && scalar.class == ScalarClass::Real
    {
        // The logarithm in the kind of the result.
        base = Expr::binary(BinaryOp::Mul, simplify::one(literal), base);
    }
    let guard = (x.as_number().is_none_or(|c| c <= 0.0) && scalar.class != ScalarClass::Complex)
        .then(|| Expr::binary(BinaryOp::Gt, x.clone(), zero_like(cx, x, literal)));
    let factor = simplify::mul(value.clone(), Expr::intrinsic("log", vec![base]));
    Some(Partial { argument: 1, factor, guard })
}

/// A literal for an exponent in the type of the exponent it replaces.
fn exponent_literal(cx: Context, like: &Expr, value: f64) -> Expr {
    match scalar_of(cx.program, like) {
        Some(s) if s.class == ScalarClass::Real => simplify::number(value, &s),
        _ => simplify::number(value, &Scalar::double()),
    }
}

fn zero_like(cx: Context, x: &Expr, literal: &Scalar) -> Expr {
    match scalar_of(cx.program, x) {
        Some(s) if s.class == ScalarClass::Integer => Expr::int(0),
        Some(s) if s.class == ScalarClass::Real => simplify::zero(&s),
        _ => simplify::zero(literal),
    }
}

/// Whether an intrinsic gives the modulus or the angle of a complex argument.
pub fn is_polar(f: Intrinsic) -> bool {
    matches!(f.name(), "abs" | "carg")
}

/// The tangent of the modulus or the angle of a complex `z`, given that of `z`: `real(conjg(z)*zd)/abs(z)`, `aimag(zd/z)`, guarded at zero.
pub fn polar(f: Intrinsic, z: &Expr, zd: &Expr, value: &Expr, part: &Scalar) -> (Expr, Expr) {
    let positive = |modulus: Expr| Expr::binary(BinaryOp::Gt, modulus, simplify::zero(part));
    if f.name() == "carg" {
        let turn = Expr::intrinsic("aimag", vec![simplify::div(zd.clone(), z.clone())]);
        return (turn, positive(Expr::intrinsic("abs", vec![z.clone()])));
    }
    let product = simplify::mul(conjugate(z.clone()), zd.clone());
    (simplify::div(real_part(product), value.clone()), positive(value.clone()))
}

/// The adjoint of `z`, given that of its modulus or angle: `z/abs(z)` or `i/conjg(z)` times it, where `abs(z)` is not zero.
pub fn polar_adjoint(f: Intrinsic, z: &Expr, seed: Expr, part: &Scalar) -> (Expr, Expr) {
    let modulus = Expr::intrinsic("abs", vec![z.clone()]);
    let adjoint = match f.name() {
        "carg" => {
            let turned = ExprKind::ComplexParts(Box::new(simplify::zero(part)), Box::new(seed)).into();
            simplify::div(turned, conjugate(z.clone()))
        }
        _ => simplify::mul(simplify::div(z.clone(), modulus.clone()), seed),
    };
    (adjoint, Expr::binary(BinaryOp::Gt, modulus, simplify::zero(part)))
}

/// Whether `transfer(source, …)` with the value `e` only groups real numbers in another way.
pub fn reinterpreted(program: &Program, source: &Expr, e: &Expr) -> Result<(), Refusal> {
    let part = |x: &Expr| {
        let s = scalar_of(program, x)?;
        match s.class {
            ScalarClass::Real => Some(s.bytes),
            ScalarClass::Complex => Some(part_of(&s).bytes),
            ScalarClass::Integer | ScalarClass::Logical => None,
        }
    };
    match (part(source), part(e)) {
        (Some(a), Some(b)) if a == b => Ok(()),
        _ => Err(Refusal { what: "transfer".into(), why: "it reinterprets storage".into() }),
    }
}

/// The conjugate of a complex expression: that of C's `I` is `-I`.
pub fn conjugate(e: Expr) -> Expr {
    match &e.kind {
        ExprKind::Opaque { .. } => simplify::neg(e),
        _ => Expr::intrinsic("conjg", vec![e.bare().clone()]),
    }
}

/// `real(e)` of a complex expression, which keeps its kind.
pub fn real_part(e: Expr) -> Expr {
    Expr::intrinsic("real", vec![e])
}

/// The type of literals in the derivative of `e`: that of its value, the parts' for complex ones.
pub fn literal_type(program: &Program, e: &Expr) -> Option<Scalar> {
    let s = scalar_of(program, e)?;
    match s.class {
        ScalarClass::Real => Some(s),
        ScalarClass::Complex => Some(part_of(&s)),
        ScalarClass::Integer | ScalarClass::Logical => None,
    }
}

/// The position of an actual argument among the dummies.
fn position_of(f: Intrinsic, arg: &Arg, k: usize) -> usize {
    match &arg.keyword {
        Some(word) => f.info().args.iter().position(|a| a.eq_ignore_ascii_case(word)).unwrap_or(k),
        None => k,
    }
}

/// Whether a value is an array.
pub fn is_array(program: &Program, e: &Expr) -> bool {
    rank_of(program, e) > 0
}

/// Whether repeating an expression costs nothing.
pub fn is_free(e: &Expr) -> bool {
    is_cheap(e)
}
