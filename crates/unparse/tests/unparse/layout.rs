//! Where lines are broken, in each form.

use super::build::Maker;
use il::*;

fn long_sum(m: &mut Maker) {
    let terms: Vec<Expr> = (1..=9).map(|k| m.v(&format!("a_rather_long_name{k}"))).collect();
    let sum = terms.into_iter().reduce(|a, b| Expr::binary(BinaryOp::Add, a, b)).unwrap();
    let lhs = m.v("total");
    m.assign(lhs, sum);
}

#[test]
fn free_form() {
    let mut m = Maker::new(Language::Fortran);
    long_sum(&mut m);
    assert_eq!(
        m.body(SourceForm::Free),
        "  total = a_rather_long_name1 + a_rather_long_name2 + a_rather_long_name3 &
        + a_rather_long_name4 + a_rather_long_name5 + a_rather_long_name6 &
        + a_rather_long_name7 + a_rather_long_name8 + a_rather_long_name9"
    );
}

#[test]
fn fixed_form() {
    let mut m = Maker::new(Language::Fortran);
    long_sum(&mut m);
    assert_eq!(
        m.body(SourceForm::Fixed),
        "      total = a_rather_long_name1 + a_rather_long_name2
     +      + a_rather_long_name3 + a_rather_long_name4
     +      + a_rather_long_name5 + a_rather_long_name6
     +      + a_rather_long_name7 + a_rather_long_name8
     +      + a_rather_long_name9"
    );
}

#[test]
fn long_texts_are_cut_where_the_form_allows() {
    let mut m = Maker::new(Language::Fortran);
    let lhs = m.v("text");
    let words = "0123456789".repeat(16);
    m.assign(lhs, ExprKind::Text(words.clone(), Default::default()).into());
    let free = m.body(SourceForm::Free);
    assert!(free.lines().all(|l| l.len() <= 132), "{free}");
    assert_eq!(free.replace("&\n&", "").trim(), format!("text = '{words}'"));
    let fixed = m.body(SourceForm::Fixed);
    assert!(fixed.lines().all(|l| l.len() <= 72), "{fixed}");
    assert!(fixed.lines().rev().skip(1).all(|l| l.len() == 72), "a text goes on in column 7 of the next line");
    assert_eq!(fixed.replace("\n     +", "").trim(), format!("text = '{words}'"));
}

#[test]
fn comments_and_labels() {
    let mut m = Maker::new(Language::Fortran);
    let (x, y) = (m.v("x"), m.v("y"));
    let mut first = Stmt::from(StmtKind::Assign { lhs: x.clone(), rhs: y.clone() });
    first.comments = vec![" above".into(), "".into()];
    first.trailing = Some(" beside".into());
    first.label = Some("10".into());
    let mut second = Stmt::from(StmtKind::Assign { lhs: y.clone(), rhs: Expr::binary(BinaryOp::Mul, x.clone(), y) });
    second.trailing = Some(" too".into());
    let unit = m.unit;
    for s in [first, second] {
        let id = m.p.units[unit].add(s);
        m.p.units[unit].body.push(id);
    }
    m.push(StmtKind::Goto("10".into()));
    assert_eq!(m.body(SourceForm::Free), "  ! above\n\n10 x = y   ! beside\n  y = x*y  ! too\n  goto 10");
    assert_eq!(m.body(SourceForm::Fixed), "C above\n\n   10 x = y    ! beside\n      y = x*y  ! too\n      goto 10");
}
