//! From text to tree, one line per case.

use il::source::{Diagnostic, SourceFile, Sources};

use frontend_fortran::ast::{File, Form};
use frontend_fortran::{NoIncludes, Options, parse};

use crate::show;

fn tree(form: Form, text: &str) -> (Sources, File, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let file = sources.add(SourceFile { path: "test".into(), text: text.into() });
    let options = Options { form: Some(form), ..Options::default() };
    let (file, diagnostics) = parse(&mut sources, file, &mut NoIncludes, &options);
    (sources, file, diagnostics)
}

/// The statements of a main program that consists of `text`, or the diagnostics.
fn body(form: Form, text: &str) -> String {
    let indent = if form == Form::Fixed { "      " } else { "" };
    let lines: Vec<String> = text
        .lines()
        .map(|line| match line.split_once(' ') {
            Some((label, rest)) if form == Form::Fixed && label.parse::<u32>().is_ok() => format!("{label:<6}{rest}"),
            _ => format!("{indent}{line}"),
        })
        .collect();
    let (_, file, diagnostics) = tree(form, &format!("{}\n{indent}END", lines.join("\n")));
    match diagnostics.first() {
        Some(first) => format!("{}: {}", first.code, first.message),
        None => show::stmts(&file.units[0].body),
    }
}

fn check(form: Form, table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(body(form, text), *expected, "{text}");
    }
}

/// All diagnostics and units.
fn report(form: Form, text: &str) -> String {
    let (_, file, diagnostics) = tree(form, text);
    let mut out: Vec<String> =
        diagnostics.iter().map(|d| format!("{}@{} {}", d.code, d.span.start, d.message)).collect();
    out.extend(file.units.iter().map(show::unit));
    out.join("\n")
}

#[test]
fn precedence() {
    check(
        Form::Free,
        &[
            ("x = a + b*c**d**e", "x = <a Add <b Mul <c Pow <d Pow e>>>>"),
            ("x = -a**2", "x = <Minus <a Pow 2>>"),
            ("x = -a + b", "x = <<Minus a> Add b>"),
            ("x = -a*b", "x = <Minus <a Mul b>>"),
            ("x = a - b - c", "x = <<a Sub b> Sub c>"),
            ("x = a/b/c*d", "x = <<<a Div b> Div c> Mul d>"),
            ("x = a**(-b)", "x = <a Pow (<Minus b>)>"),
            ("x = 2**-1", "x = <2 Pow <Minus 1>>"),
            ("x = a*-b + c", "x = <<a Mul <Minus b>> Add c>"),
            ("x = a // b == c", "x = <<a Concat b> Eq(Symbol) c>"),
            ("x = .not. a .and. b .or. c", "x = <<<Not a> And b> Or c>"),
            ("x = a .eqv. b .or. c .neqv. d", "x = <<a Eqv <b Or c>> Neqv d>"),
            ("x = a .lt. b .and. c >= d", "x = <<a Lt(Dotted) b> And <c Ge(Symbol) d>>"),
            ("x = .foo. a .bar. b + c", "x = <<Defined(\"foo\") a> Defined(\"bar\") <b Add c>>"),
        ],
    );
}

#[test]
fn designators_and_constants() {
    check(
        Form::Free,
        &[
            ("a(i)%b(2:3)%c = ','", "a(i)%b(2:3:)%c = ','"),
            ("s(1:3)(2:) = 'abc'(:2)", "s(1:3:)(2::) = 'abc'(:2:)"),
            ("z = (1.0, -2d0)", "z = complex(1.0, <Minus 2d0>)"),
            ("x = (a)", "x = (a)"),
            ("v = [1, 2]", "v = [1, 2]"),
            ("v = (/ (i**2, i = 1, n, 2) /)", "v = [do(<i Pow 2>, i = 1, n, 2)]"),
            ("v = [real(dp) :: ]", "v = [real(dp) :: ]"),
            ("v = [double precision :: 1]", "v = [doubleprecision :: 1]"),
            ("v = [character(len=3) :: 'a']", "v = [character len 3 :: 'a']"),
            ("x = f(a, k=b, c=1:2:3)", "x = f(a, k=b, c=1:2:3)"),
            ("x = a(::2, :, 1:)", "x = a(::2, ::, 1::)"),
            ("x = t(1, 2)", "x = t(1, 2)"),
            ("x = y[3]", "x = y[3]"),
            ("call f", "call f"),
            ("call a%b(i)%go(*10, x)", "call a%b(i)%go(*10, x)"),
            ("p(1:n) => q", "p(1:n:) => q"),
            ("x = 1.e5 + 1.eq.2", "x = <<1.e5 Add 1> Eq(Dotted) 2>"),
        ],
    );
}

#[test]
fn fixed_form_without_blanks() {
    check(
        Form::Fixed,
        &[
            ("DO10I=1.5", "DO10I = 1.5"),
            ("DO10I=1,5\n10 CONTINUE", "do 10 I = 1, 5 {10 continue}^"),
            ("DO 10 E1=1,5\n10 A(I)=0", "do 10 E1 = 1, 5 {10 A(I) = 0}^"),
            ("REAL*8D1,E2(3)", "real*8 D1, E2(3)"),
            ("REAL*8 HX, X8H", "real*8 HX, X8H"),
            ("DOUBLE PRECISION X", "doubleprecision X"),
            ("CHARACTER*(*) A, B*8(3)", "character len * A, B(3)*8"),
            ("CHARACTER*8, A", "character len 8 A"),
            ("IF(A)GOTO10\n10 CONTINUE", "if A: goto 10; 10 continue"),
            ("IF(X)10,20,30", "if X 10 20 30"),
            ("GOTO(1,2,3),I", "goto #3 I"),
            ("GOTO L", "goto L #0"),
            ("GO TO L,(1,2)", "goto L #2"),
            ("ASSIGN 10 TO L", "assign 10 L"),
            ("W = 5HA B,C", "W = 5HA B,C"),
            ("DATA A,(B(I),I=1,3)/1.0,3*-2/,C/'X'/", "data A, do(B(I), I = 1, 3) /1.0, 3*<Minus 2>/, C /'X'/"),
            ("COMMON A,B(2)/C/D//E", "common // A, B(2) /C/ D // E"),
            ("EQUIVALENCE(A,B(1)),(C,D)", "equivalence (A, B(1)) (C, D)"),
            ("IMPLICIT REAL*8(A-H,O-Z),INTEGER(I)", "implicit real*8 [('a', 'h'), ('o', 'z')] integer [('i', 'i')]"),
            ("IMPLICIT NONE", "implicit none"),
            ("PARAMETER(PI=3.14D0,N=2)", "parameter PI=3.14D0, N=2"),
            ("10 FORMAT(1X,3HA B,I5)", "10 format (1X,3HA B,I5)"),
            ("WRITE(6,*) A , (B(I),I=1,N)", "Write(6, *) A, do(B(I), I = 1, N) \"WRITE(6,*) A , (B(I),I=1,N)\""),
            ("READ 10, X", "Read(10) X \"READ 10, X\""),
            ("PRINT *", "Print(*)  \"PRINT *\""),
            ("DIMENSION A(0:N,*)", "dimension#0 A(0:N,*)"),
            ("CALL F(A,*10,&20)", "call F(A, *10, *20)"),
        ],
    );
}

#[test]
fn declarations() {
    check(
        Form::Free,
        &[
            ("real :: x = 1, y = 2", "real x=1, y=2"),
            ("real(kind=dp), dimension(:,:), intent(in out) :: a, b(3)", "real(dp) [dimension#2,inout] a, b(3)"),
            ("type(t), pointer :: p => null()", "type(t) [pointer] p=>null()"),
            ("class(*), allocatable :: c(..)", "classstar [allocatable] c(..)"),
            ("character(len=:), allocatable :: s", "character len : [allocatable] s"),
            ("character(8, kind=ck) :: s*4", "character(ck) len 8 s*4"),
            ("integer x /3/, y(2) /2*0/", "integer x/3/, y(2)/2*0/"),
            ("integer, parameter :: n(*) = [1]", "integer [parameter] n(*)=[1]"),
            ("use m, a => b", "use m a=>b"),
            ("use, intrinsic :: iso_c_binding, only: c_int, operator(+)", "use iso_c_binding only c_int,operator(+)"),
            ("intent(out) :: a", "out a"),
            ("allocate (real(dp) :: x(n, 0:m), stat=i)", "allocate real(dp) :: x(n, 0:m:) #1"),
            ("real, foo :: x", "RT0101: foo is not an attribute"),
        ],
    );
}

#[test]
fn blocks_nest() {
    check(
        Form::Fixed,
        &[
            ("DO 10 I=1,2\nDO 10 J=1,2\n10 A(I,J)=0", "do 10 I = 1, 2 {do 10 J = 1, 2 {10 A(I, J) = 0}^}^"),
            ("DO 10, WHILE(X.LT.1)\n10 CONTINUE", "do 10 while <X Lt(Dotted) 1> {10 continue}^"),
            ("DO 10 I=1,2\n10 END DO", "do 10 I = 1, 2 {}"),
            ("OUTER: DO I=1,2\nCYCLE OUTER\nENDDOOUTER", "OUTER: do I = 1, 2 {cycle OUTER}"),
            ("IF(A)THEN\nX=1\nELSEIF(B)THEN\nX=2\nELSE\nX=3\nENDIF", "if A {X = 1} else B {X = 2} else {X = 3}"),
        ],
    );
    check(
        Form::Free,
        &[
            ("do\nexit\nend do", "do {exit}"),
            ("do concurrent (i=1:n, j=1:m, a(i) > 0) local(t)\nend do", "do concurrent i,j {}"),
            (
                "where (m)\na = b\nelsewhere (k)\na = c\nelse where\na = d\nend where",
                "where m {a = b} else k {a = c} else {a = d}",
            ),
            ("select case (i)\ncase (1, 2:3)\nx = 1\ncase default\nend select", "select i Some(2) {x = 1} None {}"),
            ("if (a) then; x = 1; end if", "if a {x = 1}"),
            ("if (then) then = 1", "if then: then = 1"),
        ],
    );
}

#[test]
fn units_nest() {
    let text = "module m\ninterface\nsubroutine g(x)\nend subroutine\nend interface\ncontains\n\
                pure function f(x) result(y)\ny = x\nend function f\nend module m\nprogram p\ncall f\nend\n";
    assert_eq!(report(Form::Free, text), "m{Interface contains f{y = x}}\np{call f}");
}

#[test]
fn what_does_not_match_is_said_once() {
    let table = [
        (
            "subroutine s\nif (a) then\nx = 1\nend subroutine\n",
            "RT0106@13 this IF block is not closed: END IF is missing\ns!{if a {x = 1}}",
        ),
        ("subroutine s\nend do\nend\n", "RT0106@13 END DO belongs to nothing that is open here\ns!{ERROR END DO}"),
        (
            "subroutine s\nx = 1\nsubroutine t\nend\n",
            "RT0106@0 SUBROUTINE s is not closed: END SUBROUTINE is missing\ns!{x = 1}\nt{}",
        ),
        (
            "subroutine s\nx = (1\nend\n",
            "RT0101@19 expected ')' or ',', found the end of the statement\ns!{ERROR x = (1}",
        ),
        (
            "subroutine s\nfrobnicate x\nend\n",
            "RT0101@13 no Fortran statement begins like this\ns!{ERROR frobnicate x}",
        ),
        ("subroutine s\nx = 'abc\nend\n", "RT0102@17 this character constant is not closed\ns!{ERROR x = 'abc}"),
        ("subroutine s\nend subroutine t\n", "RT0106@28 the name t does not match s\ns{}"),
        ("subroutine s\nsync all\nend\n", "RT0108@13 SYNC statements are not supported\ns!{ERROR sync all}"),
        ("function f(x)\nend subroutine\n", "RT0106@14 END SUBROUTINE may not stand in FUNCTION f\nf!{}"),
        (
            "if (a) then\n",
            "RT0106@0 this IF block is not closed: END IF is missing\nRT0106@0 the main program is not closed: END PROGRAM is missing\n-!{if a {}}",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(report(Form::Free, text), expected, "{text}");
    }
}

#[test]
fn spans_point_into_the_file() {
    let text = "      SUBROUTINE S\n      X = A +\n     &    BETA (3)\n      END\n";
    let (_, file, diagnostics) = tree(Form::Fixed, text);
    assert!(diagnostics.is_empty());
    let frontend_fortran::ast::StmtKind::Assign { rhs, .. } = &file.units[0].body[0].kind else {
        panic!("an assignment")
    };
    let frontend_fortran::ast::ExprKind::Binary { right, .. } = &rhs.kind else { panic!("a sum") };
    assert_eq!(&text[right.span.start as usize..right.span.end as usize], "BETA (3)");
}

#[test]
fn deep_expressions_do_not_overflow() {
    let deep = format!("x = {}1{}\n", "(".repeat(5000), ")".repeat(5000));
    let long = format!("x = 1{}\n", " &\n + 1".repeat(5000));
    let too_deep = format!("x = {}\n", "(".repeat(20_000));
    let too_long = format!("x = 1{}\n", "+1".repeat(100_000));
    let ifs = format!("{}x = 1\n", "if (a) ".repeat(10_000));
    for text in [deep, long, too_deep, too_long, ifs] {
        let worker = std::thread::Builder::new().stack_size(64 << 20);
        let worker = worker.spawn(move || report(Form::Free, &text).len()).expect("a thread");
        assert!(worker.join().is_ok());
    }
}

#[test]
fn comments_of_vanishing_statements_move_on() {
    let text = "module m\ntype t\n! why\nsequence ! so\nreal x\nend type\nend module\n";
    let (sources, file, diagnostics) = tree(Form::Free, text);
    assert!(diagnostics.is_empty());
    let frontend_fortran::ast::StmtKind::TypeDef(def) = &file.units[0].body[0].kind else { panic!("a type") };
    assert!(def.sequence);
    let leading: Vec<_> = def.components[0].meta.leading.iter().map(|comment| comment.text(&sources)).collect();
    assert_eq!(leading, [" why", " so"]);
}

#[test]
fn garbage_is_survived() {
    for text in [
        "\u{0}\u{1}\u{ff}",
        "&&&&\n&",
        "'",
        "5H",
        "     5",
        "do",
        "end\nend\nend",
        "1 2 3",
        "(/",
        "!$ad",
        "#",
        "\t1",
        "if(",
        "::",
        "a%",
        "\u{feff}program p\nend",
    ] {
        for form in [Form::Fixed, Form::Free] {
            report(form, text);
        }
    }
}
