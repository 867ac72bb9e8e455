//! The one table of derivative rules, read by both modes.
//!
//! [`of`] gives what is known about an intrinsic. For elemental ones, [`partials`] gives the partial derivatives with respect to each real
//! argument as expressions; the tangent sums `partial * argument's tangent`, the adjoint adds `partial * result's adjoint` to each
//! argument's adjoint. Operators go through [`binary`] and [`unary`].
//!
//! Non-smooth points have one rule for both modes and all spellings: where a formula has no finite value its guard is false and the
//! partial is zero (`sqrt` at 0, `x**p` at 0 with p < 1, `asin` at ±1); ties take the first argument (`max`, `min`, `abs` at 0 is `+`).

mod table;
pub mod template;

pub use table::{RULES, Rule, Sort};

use il::typing::{rank_of, scalar_of};
use il::{Arg, BinaryOp, Expr, Intrinsic, Language, Program, Scalar};

/// One partial derivative.
#[derive(Clone, Debug)]
pub struct Partial {
    /// The position of the argument among the actual arguments.
    pub argument: usize,
    /// The partial. The literal one when the function is linear with factor one.
    pub factor: Expr,
    /// Where this is false the partial is zero, and `factor` must not be evaluated.
    pub guard: Option<Expr>,
}

/// Why something has no derivative.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What, for the message: "`gamma`".
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
}

/// The rule of an intrinsic.
pub fn of(f: Intrinsic) -> Option<&'static Rule> {
    RULES.iter().find(|r| r.name == f.name())
}

/// The partial derivatives of an elemental intrinsic with respect to those arguments for which `wanted` holds. `value` is a cheap expression for the call's own value where there is one (a
/// variable it was stored in); without it the partials repeat the call.
pub fn partials(
    cx: Context,
    f: Intrinsic,
    args: &[Arg],
    value: Option<&Expr>,
    wanted: &dyn Fn(usize) -> bool,
) -> Result<Vec<Partial>, Refusal> {
    let _ = (cx, f, args, value, wanted);
    unimplemented!("filled in with the table")
}

/// The partial derivatives of `left op right`, with respect to argument 0 and 1 as `wanted`.
pub fn binary(
    cx: Context,
    op: BinaryOp,
    left: &Expr,
    right: &Expr,
    value: Option<&Expr>,
    wanted: &dyn Fn(usize) -> bool,
) -> Result<Vec<Partial>, Refusal> {
    let _ = (cx, op, left, right, value, wanted);
    unimplemented!("filled in with the table")
}

/// Whether a guard must be an expression (`merge` tricks) because the value is an array.
pub fn is_array(program: &Program, e: &Expr) -> bool {
    rank_of(program, e) > 0
}

/// The scalar type in which a derivative of `e` is computed.
pub fn derivative_scalar(program: &Program, e: &Expr) -> Option<Scalar> {
    scalar_of(program, e).filter(Scalar::is_differentiable)
}
