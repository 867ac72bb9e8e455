//! Types, kinds, attributes, implicit typing.

use il::symbol::{ProcedureClass, Storage};
use il::{DeclKind, Program, SymbolKind, Type};

use super::{clean, program, symbol, unit};

/// `real8 real(dp) dp [2]`: class and bytes, spelling, kind name, rank.
fn describe(p: &Program, in_unit: &str, name: &str) -> String {
    let ty = p.symbol_type(symbol(p, in_unit, name)).cloned().unwrap_or(Type::Void);
    let rank = if ty.rank() > 0 { format!(" [{}]", ty.rank()) } else { String::new() };
    match ty.element() {
        Type::Scalar(s) => {
            let class = format!("{:?}", s.class).to_ascii_lowercase();
            let kind = s.kind_name.as_ref().map_or(String::new(), |k| format!(" {k}"));
            format!("{class}{} {}{kind}{rank}", s.bytes, s.spelling)
        }
        Type::Character { len, spelling } => {
            let len = len.as_ref().map_or("*".to_string(), |l| format!("{:?}", l.as_int()));
            format!("character {len} {spelling}{rank}")
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn types_and_kinds() {
    for (declaration, expected) in [
        ("real :: x", "real4 real"),
        ("real(8) :: x", "real8 real(8)"),
        ("real*8 x", "real8 real*8"),
        ("DOUBLE PRECISION X", "real8 DOUBLE PRECISION"),
        ("double complex x", "complex16 double complex"),
        ("complex*16 x", "complex16 complex*16"),
        ("complex(8) x", "complex16 complex(8)"),
        ("integer*2 :: x(3)", "integer2 integer*2 [1]"),
        ("integer, parameter :: dp = kind(1d0)\nreal(dp) :: x", "real8 real(dp) dp"),
        ("integer, parameter :: k = selected_real_kind(15, 307)\nreal(kind=k) :: x", "real8 real(kind=k) k"),
        ("integer, parameter :: k = selected_int_kind(12)\ninteger(k) :: x", "integer8 integer(k) k"),
        ("integer, parameter :: a = 2, b = 2*a\nreal(b + 4) :: x", "real8 real(b + 4)"),
        ("use iso_fortran_env, only: wp => real64\nreal(wp) :: x", "real8 real(wp) wp"),
        ("use, intrinsic :: iso_c_binding\nreal(c_double) :: x", "real8 real(c_double) c_double"),
        ("complex(kind(1d0)) :: x", "complex16 complex(kind(1d0))"),
        ("character(len=8) :: x", "character Some(8) character(len=8)"),
        ("character*4 y, x*6", "character Some(6) character*6"),
        ("character(*), parameter :: x = 'abc'", "character Some(3) character(*)"),
        ("real y, x*8", "real8 real*8"),
        ("logical(1) :: x", "logical1 logical(1)"),
        ("real x\ndimension x(2, 2)", "real4 real [2]"),
        ("dimension x(4)\nreal x", "real4 real [1]"),
        ("real x\ncommon /c/ x(4)", "real4 real [1]"),
        ("real, dimension(3) :: y, x(2, 2)", "real4 real [2]"),
    ] {
        let p = clean(&format!("subroutine s\n{declaration}\nend subroutine\n"));
        assert_eq!(describe(&p, "s", "x"), expected, "{declaration}");
    }
}

#[test]
fn implicit_typing() {
    for (declaration, name, expected) in [
        ("", "x", "real4 real"),
        ("", "n", "integer4 integer"),
        ("implicit double precision (a-h, o-z)", "x", "real8 double precision"),
        ("implicit real*8 (x), logical (n)", "n", "logical4 logical"),
        ("implicit integer (a-z)", "x", "integer4 integer"),
    ] {
        let p = clean(&format!("subroutine s(a)\n{declaration}\n{name} = a\nend subroutine\n"));
        assert_eq!(describe(&p, "s", name), expected, "{declaration}");
        assert!(p.variable(symbol(&p, "s", name)).is_some_and(|v| v.implicit));
        assert!(p.variable(symbol(&p, "s", "a")).is_some_and(|v| v.implicit && v.storage == Storage::Dummy(0)));
    }
    // An internal procedure shares what its host uses, and nothing more.
    let p = clean("subroutine s\nx = 1\ncontains\nsubroutine t\nx = 2\ny = 3\nend subroutine\nend subroutine\n");
    assert_eq!(symbol(&p, "t", "x"), symbol(&p, "s", "x"));
    assert_eq!(p.home(symbol(&p, "t", "y")), Some(unit(&p, "t")));
}

#[test]
fn sizes_of_default_types() {
    let mut p = Program::new();
    let text = "subroutine s(x, d, n)\nreal x\ndouble precision d\nx = 1.0\nend\n".to_string();
    let file = p.sources.add(il::source::SourceFile { path: "a.f90".into(), text });
    let (tree, _) = frontend_fortran::parse(
        &mut p.sources,
        file,
        &mut frontend_fortran::NoIncludes,
        &frontend_fortran::Options::default(),
    );
    frontend_fortran::lower::lower(
        vec![tree],
        &mut p,
        &frontend_fortran::lower::Options { integer: 8, real: 8, double: 16 },
    );
    assert_eq!(describe(&p, "s", "x"), "real8 real");
    assert_eq!(describe(&p, "s", "d"), "real16 double precision");
    assert_eq!(describe(&p, "s", "n"), "integer8 integer");
}

#[test]
fn attributes_from_anywhere() {
    let p = clean(
        "subroutine s(a, b, f)\nreal, intent(in), target :: a(:)\nreal, optional, value :: b\nexternal f\nreal, allocatable, save :: c(:)\n\
         real :: d = 1.0, e, g\npointer e\ncommon /blk/ g\ndata h /2.0/\nsave k\ncall f(a)\nend subroutine\n",
    );
    let v = |name: &str| p.variable(symbol(&p, "s", name)).cloned().unwrap_or_else(|| panic!("{name}"));
    assert!(v("a").target && v("a").intent == Some(il::Intent::In) && v("a").storage == Storage::Dummy(0));
    assert!(v("b").optional && v("b").by_value);
    assert!(v("c").allocatable && v("c").saved);
    assert!(v("d").saved && v("d").init.is_some());
    assert!(v("e").pointer);
    assert_eq!(v("g").storage, Storage::Common);
    assert!(v("k").saved);
    let f = p.procedure(symbol(&p, "s", "f")).expect("a procedure");
    assert_eq!(f.class, ProcedureClass::Dummy(2));
}

#[test]
fn declarations_keep_their_order() {
    let p = clean(
        "      SUBROUTINE S(X)\n      REAL X, Y(3), Z\n      PARAMETER (N = 3)\n      COMMON /A/ P, Q(N) /B/ R\n      EQUIVALENCE (Y(1), Z)\n\
         \x20     SAVE Y\n      DATA Y /3*1.0/\n      END\n",
    );
    let s = &p.units[unit(&p, "s")];
    let kinds: Vec<&str> = s
        .decls
        .iter()
        .map(|d| match &d.kind {
            DeclKind::Variables { .. } => "variables",
            DeclKind::Parameter(_) => "parameter",
            DeclKind::Common { .. } => "common",
            DeclKind::Equivalence(_) => "equivalence",
            DeclKind::Save { .. } => "save",
            DeclKind::Data(_) => "data",
            _ => "other",
        })
        .collect();
    assert_eq!(kinds, ["variables", "parameter", "common", "common", "equivalence", "save", "data"]);
    assert_eq!(s.commons().keys().collect::<Vec<_>>(), ["a", "b"]);
    assert!(p.inputs[0].upper_case);
}

#[test]
fn derived_types() {
    let p = clean(
        "module m\ntype t\n! first\nreal :: x, y(2) ! both\ninteger, pointer :: p => null()\nend type\ntype, extends(t) :: u\nreal :: z\n\
         contains\nprocedure :: show => show_u\nend type\ncontains\nsubroutine show_u(self)\nclass(u) :: self\nend subroutine\nend module\n",
    );
    let record = |name: &str| match p.symbols[symbol(&p, "m", name)].kind {
        SymbolKind::Record(id) => &p.records[id],
        _ => panic!("{name}"),
    };
    let t = record("t");
    // All types of a family have all components, and the number of the dynamic type.
    assert_eq!(t.fields.len(), 5);
    let groups: Vec<(&str, u32)> = t.fields[..3].iter().map(|f| (f.name.as_str(), f.group)).collect();
    assert_eq!(groups, [("x", 0), ("y", 0), ("p", 1)]);
    assert_eq!(t.fields[0].comments, [" first"]);
    assert_eq!(t.fields[1].trailing.as_deref(), Some(" both"));
    assert!(t.fields[2].pointer && t.fields[2].init.is_some() && !t.opaque);
    let u = record("u");
    assert!(u.extends.is_some() && !u.opaque && u.trailing_text.len() == 2);
    let SymbolKind::Record(id) = p.symbols[symbol(&p, "m", "u")].kind else { panic!("u") };
    assert_eq!(p.shown(id), [0, 1, 2, 4]);
}

#[test]
fn interface_bodies_are_units() {
    let p = clean(
        "subroutine s(f, x)\ninterface\nfunction f(y)\nreal(8), intent(in) :: y\nreal(8) :: f\nend function\nsubroutine ext(z)\nreal :: z\nend subroutine\n\
         end interface\nreal(8) :: x\nreal :: w\nx = f(x)\ncall ext(w)\nend subroutine\nsubroutine ext(z)\nreal :: z\nend subroutine\n",
    );
    let f = p.procedure(symbol(&p, "s", "f")).expect("a procedure");
    assert_eq!(f.class, ProcedureClass::Dummy(0));
    assert!(p.units[f.unit.expect("described")].is_interface);
    assert_eq!(f.result.as_ref().and_then(|t| t.scalar()).map(|s| s.bytes), Some(8));
    assert_eq!(p.callee(symbol(&p, "s", "ext")), Some(unit(&p, "ext")));
}

#[test]
fn a_bad_unit_is_marked() {
    let (p, said) = program(&["subroutine s\nx = * 2\nend subroutine\nsubroutine t\nend subroutine\n"]);
    assert_eq!(said.len(), 1);
    assert!(p.units[unit(&p, "s")].has_errors && !p.units[unit(&p, "t")].has_errors);
}
