//! C's own: declarations joined with their values, loops, switches, jumps, braces.

use super::build::Maker;
use il::stmt::{Arm, Case, CaseRange, Do, If};
use il::*;

fn int() -> Type {
    Type::Scalar(Scalar::new(ScalarClass::Integer, 4, "int"))
}

fn real() -> Type {
    Type::Scalar(Scalar::new(ScalarClass::Real, 8, "double"))
}

/// `x = x op y` in a statement of its own.
fn update(m: &mut Maker, x: &Expr, op: BinaryOp, y: Expr) -> StmtId {
    let unit = m.unit;
    m.p.units[unit].add(StmtKind::Assign { lhs: x.clone(), rhs: Expr::binary(op, x.clone(), y) })
}

#[test]
fn declarations_take_the_values_that_follow() {
    let mut m = Maker::new(Language::C);
    let (w, v) = (m.declare("w", real()), m.declare("v", real()));
    let p = m.declare("p", Type::Pointer { to: Box::new(real()), to_const: true, restrict: true });
    let one = Expr::real(1.0, &Scalar::new(ScalarClass::Real, 8, "double"));
    m.push(StmtKind::Declare(vec![w, v, p]));
    m.assign(Expr::var(w), one.clone());
    m.assign(Expr::var(v), Expr::var(w));
    assert_eq!(m.body(SourceForm::C), "    double w = 1.0, v = w;\n    const double *restrict p;");
}

#[test]
fn loops() {
    let mut m = Maker::new(Language::C);
    let (i, n) = (m.declare("i", int()), Expr::var(m.declare("n", int())));
    let s = m.v("s");
    let last = Expr::binary(BinaryOp::Sub, n.clone(), Expr::int(1));
    let mut one = |from: Expr, to: Expr, step: Option<i64>, declares: bool| {
        let body = vec![update(&mut m, &s, BinaryOp::Add, Expr::var(i))];
        m.push(StmtKind::Do(Box::new(Do {
            var: i,
            from,
            to,
            step: step.map(Expr::int),
            body,
            name: None,
            declares,
            parallel: None,
        })));
    };
    one(Expr::int(0), last.clone(), None, true);
    one(last, Expr::int(0), Some(-1), false);
    one(Expr::int(1), n.clone(), Some(2), true);
    one(Expr::int(0), Expr::int(9), None, false);
    assert_eq!(
        m.body(SourceForm::C),
        "    for (int i = 0; i < n; i++)
        s += i;
    for (i = n - 1; i >= 0; i--)
        s += i;
    for (int i = 1; i <= n; i += 2)
        s += i;
    for (i = 0; i < 10; i++)
        s += i;"
    );
}

#[test]
fn switch_and_jumps_out_of_it() {
    let mut m = Maker::new(Language::C);
    let k = Expr::var(m.declare("k", int()));
    let s = m.v("s");
    let unit = m.unit;
    let case = |value: Option<i64>, body: Block, falls_through| Case {
        ranges: value.map(|v| CaseRange::Value(Expr::int(v))).into_iter().collect(),
        default: value.is_none(),
        body,
        falls_through,
    };
    let step = update(&mut m, &k, BinaryOp::Add, Expr::int(1));
    let twice = update(&mut m, &s, BinaryOp::Mul, Expr::int(2));
    let out = m.p.units[unit].add(StmtKind::Exit(None));
    let next = m.p.units[unit].add(StmtKind::Cycle(None));
    let cases = vec![
        case(Some(0), vec![], true),
        case(Some(1), vec![step], true),
        case(Some(2), vec![twice], false),
        case(Some(3), vec![next], false),
        case(None, vec![out], false),
    ];
    let select = m.p.units[unit].add(StmtKind::Select { selector: k, cases, name: None });
    m.push(StmtKind::Loop { body: vec![select], name: None });
    assert_eq!(
        m.body(SourceForm::C),
        "    for (;;)
        switch (k) {
        case 0:
        case 1:
            k++;
            /* fall through */
        case 2:
            s *= 2;
            break;
        case 3:
            continue;
        default:
            goto loop_end1;
        }
loop_end1: ;"
    );
}

#[test]
fn dangling_else_gets_braces() {
    let mut m = Maker::new(Language::C);
    let (a, s) = (m.v("a"), m.v("s"));
    let unit = m.unit;
    let up = update(&mut m, &s, BinaryOp::Add, Expr::int(1));
    let down = update(&mut m, &s, BinaryOp::Sub, Expr::int(1));
    let test = Expr::binary(BinaryOp::Gt, a.clone(), Expr::int(0));
    let inner = If { arms: vec![Arm { test: test.clone(), body: vec![up] }], otherwise: None, one_line: false };
    let inner = m.p.units[unit].add(StmtKind::If(inner));
    let arms = vec![Arm { test: test.clone(), body: vec![inner] }, Arm { test, body: vec![down] }];
    m.push(StmtKind::If(If { arms, otherwise: None, one_line: false }));
    assert_eq!(
        m.body(SourceForm::C),
        "    if (a > 0) {
        if (a > 0)
            s++;
    } else if (a > 0) {
        s--;
    }"
    );
}
