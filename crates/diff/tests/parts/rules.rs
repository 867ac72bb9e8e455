//! Every line of the table against central differences, and every real-valued intrinsic has a line.

use diff::rules::{Context, Partial, RULES, Rule, Sort, binary, of, partials};
use il::intrinsics::{Class, Result as ResultType, TABLE};
use il::symbol::{ScopeKind, Storage, SymbolKind, Variable};
use il::{Arg, BinaryOp, Expr, ExprKind, Id, Intrinsic, Language, Program, Scalar, Span, SymbolId, Type, UnaryOp};

unsafe extern "C" {
    fn erf(x: f64) -> f64;
    fn erfc(x: f64) -> f64;
    fn tgamma(x: f64) -> f64;
    fn lgamma(x: f64) -> f64;
    fn j0(x: f64) -> f64;
    fn j1(x: f64) -> f64;
    fn jn(n: i32, x: f64) -> f64;
    fn y0(x: f64) -> f64;
    fn y1(x: f64) -> f64;
    fn yn(n: i32, x: f64) -> f64;
    fn remainder(x: f64, y: f64) -> f64;
}

/// The value of an expression where variable number k has the value `at[k]`.
fn eval(e: &Expr, at: &[f64]) -> f64 {
    let v = |e: &Expr| eval(e, at);
    match &e.kind {
        ExprKind::Integer { value, .. } => *value as f64,
        ExprKind::Real { value, .. } => *value,
        ExprKind::Var(s) => at[s.index()],
        ExprKind::Unary(UnaryOp::Neg, x) => -v(x),
        ExprKind::Unary(_, x) => v(x),
        ExprKind::Cond { test, yes, no } => {
            if v(test) != 0.0 {
                v(yes)
            } else {
                v(no)
            }
        }
        ExprKind::Binary(op, l, r) => {
            let (a, b) = (v(l), v(r));
            let truth = |t: bool| if t { 1.0 } else { 0.0 };
            match op {
                BinaryOp::Add => a + b,
                BinaryOp::Sub => a - b,
                BinaryOp::Mul => a * b,
                BinaryOp::Div => a / b,
                BinaryOp::Pow => a.powf(b),
                BinaryOp::Gt => truth(a > b),
                BinaryOp::Ge => truth(a >= b),
                BinaryOp::Lt => truth(a < b),
                BinaryOp::Le => truth(a <= b),
                BinaryOp::Eq => truth(a == b),
                BinaryOp::Ne => truth(a != b),
                BinaryOp::And => truth(a != 0.0 && b != 0.0),
                BinaryOp::Or => truth(a != 0.0 || b != 0.0),
                other => panic!("no value for {other:?}"),
            }
        }
        ExprKind::Intrinsic(f, args) => {
            let a: Vec<f64> = args.iter().map(|a| v(&a.value)).collect();
            function(f.name(), &a)
        }
        other => panic!("no value for {other:?}"),
    }
}

fn function(name: &str, a: &[f64]) -> f64 {
    let x = a[0];
    let exponent = |x: f64| (x.abs().log2().floor() + 1.0) as i32;
    match name {
        "abs" => x.abs(),
        "acos" => x.acos(),
        "acosh" => x.acosh(),
        "asin" => x.asin(),
        "asinh" => x.asinh(),
        "atan" => x.atan(),
        "atanh" => x.atanh(),
        "atan2" => x.atan2(a[1]),
        "bessel_j0" => unsafe { j0(x) },
        "bessel_j1" => unsafe { j1(x) },
        "bessel_jn" => unsafe { jn(x as i32, a[1]) },
        "bessel_y0" => unsafe { y0(x) },
        "bessel_y1" => unsafe { y1(x) },
        "bessel_yn" => unsafe { yn(x as i32, a[1]) },
        "cbrt" => x.cbrt(),
        "cos" => x.cos(),
        "cosh" => x.cosh(),
        "dim" => (x - a[1]).max(0.0),
        "ad_digamma" => il::interp::digamma(x),
        "gamma" => unsafe { tgamma(x) },
        "log_gamma" => unsafe { lgamma(x) },
        "acosd" => x.acos().to_degrees(),
        "asind" => x.asin().to_degrees(),
        "atand" => x.atan().to_degrees(),
        "atan2d" => x.atan2(a[1]).to_degrees(),
        "cosd" => x.to_radians().cos(),
        "cotan" => 1.0 / x.tan(),
        "cotand" => 1.0 / x.to_radians().tan(),
        "sind" => x.to_radians().sin(),
        "tand" => x.to_radians().tan(),
        "dprod" => x * a[1],
        "dble" => x,
        "erf" => unsafe { erf(x) },
        "erfc" => unsafe { erfc(x) },
        "erfc_scaled" => unsafe { (x * x).exp() * erfc(x) },
        "exp" => x.exp(),
        "exp2" => x.exp2(),
        "expm1" => x.exp_m1(),
        "fma" => x * a[1] + a[2],
        "hypot" => x.hypot(a[1]),
        "log" => x.ln(),
        "log10" => x.log10(),
        "log1p" => x.ln_1p(),
        "log2" => x.log2(),
        "max" => x.max(a[1]),
        "min" => x.min(a[1]),
        "mod" => x % a[1],
        "modulo" => x - (x / a[1]).floor() * a[1],
        "remainder" => unsafe { remainder(x, a[1]) },
        "pow" => x.powf(a[1]),
        "sign" => x.abs().copysign(a[1]),
        "sin" => x.sin(),
        "sinh" => x.sinh(),
        "sqrt" => x.sqrt(),
        "tan" => x.tan(),
        "tanh" => x.tanh(),
        "aint" => x.trunc(),
        "anint" => x.round(),
        "exponent" => exponent(x) as f64,
        "digits" => 53.0,
        "scale" | "ldexp" => x * (a[1]).exp2(),
        "fraction" => x * (-exponent(x) as f64).exp2(),
        "set_exponent" => x * (a[1] - exponent(x) as f64).exp2(),
        "rrspacing" => (x * (-exponent(x) as f64).exp2()).abs() * 53f64.exp2(),
        "merge" => {
            if a[2] != 0.0 {
                x
            } else {
                a[1]
            }
        }
        other => panic!("no value for {other}"),
    }
}

/// A program with real variables v0, v1, v2, and integers where `integers` says so.
fn variables(integers: &[bool]) -> (Program, Vec<Expr>) {
    let mut p = Program::new();
    let scope = p.new_scope(p.global, ScopeKind::Block);
    let vars = integers.iter().enumerate().map(|(k, int)| {
        let s = if *int { Scalar::integer() } else { Scalar::double() };
        let v = Variable::new(Type::Scalar(s), Storage::Local);
        let id: SymbolId = p.declare(scope, format!("v{k}"), Span::NONE, SymbolKind::Variable(v));
        Expr::var(id)
    });
    let vars = vars.collect();
    (p, vars)
}

fn check(what: &str, value: &Expr, partials: &[Partial], at: &[f64]) {
    for p in partials {
        let h = 1e-6;
        let shifted = |d: f64| {
            let mut x = at.to_vec();
            x[p.argument] += d;
            eval(value, &x)
        };
        let expected = (shifted(h) - shifted(-h)) / (2.0 * h);
        let open = p.guard.as_ref().is_none_or(|g| eval(g, at) != 0.0);
        let found = if open { eval(&p.factor, at) } else { 0.0 };
        let error = (found - expected).abs() / expected.abs().max(1.0);
        assert!(error < 1e-7, "{what} by argument {} at {at:?}: rule {found}, differences {expected}", p.argument);
    }
}

#[test]
fn every_line_agrees_with_differences() {
    for rule in RULES {
        let Sort::Partials(texts) = rule.sort else {
            if !matches!(rule.sort, Sort::Greatest | Sort::Smallest) {
                continue;
            }
            let (program, v) = variables(&[false, false]);
            check_at(rule, &program, &v, &[true, true]);
            continue;
        };
        let integer: Vec<bool> = Intrinsic::named(rule.name)
            .unwrap()
            .info()
            .args
            .iter()
            .zip(texts)
            .map(|(a, t)| t.is_empty() && matches!(*a, "n" | "i"))
            .collect();
        let wanted: Vec<bool> = texts.iter().map(|t| !t.is_empty()).collect();
        let (program, v) = variables(&integer);
        check_at(rule, &program, &v, &wanted);
        // The angle of a complex number has `polar`.
        assert!(!rule.at.is_empty() || matches!(rule.name, "nearest" | "carg"), "{} has no test point", rule.name);
    }
}

fn check_at(rule: &Rule, program: &Program, v: &[Expr], wanted: &[bool]) {
    let f = Intrinsic::named(rule.name).unwrap();
    let args: Vec<Arg> = v.iter().cloned().map(Arg::new).collect();
    let call = Expr::from(ExprKind::Intrinsic(f, args.clone()));
    for language in [Language::Fortran, Language::C] {
        let cx = Context { program, language, from_results: false };
        let partials = partials(cx, f, &args, None, &|k| wanted[k]).unwrap();
        for at in rule.at {
            check(rule.name, &call, &partials, at);
        }
    }
}

#[test]
fn every_real_valued_intrinsic_has_a_line() {
    for info in TABLE {
        let f = Intrinsic::named(info.name).unwrap();
        let real = !matches!(
            info.result,
            ResultType::Integer | ResultType::Logical | ResultType::Character | ResultType::None
        );
        // Bit intrinsics take the type of their first argument, which is an integer.
        let integer = matches!(
            info.name,
            "iand"
                | "ior"
                | "ieor"
                | "not"
                | "ibset"
                | "ibclr"
                | "ibits"
                | "ishft"
                | "ishftc"
                | "shiftl"
                | "shiftr"
                | "shifta"
                | "merge_bits"
                | "dshiftl"
                | "dshiftr"
                | "iall"
                | "iany"
                | "iparity"
        );
        if real && !integer && info.class != Class::Subroutine {
            assert!(of(f).is_some(), "no rule for {}", info.name);
        }
    }
    for rule in RULES {
        assert!(Intrinsic::named(rule.name).is_some(), "{} is no intrinsic", rule.name);
        assert_eq!(RULES.iter().filter(|r| r.name == rule.name).count(), 1, "{} stands twice", rule.name);
    }
}

#[test]
fn operators_agree_with_differences() {
    for integer_exponent in [false, true] {
        let (program, v) = variables(&[false, integer_exponent]);
        for language in [Language::Fortran, Language::C] {
            let cx = Context { program: &program, language, from_results: false };
            for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Pow] {
                let value = Expr::binary(op, v[0].clone(), v[1].clone());
                let partials = binary(cx, op, &v[0], &v[1], None, &|k| k == 0 || !integer_exponent).unwrap();
                check(&format!("{op:?}"), &value, &partials, &[1.7, 3.0]);
            }
        }
    }
}

#[test]
fn powers_with_literals_agree_with_differences() {
    let (program, v) = variables(&[false]);
    for language in [Language::Fortran, Language::C] {
        let cx = Context { program: &program, language, from_results: false };
        let real = |c: f64| Expr::real(c, &Scalar::double());
        for exponent in [Expr::int(2), Expr::int(3), Expr::int(-1), Expr::int(-2), Expr::int(1), Expr::int(0)]
            .into_iter()
            .chain([0.5, 1.5, 2.5, -0.5, 2.0, 1.0].map(real))
        {
            let value = Expr::binary(BinaryOp::Pow, v[0].clone(), exponent.clone());
            let partials = binary(cx, BinaryOp::Pow, &v[0], &exponent, None, &|k| k == 0).unwrap();
            check(&format!("{exponent:?}"), &value, &partials, &[1.7]);
            assert!(partials.len() == 1 || exponent.as_number() == Some(0.0));
        }
        for base in [Expr::int(2), real(2.5)] {
            let value = Expr::binary(BinaryOp::Pow, base.clone(), v[0].clone());
            let mut partials = binary(cx, BinaryOp::Pow, &base, &v[0], None, &|k| k == 1).unwrap();
            partials[0].argument = 0;
            check("c**x", &value, &partials, &[1.7]);
        }
    }
}
