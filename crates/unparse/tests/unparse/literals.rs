//! Generated literals are in the style of their type.

use super::build::Maker;
use il::*;

#[test]
fn reals() {
    let named = Scalar { kind_name: Some("dp".into()), ..Scalar::new(ScalarClass::Real, 8, "real(dp)") };
    let types = [
        Scalar::real(),
        Scalar::double(),
        named,
        Scalar::new(ScalarClass::Real, 16, "real(16)"),
        Scalar::new(ScalarClass::Real, 8, "REAL"),
    ];
    #[rustfmt::skip]
    let table: &[(f64, [&str; 5], [&str; 2])] = &[
        (2.0,     ["2.0", "2.d0", "2.0_dp", "2.0_16", "2.0"],                     ["2.0f", "2.0"]),
        (0.1,     ["0.1", "0.1d0", "0.1_dp", "0.1_16", "0.1"],                    ["0.1f", "0.1"]),
        (-0.5,    ["-0.5", "-0.5d0", "-0.5_dp", "-0.5_16", "-0.5"],               ["-0.5f", "-0.5"]),
        (1e-6,    ["1.0e-6", "1.d-6", "1.0e-6_dp", "1.0e-6_16", "1.0e-6"],        ["1.0e-6f", "1.0e-6"]),
        (1.5e20,  ["1.5e20", "1.5d20", "1.5e20_dp", "1.5e20_16", "1.5e20"],       ["1.5e20f", "1.5e20"]),
        (1.0/3.0, ["0.33333334", "0.3333333333333333d0", "0.3333333333333333_dp", "0.3333333333333333_16", "0.3333333333333333"],
                                                                                  ["0.33333334f", "0.3333333333333333"]),
    ];
    let fortran = Maker::new(Language::Fortran);
    let c = Maker::new(Language::C);
    for (value, texts, in_c) in table {
        for (ty, text) in types.iter().zip(texts) {
            assert_eq!(fortran.text(&Expr::real(*value, ty)), *text);
        }
        for (ty, text) in types.iter().zip(in_c) {
            assert_eq!(c.text(&Expr::real(*value, ty)), *text);
        }
    }
    // What no literal can say.
    assert_eq!(fortran.text(&Expr::real(f64::INFINITY, &types[1])), "transfer(9218868437227405312_8, 1.d0)");
}

#[test]
fn texts() {
    let m = Maker::new(Language::Fortran);
    let text = |s: &str| m.text(&ExprKind::Text(s.into(), Default::default()).into());
    assert_eq!(text("it's"), "'it''s'");
    let c = Maker::new(Language::C);
    assert_eq!(c.text(&ExprKind::Text("a\"b\n".into(), Default::default()).into()), r#""a\"b\n""#);
}
