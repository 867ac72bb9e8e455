//! The table: one line per intrinsic with a real value.
//!
//! Partials are template text over the arguments' dummy names, with `r` for the call's own value; see `template.rs`. `… if test` is a
//! guard: where the test is false the partial is zero. An empty text: the argument carries no derivative. `at` lists points (one value per
//! argument) where the test compares each partial with central differences.

/// How an intrinsic is differentiated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Sort {
    /// Elemental, by its partials.
    Partials(&'static [&'static str]),
    /// Elemental; the derivative is that of the argument chosen, the first of equals: the greatest…
    Greatest,
    /// …or the smallest.
    Smallest,
    /// Linear in these arguments together: the same call on their derivatives, all other arguments as they are.
    Linear(&'static [usize]),
    /// Linear in each of its two arguments.
    Bilinear,
    /// A reduction or norm with a rule in `arrays.rs`.
    Reduction,
    /// Real valued, but constant where it is continuous, or no function of a differentiable argument at all.
    Zero(&'static str),
    /// Refused, with the reason.
    Refused(&'static str),
}

/// One line.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Generic name, as in the table of intrinsics.
    pub name: &'static str,
    /// How.
    pub sort: Sort,
    /// Test points.
    pub at: &'static [&'static [f64]],
}

const fn rule(name: &'static str, sort: Sort, at: &'static [&'static [f64]]) -> Rule {
    Rule { name, sort, at }
}

use Sort::{Bilinear, Greatest, Linear, Partials, Reduction, Refused, Smallest, Zero};

const STEPS: Sort = Zero("it is constant between its steps");
const INQUIRY: Sort = Zero("it asks about a type, not about a value");

/// The rules.
#[rustfmt::skip]
pub const RULES: &[Rule] = &[
    // Elemental mathematics.
    rule("abs",    Partials(&["sign(1.0, a)"]),                                   &[&[0.7], &[-1.3]]),
    rule("carg",   Partials(&["0.0"]),                                            &[]),
    rule("acos",   Partials(&["-1.0/sqrt(1.0-x**2) if abs(x) < 1.0"]),            &[&[0.3], &[-0.8]]),
    rule("acosh",  Partials(&["1.0/sqrt(x**2-1.0) if x > 1.0"]),                  &[&[1.7]]),
    rule("asin",   Partials(&["1.0/sqrt(1.0-x**2) if abs(x) < 1.0"]),             &[&[0.3], &[-0.8]]),
    rule("asinh",  Partials(&["1.0/sqrt(x**2+1.0)"]),                             &[&[0.3], &[-2.0]]),
    rule("atan",   Partials(&["1.0/(1.0+x**2)"]),                                 &[&[0.3], &[-2.0]]),
    rule("atanh",  Partials(&["1.0/(1.0-x**2)"]),                                 &[&[0.3], &[-0.8]]),
    rule("atan2",  Partials(&["x/(x**2+y**2)", "-y/(x**2+y**2)"]),                &[&[0.3, -1.2], &[-0.4, 0.9]]),
    rule("bessel_j0", Partials(&["-bessel_j1(x)"]),                               &[&[1.3]]),
    rule("bessel_j1", Partials(&["0.5*(bessel_j0(x)-bessel_jn(2,x))"]),           &[&[1.3]]),
    rule("bessel_jn", Partials(&["", "0.5*((n == 0 ? -bessel_j1(x) : bessel_jn(abs(n-1),x))-bessel_jn(n+1,x))"]), &[&[3.0, 1.3], &[0.0, 0.4], &[1.0, 2.2]]),
    rule("bessel_y0", Partials(&["-bessel_y1(x)"]),                               &[&[1.3]]),
    rule("bessel_y1", Partials(&["0.5*(bessel_y0(x)-bessel_yn(2,x))"]),           &[&[1.3]]),
    rule("bessel_yn", Partials(&["", "0.5*((n == 0 ? -bessel_y1(x) : bessel_yn(abs(n-1),x))-bessel_yn(n+1,x))"]), &[&[3.0, 1.3], &[0.0, 0.4], &[1.0, 2.2]]),
    rule("cbrt",   Partials(&["r/(3.0*x) if abs(x) > 0.0"]),                      &[&[0.7], &[-1.3]]),
    rule("cos",    Partials(&["-sin(x)"]),                                        &[&[0.7]]),
    rule("cosh",   Partials(&["sinh(x)"]),                                        &[&[0.7]]),
    rule("dim",    Partials(&["1.0 if x > y", "-1.0 if x > y"]),                  &[&[0.7, 0.2], &[0.2, 0.7]]),
    rule("ad_digamma", Refused("rtapenade does not have its derivative, the trigamma function"), &[]),
    rule("erf",    Partials(&["2.0/sqrt(acos(-1.0))*exp(-x**2)"]),                &[&[0.7], &[-1.1]]),
    rule("erfc",   Partials(&["-(2.0/sqrt(acos(-1.0))*exp(-x**2))"]),             &[&[0.7], &[-1.1]]),
    rule("erfc_scaled", Partials(&["2.0*x*r-2.0/sqrt(acos(-1.0))"]),              &[&[0.7]]),
    rule("exp",    Partials(&["r"]),                                              &[&[0.7]]),
    rule("exp2",   Partials(&["r*log(2.0)"]),                                     &[&[0.7]]),
    rule("expm1",  Partials(&["r+1.0"]),                                          &[&[0.7]]),
    rule("fma",    Partials(&["y", "x", "1.0"]),                                  &[&[0.7, 1.1, -0.3]]),
    rule("gamma",  Partials(&["r*ad_digamma(x)"]),                                   &[&[0.7], &[-0.6], &[4.2]]),
    rule("hypot",  Partials(&["x/r if r > 0.0", "y/r if r > 0.0"]),               &[&[0.7, -1.1]]),
    rule("log",    Partials(&["1.0/x"]),                                          &[&[0.7]]),
    rule("log10",  Partials(&["1.0/(x*log(10.0))"]),                              &[&[0.7]]),
    rule("log1p",  Partials(&["1.0/(1.0+x)"]),                                    &[&[0.7]]),
    rule("log2",   Partials(&["1.0/(x*log(2.0))"]),                               &[&[0.7]]),
    rule("log_gamma", Partials(&["ad_digamma(x)"]),                                  &[&[0.7], &[-0.6], &[12.3]]),
    rule("max",    Greatest,                                                      &[&[0.7, 0.2], &[0.2, 0.7]]),
    rule("min",    Smallest,                                                      &[&[0.7, 0.2], &[0.2, 0.7]]),
    rule("amax0",  Zero("its arguments are integers"),                            &[]),
    rule("amin0",  Zero("its arguments are integers"),                            &[]),
    rule("mod",    Partials(&["1.0", "-aint(a/p)"]),                              &[&[7.3, 2.1], &[-7.3, 2.1]]),
    rule("modulo", Partials(&["1.0", "anint((r-a)/p)"]),                          &[&[7.3, 2.1], &[-7.3, 2.1]]),
    rule("pow",    Partials(&["y*x**(y-1.0) if abs(x) > 0.0 || y >= 1.0", "r*log(x) if x > 0.0"]), &[&[1.7, 2.3]]),
    rule("remainder", Partials(&["1.0", "anint((r-x)/y)"]),                       &[&[7.3, 2.1]]),
    rule("sign",   Partials(&["sign(1.0, a)*sign(1.0, b)", ""]),                  &[&[0.7, -2.0], &[-0.7, -2.0]]),
    rule("sin",    Partials(&["cos(x)"]),                                         &[&[0.7]]),
    rule("sinh",   Partials(&["cosh(x)"]),                                        &[&[0.7]]),
    rule("sqrt",   Partials(&["1.0/(2.0*r) if r > 0.0"]),                         &[&[0.7]]),
    rule("tan",    Partials(&["1.0+r**2"]),                                       &[&[0.7]]),
    rule("tanh",   Partials(&["1.0-r**2"]),                                       &[&[0.7]]),
    rule("acosd",  Partials(&["-180.0/acos(-1.0)/sqrt(1.0-x**2) if abs(x) < 1.0"]), &[&[0.3], &[-0.8]]),
    rule("asind",  Partials(&["180.0/acos(-1.0)/sqrt(1.0-x**2) if abs(x) < 1.0"]),  &[&[0.3], &[-0.8]]),
    rule("atand",  Partials(&["180.0/acos(-1.0)/(1.0+x**2)"]),                    &[&[0.3], &[-2.0]]),
    rule("atan2d", Partials(&["180.0/acos(-1.0)*x/(x**2+y**2)", "-(180.0/acos(-1.0)*y/(x**2+y**2))"]), &[&[0.3, -1.2], &[-0.4, 0.9]]),
    rule("cosd",   Partials(&["-(acos(-1.0)/180.0*sind(x))"]),                    &[&[37.0]]),
    rule("cotan",  Partials(&["-(1.0+r**2)"]),                                    &[&[0.7]]),
    rule("cotand", Partials(&["-(acos(-1.0)/180.0*(1.0+r**2))"]),                 &[&[37.0]]),
    rule("sind",   Partials(&["acos(-1.0)/180.0*cosd(x)"]),                       &[&[37.0]]),
    rule("tand",   Partials(&["acos(-1.0)/180.0*(1.0+r**2)"]),                    &[&[37.0]]),
    // Conversions and parts.
    rule("aimag",  Linear(&[0]),                                                  &[]),
    rule("cmplx",  Linear(&[0, 1]),                                               &[]),
    rule("dcmplx", Linear(&[0, 1]),                                               &[]),
    rule("conjg",  Linear(&[0]),                                                  &[]),
    rule("dble",   Linear(&[0]),                                                  &[]),
    rule("dprod",  Partials(&["dble(y)", "dble(x)"]),                             &[&[0.7, 1.1]]),
    rule("float",  Linear(&[0]),                                                  &[]),
    rule("sngl",   Linear(&[0]),                                                  &[]),
    rule("real",   Linear(&[0]),                                                  &[]),
    rule("merge",  Linear(&[0, 1]),                                               &[]),
    // Piecewise constant, and parts of the representation.
    rule("aint",   STEPS, &[]),
    rule("anint",  STEPS, &[]),
    rule("rint",   STEPS, &[]),
    rule("nearbyint", STEPS, &[]),
    rule("cfloor", STEPS, &[]),
    rule("cceil",  STEPS, &[]),
    rule("spacing", STEPS, &[]),
    rule("logb",   STEPS, &[]),
    rule("ldexp",  Partials(&["ldexp(1.0, n)", ""]),                              &[&[0.7, 3.0]]),
    rule("scale",  Partials(&["scale(1.0, i)", ""]),                              &[&[0.7, 3.0]]),
    rule("fraction", Partials(&["scale(1.0, -exponent(x))"]),                     &[&[0.7], &[5.3]]),
    rule("set_exponent", Partials(&["scale(1.0, i-exponent(x))", ""]),            &[&[0.7, 3.0], &[5.3, 1.0]]),
    rule("nearest", Partials(&["1.0", ""]),                                       &[]),
    rule("rrspacing", Partials(&["sign(1.0, x)*scale(1.0, digits(x)-exponent(x))"]), &[&[0.7], &[-5.3]]),
    // Arrays.
    rule("cshift", Linear(&[0]), &[]),
    rule("eoshift", Linear(&[0, 2]), &[]),
    rule("dot_product", Bilinear, &[]),
    rule("matmul", Bilinear, &[]),
    rule("maxval", Reduction, &[]),
    rule("minval", Reduction, &[]),
    rule("norm2",  Reduction, &[]),
    rule("product", Reduction, &[]),
    rule("pack",   Linear(&[0, 2]), &[]),
    rule("unpack", Linear(&[0, 2]), &[]),
    rule("sum",    Linear(&[0]), &[]),
    rule("reduce", Refused("rtapenade does not see the operation applied"), &[]),
    rule("reshape", Linear(&[0, 2]), &[]),
    rule("spread", Linear(&[0]), &[]),
    rule("transpose", Linear(&[0]), &[]),
    rule("transfer", Linear(&[0]), &[]),
    rule("null",   Zero("it is a null pointer"), &[]),
    // Inquiries with real values.
    rule("epsilon", INQUIRY, &[]),
    rule("huge",   INQUIRY, &[]),
    rule("tiny",   INQUIRY, &[]),
    rule("c_loc",  INQUIRY, &[]),
    rule("ad_overlap", INQUIRY, &[]),
];
