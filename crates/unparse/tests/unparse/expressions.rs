//! Precedence: the same tree, with the fewest parentheses, in both languages.

use super::build::{Maker, double};
use il::BinaryOp::*;
use il::UnaryOp::*;
use il::*;

#[test]
fn parentheses() {
    let mut m = Maker::new(Language::Fortran);
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|n| m.v(n));
    let bin = |op, l: &Expr, r: &Expr| Expr::binary(op, l.clone(), r.clone());
    let neg = |x: &Expr| Expr::unary(Neg, x.clone());
    let not = |x: &Expr| Expr::unary(Not, x.clone());
    let paren = |x: &Expr| Expr::unary(Paren, x.clone());
    let sum = bin(Add, &a, &b);
    let less = bin(Lt, &a, &b);
    let more = bin(Gt, &c, &d);
    #[rustfmt::skip]
    let table: &[(Expr, &str, &str)] = &[
        (bin(Add, &sum, &c),                        "a + b + c",          "a + b + c"),
        (bin(Add, &a, &bin(Add, &b, &c)),           "a + (b + c)",        "a + (b + c)"),
        (bin(Sub, &a, &bin(Sub, &b, &c)),           "a - (b - c)",        "a - (b - c)"),
        (bin(Mul, &sum, &c),                        "(a + b)*c",          "(a + b)*c"),
        (bin(Mul, &bin(Mul, &a, &b), &c),           "a*b*c",              "a*b*c"),
        (bin(Div, &a, &bin(Mul, &b, &c)),           "a/(b*c)",            "a/(b*c)"),
        (bin(Mul, &bin(Div, &a, &b), &c),           "a/b*c",              "a/b*c"),
        (bin(Pow, &bin(Pow, &a, &b), &c),           "(a**b)**c",          "pow(pow(a, b), c)"),
        (bin(Pow, &a, &bin(Pow, &b, &c)),           "a**b**c",            "pow(a, pow(b, c))"),
        (bin(Pow, &neg(&a), &Expr::int(2)),         "(-a)**2",            "pow(-a, 2)"),
        (neg(&bin(Pow, &a, &Expr::int(2))),         "-a**2",              "-pow(a, 2)"),
        (bin(Pow, &a, &Expr::int(-2)),              "a**(-2)",            "pow(a, -2)"),
        (neg(&bin(Mul, &a, &b)),                    "-a*b",               "-(a*b)"),
        (bin(Mul, &neg(&a), &b),                    "(-a)*b",             "-a*b"),
        (bin(Mul, &a, &neg(&b)),                    "a*(-b)",             "a*(-b)"),
        (bin(Add, &neg(&a), &b),                    "-a + b",             "-a + b"),
        (bin(Sub, &a, &neg(&b)),                    "a - (-b)",           "a - (-b)"),
        (neg(&neg(&a)),                             "-(-a)",              "-(-a)"),
        (neg(&sum),                                 "-(a + b)",           "-(a + b)"),
        (bin(Mul, &paren(&sum), &c),                "(a + b)*c",          "(a + b)*c"),
        (paren(&paren(&a)),                         "((a))",              "((a))"),
        (bin(And, &less, &more),                    "a < b .and. c > d",  "a < b && c > d"),
        (bin(Or, &bin(And, &less, &more), &less),   "a < b .and. c > d .or. a < b", "(a < b && c > d) || a < b"),
        (bin(And, &bin(Or, &less, &more), &less),   "(a < b .or. c > d) .and. a < b", "(a < b || c > d) && a < b"),
        (not(&less),                                ".not. a < b",         "!(a < b)"),
        (not(&bin(And, &less, &more)),              ".not. (a < b .and. c > d)", "!(a < b && c > d)"),
        (bin(Lt, &sum, &bin(Mul, &c, &d)),          "a + b < c*d",        "a + b < c*d"),
        (bin(Rem, &a, &b),                          "mod(a, b)",          "a % b"),
    ];
    for (e, fortran, c) in table {
        assert_eq!(m.text(e), *fortran);
        m.p.units[m.unit].language = Language::C;
        assert_eq!(m.text(e), *c);
        m.p.units[m.unit].language = Language::Fortran;
    }
}

#[test]
fn subscripts_are_tight() {
    let mut m = Maker::new(Language::Fortran);
    let (u, i, n) = (m.v("u"), m.v("i"), m.v("n"));
    let before = Expr::index(u.clone(), vec![Expr::binary(Sub, i.clone(), Expr::int(1))]);
    assert_eq!(m.text(&before), "u(i-1)");
    let inner = Subscript::Range { lo: Some(Expr::int(2)), hi: Some(Expr::binary(Sub, n, Expr::int(1))), step: None };
    let section = ExprKind::Index { base: Box::new(u), subs: vec![inner, Subscript::At(i)] };
    assert_eq!(m.text(&section.into()), "u(2:n-1, i)");
    assert_eq!(m.text(&Expr::real(2.0, &double())), "2.d0");
}

#[test]
fn suffixes_of_c_functions() {
    let mut m = Maker::new(Language::C);
    let f = Expr::var(m.declare("f", Type::Scalar(Scalar::new(ScalarClass::Real, 4, "float"))));
    let k = Expr::var(m.declare("k", Type::Scalar(Scalar::integer())));
    let x = m.v("x");
    assert_eq!(m.text(&Expr::intrinsic("sqrt", vec![f])), "sqrtf(f)");
    assert_eq!(m.text(&Expr::intrinsic("abs", vec![x])), "fabs(x)");
    assert_eq!(m.text(&Expr::intrinsic("abs", vec![k])), "abs(k)");
}
