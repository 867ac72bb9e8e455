//! Tape statements: entry points and counts.

use super::build::{Maker, array, double};
use il::*;

fn save(m: &mut Maker, value: Expr) {
    let id = Id::from_index(0);
    m.push(StmtKind::Save { id, value });
}

fn range(lo: i64, hi: Expr) -> Subscript {
    Subscript::Range { lo: Some(Expr::int(lo)), hi: Some(hi), step: None }
}

#[test]
fn fortran() {
    let mut m = Maker::new(Language::Fortran);
    let n = m.declare("n", Type::Scalar(Scalar::integer()));
    let n = Expr::var(n);
    let real = Type::Scalar(double());
    let x = Expr::var(m.declare("x", real.clone()));
    let u = Expr::var(m.declare("u", array(real.clone(), std::slice::from_ref(&n))));
    let a = Expr::var(m.declare("a", array(real.clone(), &[n.clone(), n.clone()])));
    let w = Expr::var(m.declare("w", array(real.clone(), &[Expr::int(3), Expr::int(4)])));
    let l = Expr::var(m.declare("l", Type::Scalar(Scalar::logical())));
    let len = Some(Box::new(Expr::int(8)));
    let s = Expr::var(m.declare("s", Type::Character { len, spelling: "character(8)".into() }));
    let inner = range(2, Expr::binary(BinaryOp::Sub, n.clone(), Expr::int(1)));
    let section = ExprKind::Index { base: Box::new(u.clone()), subs: vec![inner] };
    for value in [x, u, a, w, l, s, section.into(), n.clone()] {
        save(&mut m, value);
    }
    m.push(StmtKind::SaveControl { id: Id::from_index(0), ways: 3, taken: 2 });
    m.push(StmtKind::RestoreControl { id: Id::from_index(0), ways: 2, into: n });
    assert_eq!(
        m.body(SourceForm::Free),
        "  call pushreal8(x)
  call pushreal8array(u, n)
  call pushreal8array(a, size(a))
  call pushreal8array(w, 12)
  call pushboolean(l)
  call pushcharacterarray(s, len(s))
  call pushreal8array(u(2:n-1), size(u(2:n-1)))
  call pushinteger4(n)
  call pushcontrol2b(2)
  call popcontrol1b(n)"
    );
}

#[test]
fn structures_go_component_by_component_and_back() {
    let mut m = Maker::new(Language::Fortran);
    let field = |name: &str, ty| Field {
        name: name.into(),
        ty,
        allocatable: false,
        pointer: false,
        polymorphic: false,
        owner: None,
        init: None,
        attributes: Vec::new(),
        group: 0,
        comments: Vec::new(),
        trailing: None,
    };
    let record = m.p.records.add(Record {
        name: "cell".into(),
        parameters: String::new(),
        fields: vec![field("h", Type::Scalar(double())), field("k", Type::Scalar(Scalar::integer()))],
        spelling: String::new(),
        attributes: Vec::new(),
        extends: None,
        opaque: false,
        trailing_text: Vec::new(),
        overlaid: Vec::new(),
        external: false,
        handle: None,
        span: Span::NONE,
    });
    let c = Expr::var(m.declare("c", Type::Record(record)));
    save(&mut m, c.clone());
    m.push(StmtKind::Restore { id: Id::from_index(0), into: c });
    assert_eq!(
        m.body(SourceForm::Free),
        "  call pushreal8(c%h)\n  call pushinteger4(c%k)\n  call popinteger4(c%k)\n  call popreal8(c%h)"
    );
}

#[test]
fn c() {
    let mut m = Maker::new(Language::C);
    let real = Type::Scalar(Scalar::new(ScalarClass::Real, 8, "double"));
    let n = Expr::var(m.declare("n", Type::Scalar(Scalar::new(ScalarClass::Integer, 4, "int"))));
    let size = Expr::var(m.declare("size", Type::Scalar(Scalar::new(ScalarClass::Integer, 8, "size_t"))));
    let p = m.declare("p", Type::Pointer { to: Box::new(real.clone()), to_const: false, restrict: false });
    let p = Expr::var(p);
    let x = Expr::var(m.declare("x", real.clone()));
    let a = Expr::var(m.declare("a", array(array(real, &[Expr::int(4)]), &[Expr::int(3)])));
    let section = ExprKind::Index {
        base: Box::new(p.clone()),
        subs: vec![range(0, Expr::binary(BinaryOp::Sub, n, Expr::int(1)))],
    };
    let pointed: Expr = ExprKind::Deref(Box::new(p.clone())).into();
    for value in [x.clone(), a.clone(), section.into(), pointed.clone(), p.clone(), size.clone()] {
        save(&mut m, value);
    }
    for into in [x, a, pointed, p, size] {
        m.push(StmtKind::Restore { id: Id::from_index(0), into });
    }
    assert_eq!(
        m.body(SourceForm::C),
        "    pushReal8(x);
    pushReal8Array(a[0], 12);
    pushReal8Array(p, n);
    pushReal8(*p);
    pushPointer8(p);
    pushInteger8(size);
    popReal8(&x);
    popReal8Array(a[0], 12);
    popReal8(p);
    popPointer8((void **)&p);
    popInteger8((long *)&size);"
    );
}
