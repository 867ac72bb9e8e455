//! What `a(i)` is.

use super::{clean, codes, show, unit};
use il::StmtKind;

/// Declarations, a statement, and the statement in the notation of [`show`]. The unit is `subroutine s`.
const TABLE: &[(&str, &str, &str)] = &[
    // variables
    ("real :: a(3), x", "x = a(2)", "x = a[2]"),
    ("real :: a(3, 4), x(3)", "x = a(:, 2)", "x = a[:, 2]"),
    ("real :: a(10), x(5)", "x = a(1:10:2)", "x = a[1:10:2]"),
    ("character(8) :: c, d", "c = d(2:3)", "c = d{2:3}"),
    ("character(8) :: c(3), d", "d = c(2)(:3)", "d = c[2]{:3}"),
    ("real, parameter :: t(2) = [1., 2.]\nreal :: x", "x = t(1)", "x = t[1]"),
    ("integer :: i, k(3)\nreal :: a(9)", "a(k) = 0", "a[k] = 0"),
    // calls
    ("real :: f, x", "x = f(x)", "x = @f(x)"),
    ("real, external :: f\nreal :: x", "x = f()", "x = @f()"),
    ("implicit real (a-z)", "x = f(y)", "x = @f(y)"),
    ("real :: abs, x", "x = abs(x)", "x = $abs(x)"),
    ("real, external :: abs\nreal :: x", "x = abs(x)", "x = @abs(x)"),
    ("real :: abs(3), x", "x = abs(2)", "x = abs[2]"),
    ("double precision :: x", "x = dmax1(x, 1d0)", "x = $max(x, 1.0r8)"),
    ("real :: x(3)", "x(1) = sum(x, dim=1)", "x[1] = $sum(x, dim=1)"),
    // structures
    ("type t\nreal :: x, y(2)\nend type\ntype(t) :: a", "a%x = a%y(2)", "a.x = a.y[2]"),
    ("type t\nreal :: x\nend type\ntype(t) :: a(3)\nreal :: b(3)", "b = a(:)%x", "b = a[:].x"),
    ("type t\nreal :: x\ninteger :: n\nend type\ntype(t) :: a", "a = t(1., n=2)", "a = &t(1.0r4, n=2)"),
    ("type t\ncharacter(4) :: c\nend type\ntype(t) :: a\ncharacter(2) :: d", "d = a%c(1:2)", "d = a.c{1:2}"),
    // constants and constructors
    ("integer, parameter :: dp = kind(1d0)\nreal(dp) :: x", "x = 1.5_dp + 1.5", "x = 1.5r8+1.5r4"),
    ("complex :: z", "z = (1., -2)", "z = <1.0r4, -2>"),
    ("integer :: i\nreal :: a(3)", "a = [(real(i), i = 1, 3)]", "a = [($real(i), i = 1, 3)]"),
    ("real :: x", "x = -(x + 1)**2", "x = -(x+1)**2"),
    ("logical :: l\nreal :: x", "l = x < 1 .and. .not. l", "l = x Lt 1 And Not l"),
    // statement functions
    ("real :: sq, x, a\nsq(a) = a*a", "x = sq(x + 1)", "x = ((x+1)*(x+1))"),
    ("real :: f, g, x, a\nf(a) = a + 1\ng(a) = f(a)*2", "x = g(x)", "x = ((x+1)*2)"),
    ("real :: f, x, a, c\nf(a) = a + c", "x = f(c)", "x = (c+c)"),
    ("integer :: k\nreal :: x, a\nk(a) = a*2", "x = k(x)", "x = $int(x*2)"),
];

#[test]
fn application() {
    for (declarations, statement, expected) in TABLE {
        let p = clean(&format!("subroutine s\n{declarations}\n{statement}\nend subroutine s\n"));
        let s = &p.units[unit(&p, "s")];
        assert_eq!(show::block(&p, s, &s.body), *expected, "{declarations}; {statement}");
    }
}

#[test]
fn a_function_calls_itself_by_its_result() {
    let p = clean("recursive integer function f(n)\ninteger :: n\nf = n\nif (n > 0) f = f(n - 1)\nend function\n");
    let f = &p.units[unit(&p, "f")];
    assert_eq!(show::block(&p, f, &f.body), "f = n; if n Gt 0 { f = @f(n-1) }");
    let StmtKind::Assign { lhs, .. } = &f.stmts[f.body[0]].kind else { panic!() };
    assert_eq!(lhs.root(), f.result());
}

#[test]
fn generics_choose_by_type_kind_rank_and_keyword() {
    let module = "module m\nimplicit none\ninterface g\nmodule procedure g4, g8, gv, gk\nend interface\ncontains\n\
        real function g4(x)\nreal, intent(in) :: x\ng4 = x\nend function\n\
        elemental real(8) function g8(x)\nreal(8), intent(in) :: x\ng8 = x\nend function\n\
        real(8) function gv(x)\nreal(8), intent(in) :: x(:)\ngv = x(1)\nend function\n\
        real(8) function gk(n, o)\ninteger, intent(in) :: n\nreal, optional :: o\ngk = n\nend function\nend module\n";
    for (call, expected) in [
        ("g(1.0)", "@g4(1.0r4)"),
        ("g(1d0)", "@g8(1.0r8)"),
        ("g([1d0, 2d0])", "@gv([1.0r8, 2.0r8])"),
        ("g(n=3)", "@gk(n=3)"),
        ("g(o=1.0, n=3)", "@gk(o=1.0r4, n=3)"),
    ] {
        let p = clean(&format!("{module}subroutine s(x)\nuse m\nreal(8) :: x\nx = {call}\nend subroutine\n"));
        let s = &p.units[unit(&p, "s")];
        assert_eq!(show::block(&p, s, &s.body), format!("x = {expected}"), "{call}");
    }
}

#[test]
fn defined_operators_are_calls() {
    let module = |private: &str| {
        format!(
            "module m\n{private}\ntype t\nreal :: x\nend type\ninterface operator(+)\nmodule procedure plus\nend interface\ncontains\n\
             type(t) function plus(a, b)\ntype(t), intent(in) :: a, b\nplus%x = a%x\nend function\nend module\n\
             subroutine s(a)\nuse m\ntype(t) :: a\na = a + a\nend subroutine\n"
        )
    };
    // Of a function that may have no name there.
    for private in ["", "private :: plus"] {
        let p = clean(&module(private));
        let s = &p.units[unit(&p, "s")];
        assert_eq!(show::block(&p, s, &s.body), "a = @plus(a, a)");
    }
}

#[test]
fn bound_procedures_are_calls_where_only_one_can_be_meant() {
    let text = |extension: &str| {
        format!(
            "module m\ntype t\nreal :: x\ncontains\nprocedure :: step\nprocedure, pass(self) :: by => last\nprocedure, nopass :: free\n\
             generic :: get => by, step\nend type\n{extension}\ncontains\nsubroutine step(self, y)\nclass(t) :: self\nreal :: y\nend subroutine\n\
             real function last(k, self)\ninteger :: k\nclass(t) :: self\nlast = k\nend function\nsubroutine free(y)\nreal :: y\nend subroutine\n\
             end module\nsubroutine s(a)\nuse m\ntype(t) :: a\ncall a%step(1.0)\na%x = a%by(3)\ncall a%free(2.0)\ncall a%get(2.0)\nend subroutine\n"
        )
    };
    let p = clean(&text(""));
    let s = &p.units[unit(&p, "s")];
    let expected = "call step(a, 1.0r4); a.x = @last(3, a); call free(2.0r4); call step(a, 2.0r4)";
    assert_eq!(show::block(&p, s, &s.body), expected);
    // Neither does an extension change anything that does not override them.
    assert_eq!(codes(&text("type, extends(t) :: u\nend type")), [""; 0]);
}

#[test]
fn misuse_is_said_where_it_is() {
    for (body, expected) in [
        ("real :: x\nx = x(2) + y", vec!["RT0206"]),
        ("implicit none\nreal :: xs\nxs = sx", vec!["RT0202"]),
        ("real :: a(2, 2)\na(1) = 0", vec!["RT0216"]),
        ("type t\nreal :: x\nend type\ntype(t) :: a\na%y = 1", vec!["RT0207"]),
        ("real :: x\nx%y = 1", vec!["RT0207"]),
        ("type(t) :: a", vec!["RT0208"]),
        ("real(k) :: x", vec!["RT0205"]),
        ("real :: f, a, x\nf(a) = a + f(a)\nx = f(1.)", vec!["RT0217"]),
        ("real :: f, a, x\nf(a) = a\nx = f(1., 2.)", vec!["RT0216"]),
        ("integer, parameter :: a = b, b = a + 1\nreal(b) :: x", vec!["RT0218", "RT0205"]),
        ("type, extends(t) :: t\nend type", vec!["RT0218"]),
        ("do i = 1, 3\ni = 2\nend do", vec!["RT0219"]),
        ("goto 10\nif (x > 0) then\n10 x = 1\nend if", vec!["RT0221"]),
        ("real :: f, g, a, x\nf(a) = a*a\nx = f(g(x))", vec!["RT0210"]),
        ("goto 10", vec!["RT0214"]),
        ("10 x = 1\n10 x = 2", vec!["RT0220"]),
        ("read (5, '(i3)', advance='no', eor=10) x\n10 continue", vec!["RT0215"]),
        ("real, save :: k\nk = 1\nreturn\nentry e(x)\nx = k", vec![]),
        ("real, save :: k\nequivalence (k, l)\nk = 1\nreturn\nentry e(x)\nx = k", vec![]),
        ("real, save :: k\ndata k, l /1., 2/\nk = 1\nreturn\nentry e(x)\nx = k", vec!["RT0209"]),
        ("return\nentry e(x)\nx = 1", vec![]),
        ("real :: x\nreal :: x\nx = 1", vec!["RT0222"]),
        ("real :: x\nreal, dimension(3) :: y\ninteger y\nx = 1", vec!["RT0222"]),
        (
            "contains\nsubroutine t(x, p)\nreal, intent(in) :: x(2)\nreal, pointer, intent(in) :: p\np = x(1)\nx(2) = 1\nend subroutine",
            vec!["RT0223"],
        ),
    ] {
        assert_eq!(codes(&format!("subroutine s\n{body}\nend subroutine\n")), expected, "{body}");
    }
}
