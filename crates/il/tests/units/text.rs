//! `text`, by examples.

use il::text::*;
use il::*;

fn sample() -> Program {
    let mut p = Program::new();
    let global = p.global;
    let id = p.units.add(Unit::new("f", UnitKind::Subroutine, Language::Fortran, global));
    let scope = p.new_scope(global, ScopeKind::Unit(id));
    let x = p.declare(
        scope,
        "x",
        Span::NONE,
        SymbolKind::Variable(Variable::new(Type::Scalar(Scalar::double()), Storage::Dummy(0))),
    );
    let mut unit = Unit::new("f", UnitKind::Subroutine, Language::Fortran, scope);
    unit.params.push(x);
    unit.comments.push(r#"a comment; with "signs" (and) brackets"#.into());
    let rhs =
        Expr::binary(BinaryOp::Mul, Expr::real(2.0, &Scalar::double()), Expr::intrinsic("sin", vec![Expr::var(x)]));
    let mut body = Vec::new();
    unit.push(&mut body, StmtKind::Assign { lhs: Expr::var(x), rhs });
    unit.push(&mut body, StmtKind::Return(None));
    unit.body = body;
    p.units[id] = unit;
    p
}

#[test]
fn print_and_parse_are_inverse() {
    let text = print(&sample());
    assert!(text.contains("lhs=(Var v0)"), "{text}");
    assert!(text.contains("; s0: real8 = real8"), "{text}");
    let again = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(print(&again), text);
    assert_eq!(again.units.iter().next().unwrap().1.stmts.len(), 2);
}

#[test]
fn errors_say_where() {
    for (text, expected) in [
        ("{a=1", "line 1: a bracket is not closed"),
        ("{a=\n)", "line 2: unexpected `)`"),
        ("\"x", "line 1: a text is not closed"),
        ("[] x", "line 1: nothing may follow the program"),
    ] {
        assert_eq!(parse(text).unwrap_err(), expected);
    }
}
