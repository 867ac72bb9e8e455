//! Bad input: a diagnostic with file, line, caret and code; an exit status; no panic; nothing written half.

use std::path::Path;
use std::process::Command;

use crate::checking;

/// Runs a whole command line in an empty directory that holds `file`; gives exit status, console text, and what was written.
fn run(file: (&str, &[u8]), args: &[&str]) -> (u8, String, Vec<String>) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let input = directory.path().join(file.0);
    std::fs::write(&input, file.1).expect("the input");
    let out = directory.path().join("out");
    std::fs::create_dir(&out).expect("the output directory");
    let mut options = vec!["rtapenade".to_string()];
    options.extend(args.iter().map(|a| a.to_string()));
    options.extend(["-O".to_string(), out.to_string_lossy().into_owned(), input.to_string_lossy().into_owned()]);
    let (status, text) = rtapenade::run::run(options);
    let mut written: Vec<String> = list(&out);
    written.sort();
    (status, text, written)
}

fn list(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).map(|d| d.flatten().collect::<Vec<_>>()).unwrap_or_default();
    entries.into_iter().map(|e| e.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn every_mistake_is_said_and_nothing_is_written() {
    let good = b"subroutine f(x, y)\n  implicit none\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  y = x*x\nend subroutine f\n";
    let head: &[&str] = &["-reverse", "-head", r"f(x)\(y)"];
    let cases: &[(&str, (&str, &[u8]), &[&str], &[&str])] = &[
        ("unknown head", ("a.f90", good), &["-reverse", "-head", r"g(x)\(y)"], &["RT0302", "`g`", "`f`"]),
        (
            "a head that is internal to another procedure",
            (
                "a.f90",
                b"subroutine f(x, y)\n  implicit none\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  call g(y)\ncontains\n  subroutine g(z)\n    real(8), intent(out) :: z\n    z = x*x\n  end subroutine g\nend subroutine f\n",
            ),
            &["-reverse", "-head", "g"],
            &["RT0302", "internal to `f`", "make `f` the head"],
        ),
        (
            "a static variable of a C file, which no other derivative sets",
            ("a.c", b"static double gam = 1.4;\ndouble f(double x) { return x*gam; }\n"),
            &["-reverse", "-head", "f(f)/(x gam)"],
            &["RT0303", "`gam` is static", "leave out `static`"],
        ),
        (
            "a name that is the one of the constant in DIFFSIZES.inc",
            (
                "a.f",
                b"      SUBROUTINE F(X, Y)\n      INTEGER NBDIRSMAX\n      PARAMETER (NBDIRSMAX = 3)\n      DOUBLE PRECISION X(NBDIRSMAX), Y\n      Y = X(1)*X(NBDIRSMAX)\n      END\n",
            ),
            &["-reverse", "-vector", "-head", "f(y)/(x)"],
            &["RT0440", "`nbdirsmax`", "-nbdirsmax N"],
        ),
        (
            "a generic name",
            (
                "a.f90",
                b"module m\n  implicit none\n  private\n  public :: fit\n  interface fit\n    module procedure fit_a, fit_b\n  end interface\ncontains\n  subroutine fit_a(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    y = x*x\n  end subroutine\n  subroutine fit_b(x, n, y)\n    real(8), intent(in) :: x\n    integer, intent(in) :: n\n    real(8), intent(out) :: y\n    y = x**n\n  end subroutine\nend module\n",
            ),
            &["-reverse", "-head", "m%fit(y)/(x)"],
            &["RT0302", "`fit` is a generic name of several procedures", "`m%fit_a`, `m%fit_b`"],
        ),
        (
            "a wrong head beside a module that is missing",
            (
                "a.f90",
                b"module m\n  use elsewhere, only: something\n  implicit none\ncontains\n  subroutine g(t, y)\n    real(8), intent(in) :: t\n    real(8), intent(out) :: y\n    y = t*t\n  end subroutine\nend module\n",
            ),
            &["-reverse", "-head", "nosuch(y)/(t)"],
            &["RT0201", "elsewhere", "RT0302", "`nosuch`"],
        ),
        ("lists the wrong way round", ("a.f90", good), &["-reverse", "-head", "f(x)/(y)"], &["RT0310", "the other way round"]),
        (
            "a pointer to a local of a caller in split mode",
            (
                "a.c",
                b"static void inner(const double *a, const double *b, double *y, int n) {\n    const double *q = a;\n    for (int i = 0; i < n; i++) {\n        *y += q[i]*q[i]*q[0];\n        q = (i & 1) ? a : b;\n    }\n}\nstatic void outer(const double *x, double *y) {\n    double t[3];\n    for (int i = 0; i < 3; i++) t[i] = x[i]*x[i];\n    inner(t, x, y, 3);\n}\nvoid f(const double *x, double *y) {\n    *y = 0.0;\n    outer(x, y);\n}\n",
            ),
            &["-b", "-nocheckpoint", "inner outer", "-head", r"f(x)\(y)"],
            &["RT0431", "a.c:2", "caller in split mode"],
        ),
        (
            "the same where an array takes it on",
            (
                "a.c",
                b"#include <math.h>\nstatic void inner(double y[2]) {\n    double *q = y;\n    *q = cos(*q)*y[1];\n    q++;\n    *q = sin(*q);\n}\nstatic void outer(const double *x, double *z) {\n    double y[2] = { *x, *x };\n    inner(y);\n    *z = y[0]*y[1];\n}\nvoid f(const double *x, double *z) { outer(x, z); }\n",
            ),
            &["-b", "-nocheckpoint", "inner outer", "-head", r"f(x)\(z)"],
            &["RT0431", "a.c:3", "caller in split mode"],
        ),
        (
            "a variant that needs what it was made for (it was made again without end)",
            ("a.c", b"struct inner { double a, b[4]; };\ndouble g0 = 0.7, g1[4] = { 0.4, 0.5, 0.6, 0.7 };\nstatic void p2(double *sr)\n{\n  if (*sr < 1.0)\n    g1[0] = 0.5;\n}\nvoid p0(double *x0)\n{\n  g0 = x0[1];\n  p2(&x0[1]);\n}\nvoid run(double x[4])\n{\n  double y[4];\n  for (int i = 0; i < 4; i++)\n    y[i] = g1[1];\n  struct inner c = { g0, { 0.25, 0.75 } };\n  p0(y);\n  g1[2] = x[0]*c.a;\n  p0(c.b);\n}\n"),
            &["-tangent", "-head", "run"],
            &["RT0414", "a.c:21", "`x0`"],
        ),
        (
            "a block that grows and was made by somebody else",
            (
                "a.c",
                b"#include <stdlib.h>\ndouble f(double *p, int n, const double *x) {\n    double *q = realloc(p, n*sizeof(double));\n    double s = 0.0;\n    for (int i = 0; i < n; i++) {\n        q[i] = x[i]*x[i];\n        s += q[i]*q[i];\n    }\n    return s;\n}\n",
            ),
            &["-tangent", "-head", "f(f)/(x)"],
            &["RT0431", "a.c:3", "grows"],
        ),
        (
            "arrays in branches that tests keep small",
            ("a.c", b"void f(int n, int m, const double *a, double *s) {\n  int small = 1;\n  if (m > 64) small = 0;\n  *s = a[0];\n  if (n <= 64) {\n    double row[n];\n    for (int i = 0; i < n; i++) row[i] = a[i] * a[1];\n    *s += row[1] * row[n - 1];\n  }\n  if (small) {\n    double col[m];\n    for (int i = 0; i < m; i++) col[i] = a[i] * a[1];\n    *s += col[1] * col[m - 1];\n  }\n}\n"),
            &["-b", "-head", "f(s)/(a)"],
            &["RT0435", "a.c:6", "`row`", "a.c:11", "`col`"],
        ),
        (
            "a pointer into an array that is passed too, and how far it is read nobody knows",
            ("a.c", b"static void body(const double *a, double *p, int *k)\n{\n    while (a[*k] < 1.0)\n        *k += 1;\n    *p = a[*k]*p[*k];\n}\nvoid f(const double *x, double *y)\n{\n    double a[4], *p = a;\n    int k = 0;\n    for (int i = 0; i < 4; i++)\n        a[i] = x[i]*x[0];\n    for (int i = 0; i < 2; i++, p++)\n        body(a, p, &k);\n    *y = a[0]*a[1];\n}\n"),
            &["-b", "-head", r"f(x)\(y)"],
            &["RT0404", "a.c:14", "restrict"],
        ),
        (
            "a local array as long as what a pointer leads to says, which changes",
            ("a.c", b"struct grid { int n; const double *x; };\nvoid f(struct grid *g, double *y)\n{\n    const int n = g->n;\n    double z[n];\n    for (int i = 0; i < n; i++)\n        z[i] = g->x[i]*g->x[i];\n    g->n--;\n    *y = z[0]*z[1];\n}\n"),
            &["-b", "-head", r"f(g.x)\(y)"],
            &["RT0467", "a.c:5", "`g->n`", "changes in `f`"],
        ),
        (
            "one place for two parameters of a function without source",
            ("a.c", b"void scale(double *out, const double *in, double f);\nvoid f(double x[3])\n{\n    scale(x, x, x[0]);\n}\n"),
            &["-b", "-head", "f"],
            &["RT0404", "a.c:4", "the source of `scale` is not among the files"],
        ),
        (
            "a global that is passed, and read by its name",
            ("a.c", b"static double total;\nstatic void put(const double *t, double v)\n{\n    total = total*v*t[0];\n}\nvoid f(const double *x, double *y)\n{\n    total = x[0];\n    for (int i = 0; i < 4; i++)\n        put(&total, x[i]);\n    *y = total;\n}\n"),
            &["-b", "-head", r"f(x)\(y)"],
            &["RT0404", "a.c:10", "by its name"],
        ),
        (
            "a target that a dummy stands for, set by its name",
            ("a.f90", b"module m\n  implicit none\n  real(8), target :: g(2)\ncontains\n  subroutine sub(b)\n    real(8), target, intent(inout) :: b(:)\n    g(2) = b(1)*b(2)\n  end subroutine sub\n  subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    g = [x, x**2]\n    call sub(g)\n    y = product(g)\n  end subroutine f\nend module m\n"),
            &["-b", "-head", r"f(x)\(y)"],
            &["RT0404", "a.f90:13", "by its name or a pointer"],
        ),
        (
            "a target that two dummies stand for, set through one",
            ("a.f90", b"module m\n  implicit none\ncontains\n  subroutine sub(b, c, y)\n    real(8), target, intent(inout) :: b(:), c(:)\n    real(8), intent(out) :: y\n    b(1) = b(1)**2\n    y = c(1)\n  end subroutine sub\n  subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    real(8), target :: w(2)\n    w = x\n    call sub(w, w, y)\n  end subroutine f\nend module m\n"),
            &["-tangent", "-head", r"f(x)\(y)"],
            &["RT0404", "a.f90:15", "by another argument"],
        ),
        ("a list that names nothing", ("a.f90", good), &["-reverse", "-head", "f(y)/()"], &["RT0306", "no independent", "leave the list out"]),
        (
            "a list that names an integer alone",
            ("a.f90", b"subroutine f(n, x, y)\n  implicit none\n  integer, intent(in) :: n\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  y = n*x\nend subroutine f\n"),
            &["-reverse", "-head", "f(y)/(n)"],
            &["RT0306", "no independent", "-head:1:7"],
        ),
        (
            "a procedure that stands alone sets what a module has that uses its caller's",
            ("a.f90", b"module types\n  implicit none\ncontains\n  subroutine sq(z)\n    real(8), intent(inout) :: z\n    external :: foo\n    call foo(z)\n    z = z**2\n  end subroutine sq\nend module types\nmodule physics\n  use types\n  implicit none\n  real(8), save :: gravity = 0.2d0\ncontains\n  subroutine cost(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    y = gravity*x\n    call sq(y)\n    y = gravity*y\n  end subroutine cost\nend module physics\nsubroutine foo(z)\n  use physics\n  implicit none\n  real(8), intent(inout) :: z\n  gravity = z*gravity\n  z = gravity*z\nend subroutine foo\n"),
            &["-reverse", "-nooptim", "notes", "-head", "physics%cost(y)/(x)"],
            &["RT0461", "a.f90:4", "`gravity` of `physics`, which uses the module around it", "move `gravity` to a module that `types` uses"],
        ),
        (
            "a directive behind blanks",
            ("a.f90", b"subroutine f(x, y)\n  real(8) :: x, y\n  y = x\n    !$AD BINOMIAL-CKP\n  do i = 1, 3\n    y = y*x\n  end do\nend subroutine\n"),
            head,
            &["RT0459", "a.f90:4:5", "\u{2502}     ^^^^^^^^^^^^^^^^^\n"],
        ),
        ("bad head", ("a.f90", good), &["-reverse", "-head", "f(x"], &["RT0301", "^"]),
        ("unknown extension", ("a.txt", good), head, &["RT0505"]),
        (
            "a procedure that is passed and has fewer arguments than it is called with",
            (
                "a.f90",
                b"subroutine fun(u)\n  real(8) :: u\n  u = 2*u\nend subroutine\nsubroutine f(x, y)\n  real(8) :: x, y\n  external fun\n  call app(fun, x, y)\nend subroutine\nsubroutine app(g, x, y)\n  real(8) :: x, y, r\n  integer :: ie\n  external g\n  r = x\n  call g(1d0, ie, r)\n  y = r*x\nend subroutine\n",
            ),
            head,
            &["RT0416", "`fun`", "a.f90:15"],
        ),
        (
            "a function of C that is given too much",
            ("a.c", b"static void turn(double *p, double a, double s) { *p += a*s; }\nvoid f(const double *x, double dt, double *y)\n{\n    double p = 0.0;\n    turn(&p, x[0], x[1], dt);\n    y[0] = p;\n}\n"),
            &["-tangent", "-head", "f(y)/(x)"],
            &["RT0416", "`turn` is given more arguments than it has", "a.c:5"],
        ),
        (
            "a function of C that is given a function too much",
            ("a.c", b"typedef double (*fun)(double);\nstatic double g(double a) { return a*a; }\nstatic void all(double *p, double a, double s) { *p += g(a)*s; }\nvoid f(const double *x, double *y)\n{\n    double p = 0.0;\n    all(&p, x[0], x[1], g);\n    y[0] = p;\n}\n"),
            &["-reverse", "-head", "f(y)/(x)"],
            &["RT0416", "`all` is given more arguments than it has", "a.c:7"],
        ),
        (
            "a function of C that is given too little",
            ("a.c", b"double g(a, b)\ndouble a, b;\n{\n    return a*b;\n}\ndouble f(double x) { return g(x); }\n"),
            &["-tangent", "-head", "f(f)/(x)"],
            &["RT0416", "`g` is given fewer arguments than it has", "a.c:6"],
        ),
        (
            "a function of C without source that is given too little",
            ("a.c", b"double g(double, double);\ndouble f(double x) { return g(x); }\n"),
            &["-reverse", "-head", "f(f)/(x)"],
            &["RT0416", "`g` is given fewer arguments than it has", "a.c:2"],
        ),
        (
            "an internal procedure that is passed, in a procedure that the head does not call",
            (
                "a.f90",
                b"module m\ncontains\n  subroutine total(g, x, y)\n    interface\n      function g(t)\n        real(8), intent(in) :: t\n        real(8) :: g\n      end function g\n    end interface\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    y = g(x)*x\n  end subroutine total\n  subroutine outer(a, x, y)\n    real(8), intent(in) :: a, x\n    real(8), intent(out) :: y\n    call total(inner, x, y)\n  contains\n    function inner(t)\n      real(8), intent(in) :: t\n      real(8) :: inner\n      inner = a*t\n    end function inner\n  end subroutine outer\nend module m\n",
            ),
            &["-head", r"total(x)\(y)"],
            &["RT0415", "`inner`", "a.f90:19", "`outer`"],
        ),
        (
            "an array of unknown extent that an internal procedure overwrites",
            (
                "a.f",
                b"      subroutine f(x, n, y)\n      integer n, k\n      double precision x(*), y\n      y = 0\n      do k = 1, n\n        call step\n        y = y + x(k)*x(1)\n      end do\n      contains\n      subroutine step\n        if (y < 5) x(k) = x(k)*x(k)\n        y = y*x(k)\n      end subroutine\n      end\n",
            ),
            head,
            &["RT0432", "`x`", "a.f:6", "explicit extent"],
        ),
        (
            "an operator that the type of either operand may choose",
            (
                "a.f90",
                b"module m\n  type t\n    real(8) :: c = 0\n  contains\n    procedure, pass(b) :: over\n    generic :: operator(/) => over\n  end type t\n  type, extends(t) :: s\n  contains\n    procedure, pass(b) :: over => s_over\n  end type s\ncontains\n  real(8) function over(a, b)\n    class(t), intent(in) :: a, b\n    over = a%c/b%c\n  end function over\n  real(8) function s_over(a, b)\n    class(t), intent(in) :: a\n    class(s), intent(in) :: b\n    s_over = a%c/b%c**2\n  end function s_over\n  subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    type(t) :: a\n    type(s) :: b\n    a%c = x\n    b%c = 2*x\n    y = a/b\n  end subroutine f\nend module m\n",
            ),
            head,
            &["RT0211", "more than one specific procedure", "a.f90:29"],
        ),
        (
            "an allocatable component of its own type",
            (
                "a.f90",
                b"module m\n  type node\n    real(8) :: w\n    type(node), allocatable :: next\n  end type node\ncontains\n  subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    type(node) :: a\n    allocate(a%next)\n    a%next%w = x\n    y = a%next%w**2\n  end subroutine f\nend module m\n",
            ),
            head,
            &["RT0431", "`next`"],
        ),
        (
            "a list in allocatable components that is released",
            (
                "a.f90",
                b"module m\n  type node\n    integer :: i = 1\n    type(node), allocatable :: next\n  end type node\n  type(node), allocatable, save :: a(:)\ncontains\n  subroutine f(x, y)\n    real(8), intent(in) :: x(3)\n    real(8), intent(out) :: y\n    if (allocated(a)) deallocate(a)\n    allocate(a(3))\n    a(2)%i = 3\n    y = x(a(2)%i)**2\n  end subroutine f\nend module m\n",
            ),
            head,
            &["RT0431", "a.f90:8", "behind `next`"],
        ),
        (
            "a complex number under two reals, in several directions",
            (
                "a.f",
                b"      subroutine f(x, y)\n      double precision x, y, r(2)\n      complex*16 z\n      equivalence (r(1), z)\n      r(1) = x\n      r(2) = x*x\n      y = dimag(z*z) + dble(z)\n      end\n",
            ),
            &["-vector", "-head", r"f(x)\(y)"],
            &["RT0440", "a.f:", "complex"],
        ),
        (
            "a target that is released where pointers of the backward sweep still lead there",
            (
                "a.f90",
                b"subroutine f(x, y)\n  real(8), intent(in) :: x(3)\n  real(8), intent(out) :: y\n  real(8), allocatable, target :: w(:)\n  real(8), pointer :: p(:), q(:), t(:)\n  integer :: i, k\n  y = 0\n  do i = 1, 2\n    allocate(w(6))\n    w = 0.5d0\n    w(:3) = x*i\n    p => w(:3)\n    q => w(4:)\n    do k = 1, 3\n      q = q + p**2\n      t => p\n      p => q\n      q => t\n    end do\n    y = y + sum(p*q)\n    deallocate(w)\n  end do\nend subroutine f\n",
            ),
            head,
            &["RT0431", "a.f90:13", "target"],
        ),
        (
            "a structure that is assigned again while a pointer leads to its component",
            (
                "a.f90",
                b"module m\n  type box\n    real(8), allocatable :: u(:)\n  end type box\ncontains\n  subroutine f(x, y)\n    real(8), intent(in) :: x(2)\n    real(8), intent(out) :: y\n    type(box), target :: b, c\n    real(8), pointer :: p(:)\n    allocate (b%u(2))\n    b%u = x\n    c = b\n    p => c%u\n    p = p*x\n    y = sum(c%u)\n    c = b\n    y = y*sum(c%u)\n  end subroutine f\nend module m\n",
            ),
            head,
            &["RT0431", "a.f90:14", "target"],
        ),
        (
            "a part that a call allocates again while a pointer leads there",
            (
                "a.f90",
                b"module m\n  type box\n    real(8), allocatable :: u(:)\n    real(8), pointer :: v(:) => null()\n  end type box\ncontains\n  subroutine get(b, p)\n    type(box), target, intent(inout) :: b\n    real(8), pointer, intent(out) :: p(:)\n    p => b%u\n  end subroutine get\n  subroutine grow(b, n, x)\n    type(box), intent(inout) :: b\n    integer, intent(in) :: n\n    real(8), intent(in) :: x\n    if (allocated(b%u)) deallocate (b%u)\n    allocate (b%u(n))\n    b%u = x\n  end subroutine grow\n  subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    type(box), target :: b\n    real(8), pointer :: p(:)\n    integer :: i\n    y = 0\n    do i = 1, 3\n      call grow(b, i, x*i)\n      call get(b, p)\n      p(1) = p(1)*x\n      y = y + sum(b%u**2)\n    end do\n  end subroutine f\nend module m\n",
            ),
            head,
            &["RT0431", "a.f90:29", "target"],
        ),
        (
            "a part of a structure that is released while a pointer leads there by a pointer to the structure",
            (
                "a.f90",
                b"module m\n  type box\n    real(8), allocatable :: t(:)\n  end type box\ncontains\n  subroutine f(x, y)\n    real(8), intent(in) :: x(2)\n    real(8), intent(out) :: y\n    type(box), target :: g, h\n    type(box), pointer :: q\n    real(8), pointer :: a(:)\n    integer :: k\n    y = 0\n    do k = 1, 2\n      if (k == 1) then\n        q => h\n      else\n        q => g\n      end if\n      allocate (g%t(k), h%t(k+1))\n      g%t = x(1)\n      h%t = x(2)*k\n      a => q%t\n      if (x(1) > 100) a => q%t(1:1)\n      a = a*x(1)\n      y = y + sum(a)*x(2)\n      deallocate (g%t, h%t)\n    end do\n  end subroutine f\nend module m\n",
            ),
            head,
            &["RT0431", "a.f90:24", "target"],
        ),
        (
            "structures in an array, assigned with the pointers in them",
            (
                "a.f90",
                b"module m\n  type slab\n    real(8), pointer :: p(:) => null()\n  end type slab\ncontains\n  subroutine rotate(s)\n    type(slab), intent(inout) :: s(3)\n    type(slab) :: t\n    t = s(1)\n    s(1:2) = s(2:3)\n    s(3) = t\n  end subroutine rotate\n  subroutine f(x, y)\n    real(8), intent(in) :: x(2)\n    real(8), intent(out) :: y\n    real(8), target :: a(2), b(2), c(2)\n    type(slab) :: s(3)\n    integer :: i\n    s(1)%p => a\n    s(2)%p => b\n    s(3)%p => c\n    a = x\n    b = x**2\n    c = x**3\n    do i = 1, 3\n      s(3)%p = s(2)%p*s(1)%p\n      call rotate(s)\n    end do\n    y = sum(s(3)%p)\n  end subroutine f\nend module m\n",
            ),
            head,
            &["RT0431", "a.f90:10", "one by one"],
        ),
        (
            "a structure that a procedure keeps",
            (
                "a.f90",
                b"module m\n  type tree\n    real(8) :: w(4) = 0\n    integer :: n = 0\n  end type tree\ncontains\n  subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    type(tree), save :: t\n    t%w(1) = t%w(1) + x\n    y = t%w(1)**2\n  end subroutine f\nend module m\n",
            ),
            head,
            &["RT0465", "a.f90:10", "of the one that defines its type"],
        ),
        (
            "a target that is released after a pointer of an earlier run may have been read",
            (
                "a.f90",
                b"module fields\n  implicit none\n  real(8), allocatable, target, save :: u(:)\n  real(8), pointer, save :: p(:) => null()\ncontains\n  subroutine run(x, f)\n    real(8), intent(in) :: x(3)\n    real(8), intent(out) :: f\n    f = 1\n    if (associated(p)) f = sum(p**2)*x(1)\n    if (allocated(u)) deallocate(u)\n    allocate(u(3))\n    u = x**2\n    p => u\n    f = sum(p**2)*f\n  end subroutine\nend module\n",
            ),
            &["-reverse", "-head", r"run(x)\(f)"],
            &["RT0431", "a.f90:14", "target"],
        ),
        (
            "a derivative that would have to name a type of a module that uses its own",
            (
                "a.f90",
                b"module shapes\n  implicit none\n  type :: shape\n    real(8) :: s = 1\n  contains\n    procedure :: area => shape_area\n    procedure :: init => shape_init\n  end type\ncontains\n  function shape_area(self, x) result(a)\n    class(shape), intent(in) :: self\n    real(8), intent(in) :: x\n    real(8) :: a\n    a = self%s*x\n  end function\n  subroutine shape_init(self, x)\n    class(shape), intent(inout) :: self\n    real(8), intent(in) :: x\n    self%s = x\n  end subroutine\n  subroutine twice(s, x, f)\n    class(shape), allocatable, intent(inout) :: s\n    real(8), intent(in) :: x\n    real(8), intent(inout) :: f\n    f = f + s%area(x)\n    deallocate(s)\n  end subroutine\nend module\nmodule more\n  use shapes, only: shape\n  implicit none\n  type, extends(shape) :: disc\n    real(8) :: r = 2\n  contains\n    procedure :: area => disc_area\n  end type\ncontains\n  function disc_area(self, x) result(a)\n    class(disc), intent(in) :: self\n    real(8), intent(in) :: x\n    real(8) :: a\n    a = self%s*self%r*x**3\n  end function\nend module\nmodule user\n  use shapes, only: shape, twice\n  use more, only: disc\n  implicit none\ncontains\n  subroutine run(x, f)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: f\n    class(shape), allocatable :: a\n    allocate(disc :: a)\n    call a%init(x)\n    f = a%area(x)\n    call twice(a, x, f)\n  end subroutine\nend module\n",
            ),
            &["-reverse", "-head", r"run(x)\(f)"],
            &["RT0461", "a.f90:21", "`disc`"],
        ),
        (
            "-module reuse: a pointer that original code leads to a procedure which its module keeps to itself",
            (
                "a.f90",
                b"module solvers\n  implicit none\n  private\n  abstract interface\n    function rate_i(y) result(dy)\n      real(8), intent(in) :: y\n      real(8) :: dy\n    end function\n  end interface\n  type, public :: model_t\n    procedure(rate_i), pointer, nopass :: rate => null()\n  end type\n  public :: init\ncontains\n  subroutine init(m)\n    type(model_t), intent(out) :: m\n    m%rate => rate1\n  end subroutine\n  function rate1(y) result(dy)\n    real(8), intent(in) :: y\n    real(8) :: dy\n    dy = y**2\n  end function\nend module\nmodule study\n  use solvers\n  implicit none\ncontains\n  subroutine run(x, f)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: f\n    type(model_t) :: m\n    call init(m)\n    f = m%rate(x)\n  end subroutine\nend module\n",
            ),
            &["-reverse", "-module", "reuse", "-head", r"run(x)\(f)"],
            &["RT0461", "a.f90:5", "`rate1`"],
        ),
        (
            "-module reuse: a caller would have to save a variable that a module without derivatives keeps to itself",
            ("a.f90", b"module counts\n  implicit none\n  integer, private :: n = 1\ncontains\n  subroutine count_up()\n    n = n + 1\n  end subroutine\n  integer function counted()\n    counted = n\n  end function\nend module\nsubroutine step(x)\n  use counts\n  implicit none\n  real(8), intent(inout) :: x\n  x = sin(x)*counted()\n  call count_up()\nend subroutine\nsubroutine run(x)\n  implicit none\n  real(8), intent(inout) :: x\n  call step(x)\n  call step(x)\nend subroutine\n"),
            &["-reverse", "-module", "reuse", "-head", r"run(x)\(x)"],
            &["RT0461", "a.f90:19", "`n`, which `counts` keeps to itself"],
        ),
        (
            "-module reuse: the interface of a procedure pointer, which its module keeps to itself",
            (
                "a.f90",
                b"module solvers\n  implicit none\n  private\n  type, public :: model_t\n    procedure(rate_i), pointer, nopass :: rate => null()\n  end type\n  abstract interface\n    function rate_i(y) result(dy)\n      real(8), intent(in) :: y(:)\n      real(8) :: dy\n    end function\n  end interface\n  public :: rate1, rate2\ncontains\n  function rate1(y) result(dy)\n    real(8), intent(in) :: y(:)\n    real(8) :: dy\n    dy = y(1)**2\n  end function\n  function rate2(y) result(dy)\n    real(8), intent(in) :: y(:)\n    real(8) :: dy\n    dy = y(1)**3\n  end function\nend module\nmodule study\n  use solvers\n  implicit none\ncontains\n  subroutine run(x, f)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: f\n    type(model_t) :: m\n    m%rate => rate1\n    f = m%rate([x])\n    m%rate => rate2\n    f = f*m%rate([x])\n  end subroutine\nend module\n",
            ),
            &["-reverse", "-module", "reuse", "-head", r"run(x)\(f)"],
            &["RT0461", "a.f90:30", "`rate_i`"],
        ),
        (
            "a pointer that the head depends on is led elsewhere",
            (
                "a.f90",
                b"module m\n  implicit none\n  real(8), target :: u(3) = 1\n  real(8), pointer :: p(:) => null()\ncontains\n  subroutine run(x, f)\n    real(8), intent(in) :: x(3)\n    real(8), intent(out) :: f\n    p => u\n    p(1) = p(1)*x(1)\n    f = sum(p**2) + u(2)*x(2)\n    p(3) = p(1)*x(3)\n  end subroutine\nend module\n",
            ),
            &["-reverse", "-head", r"run(f,p)/(u)"],
            &["RT0431", "a.f90:9", "dependent"],
        ),
        (
            "split mode of what has pointers to its own locals",
            (
                "a.c",
                b"struct grid { double *cur, *next; };\nstatic void step(struct grid *g) {\n  for (int i = 0; i < 3; i++) g->next[i] = g->cur[i]*g->cur[2];\n  double *t = g->cur; g->cur = g->next; g->next = t;\n}\nstatic double inner(int n, const double *x) {\n  double a[3], b[3], s = 0;\n  struct grid g = {a, b};\n  for (int i = 0; i < 3; i++) a[i] = x[i];\n  for (int t = 0; t < n; t++) {\n    step(&g);\n    s += g.cur[1]*g.cur[0];\n  }\n  return s;\n}\nvoid f(int n, const double *x, double *y) { *y = inner(n, x)*x[0]; }\n",
            ),
            &["-reverse", "-nocheckpoint", "inner", "-head", r"f(x)\(y)"],
            &["RT0431", "a.c:8", "split mode"],
        ),
        (
            "split mode of a structure with pointers to its own array",
            (
                "a.c",
                b"struct node { double m; struct node *next; };\nstatic double chain(int n, const double *x) {\n  struct node pool[8];\n  for (int i = 0; i < n; i++) {\n    pool[i].m = x[i]*x[i];\n    pool[i].next = &pool[(i + 1) % n];\n  }\n  return pool[0].next->m*pool[1].next->m;\n}\ndouble f(int n, const double *x) { return chain(n, x)*x[0]; }\n",
            ),
            &["-reverse", "-nocheckpoint", "chain", "-head", "f(f)/(x)"],
            &["RT0431", "a.c:3", "split mode"],
        ),
        (
            "split mode of a function that needs what it has allocated for its caller",
            (
                "a.f90",
                b"module m\n  type :: net\n    real(8), allocatable :: k(:)\n    integer, allocatable :: o(:)\n  end type\ncontains\n  function sorted(x) result(t)\n    real(8), intent(in) :: x(:)\n    type(net) :: t\n    allocate (t%o(3), t%k(3))\n    t%o = merge([1, 3, 2], [3, 1, 2], x(1) > x(2))\n    t%k = x(t%o)*x\n  end function\n  subroutine f(x, y)\n    real(8), intent(in) :: x(3)\n    real(8), intent(out) :: y\n    type(net) :: t\n    t = sorted(x)\n    y = sum(t%k**2)\n  end subroutine\nend module\n",
            ),
            &["-reverse", "-nocheckpoint", "sorted", "-head", r"f(x)\(y)"],
            &["RT0431", "a.f90:7", "a part of the value", "in joint mode"],
        ),
        (
            "a composite whose parts are of its own family",
            (
                "a.f90",
                b"module m\n  type :: shape\n    real(8) :: l = 1\n  end type\n  type, extends(shape) :: pair\n    type(shape) :: a\n  end type\ncontains\n  function g(s) result(v)\n    class(shape), intent(in) :: s\n    real(8) :: v\n    v = s%l**2\n  end function\n  subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    type(pair) :: s\n    s%a%l = x\n    s%l = x**2\n    y = g(s)*s%a%l\n  end subroutine\nend module\n",
            ),
            head,
            &["RT0401", "a.f90:12", "`shape`", "ALLOCATABLE"],
        ),
        (
            "an active component beside pointers and FINAL",
            (
                "a.f90",
                b"module m\n  type :: field\n    real(8) :: l = 1\n    real(8), pointer :: p(:) => null()\n  contains\n    final :: bye\n  end type\ncontains\n  subroutine bye(s)\n    type(field), intent(inout) :: s\n    if (associated(s%p)) deallocate(s%p)\n  end subroutine\n  subroutine f(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    type(field) :: s\n    s%l = x**2\n    y = s%l**2\n  end subroutine\nend module\n",
            ),
            head,
            &["RT0401", "a.f90:18", "`field`", "FINAL"],
        ),
        (
            "structures with allocations that an expression makes as an argument",
            (
                "a.f90",
                b"module m\n  implicit none\n  type vec\n    real(8), allocatable :: x(:)\n  end type\ncontains\n  real(8) function tot(p)\n    type(vec), intent(in) :: p(:)\n    tot = sum(p(1)%x)*p(2)%x(1)\n  end function\n  subroutine f(a, y)\n    real(8), intent(in) :: a(2)\n    real(8), intent(out) :: y\n    type(vec) :: p, q\n    p = vec(a)\n    q = vec(a*a)\n    y = tot([p, q])\n  end subroutine\nend module\n",
            ),
            &["-reverse", "-head", r"f(a)\(y)"],
            &["RT0431", "a.f90:17", "an expression makes", "assign it to a variable first"],
        ),
        (
            "a structure under the type of another",
            (
                "a.c",
                b"struct shape { int kind; };\nstruct circle { struct shape base; double r; };\nstatic double area(const struct shape *s) {\n  const struct circle *c = (const struct circle *)s;\n  return 3.14*c->r*c->r;\n}\nvoid f(double x, double *y) {\n  struct circle c = {{1}, x};\n  *y = area(&c.base) + x;\n}\n",
            ),
            head,
            &["RT0401", "a.c:4", "this cast"],
        ),
        (
            "a structure under the type of another, by way of `void *`",
            (
                "a.c",
                b"struct shape { int kind; };\nstruct circle { struct shape base; double r; };\nstatic double area(const struct shape *s) {\n  const void *self = s;\n  const struct circle *c = self;\n  return 3.14*c->r*c->r;\n}\nvoid f(double x, double *y) {\n  struct circle c = {{1}, x};\n  *y = area(&c.base) + x;\n}\n",
            ),
            head,
            &["RT0401", "a.c:5", "from one structure to another"],
        ),
        (
            "a structure given to a `void *` that is used as another",
            (
                "a.c",
                b"struct shape { int kind; };\nstruct circle { struct shape base; double r; };\nstatic double area(const void *s) {\n  const struct circle *c = s;\n  return 3.14*c->r*c->r;\n}\nvoid f(double x, double *y) {\n  struct circle c = {{1}, x};\n  struct shape *s = &c.base;\n  *y = area(s) + x;\n}\n",
            ),
            head,
            &["RT0401", "a.c:10", "from one structure to another"],
        ),
        (
            "a structure around a member, by its offset",
            (
                "a.c",
                b"#include <stddef.h>\nstruct shape { int kind; };\nstruct circle { double r; struct shape base; };\nstatic double area(const struct shape *s) {\n  const struct circle *c = (const struct circle *)((const char *)s - offsetof(struct circle, base));\n  return 3.14*c->r*c->r;\n}\nvoid f(double x, double *y) {\n  struct circle c = {x, {1}};\n  *y = area(&c.base) + x;\n}\n",
            ),
            head,
            &["RT0401", "a.c:5", "from one structure to another"],
        ),
        (
            "MOVE_ALLOC of an object that holds another whose type is its own",
            (
                "a.f90",
                b"module m\n  implicit none\n  type, abstract :: base\n  contains\n    procedure(val_i), deferred :: val\n  end type\n  abstract interface\n    function val_i(self) result(r)\n      import :: base\n      class(base), intent(in) :: self\n      real(8) :: r\n    end function\n  end interface\n  type, extends(base) :: sq\n    real(8) :: c = 0\n    class(base), allocatable :: next\n  contains\n    procedure :: val => sq_val\n  end type\ncontains\n  function sq_val(self) result(r)\n    class(sq), intent(in) :: self\n    real(8) :: r\n    r = self%c**2\n  end function\n  subroutine obj(x, f)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: f\n    class(base), allocatable :: b\n    type(sq), allocatable :: t\n    allocate(t)\n    t%c = 2*x\n    call move_alloc(t, b)\n    f = b%val()\n  end subroutine\nend module\n",
            ),
            &["-reverse", "-head", r"obj(x)\(f)"],
            &["RT0431", "a.f90:33", "`move_alloc`", "deallocate the first"],
        ),
        (
            "a fixed point of nothing",
            (
                "a.f90",
                b"subroutine f(x, y)\n  real(8) :: x, y\n  y = x\n  !$AD FP-LOOP\n  do while (y > 0.1)\n    y = y*x\n  end do\nend subroutine f\n",
            ),
            head,
            &["RT0460", "a.f90:4"],
        ),
        (
            "a fixed point of what a bare pointer leads to",
            (
                "a.c",
                b"void f(double x, double *y) {\n  //$AD FP-LOOP \"y\"\n  while (*y > 0.1)\n    *y = *y*x;\n}\n",
            ),
            head,
            &["RT0460", "a.c:2", "`y[n]`"],
        ),
        (
            "a fixed point whose turns count",
            (
                "a.f90",
                b"subroutine f(x, y)\n  real(8) :: x, y\n  integer :: i\n  y = x\n  !$AD FP-LOOP y\n  do i = 1, 9\n    y = y*x/i\n  end do\nend subroutine f\n",
            ),
            head,
            &["RT0462", "a.f90:7", "`i`"],
        ),
        (
            "a fixed point whose turns take two buffers in turn",
            (
                "a.f90",
                b"subroutine f(x, y)\n  real(8) :: x, y, u(2)\n  integer :: new, old\n  u = x\n  new = 1\n  old = 2\n  !$AD FP-LOOP u\n  do while (abs(u(1) - u(2)) > 1d-9)\n    u(new) = 0.5*cos(u(old)) + x\n    new = old\n    old = 3 - new\n  end do\n  y = u(new)\nend subroutine f\n",
            ),
            head,
            &["RT0462", "a.f90:10", "`new`, `old`", "copy the new values into one buffer"],
        ),
        (
            "a fixed point whose turns swap pointers",
            (
                "a.c",
                b"void f(double x, double *y) {\n  double a = x, b = 0, *u = &a, *v = &b;\n  //$AD FP-LOOP \"a b\"\n  while (a - b > 1e-9 || b - a > 1e-9) {\n    double *t = u;\n    *v = 0.5**u**u + x;\n    u = v;\n    v = t;\n  }\n  *y = *u;\n}\n",
            ),
            head,
            &["RT0462", "a.c:7", "`u`, `v`"],
        ),
        (
            "a fixed point whose turns alternate in what they call",
            (
                "a.f90",
                b"module m\n  logical :: even = .true.\ncontains\n  subroutine step(x, a, b)\n    real(8) :: x, a, b\n    if (even) then\n      a = 0.5*cos(b) + x\n    else\n      b = 0.5*cos(a) + x\n    end if\n    even = .not. even\n  end subroutine step\nend module m\nsubroutine f(x, y)\n  use m\n  real(8) :: x, y, a, b\n  integer :: i\n  a = x\n  b = x\n  !$AD FP-LOOP \"a b\"\n  do i = 1, 99\n    call step(x, a, b)\n  end do\n  y = a*b\nend subroutine f\n",
            ),
            head,
            &["RT0462", "a.f90:22", "`even`"],
        ),
        (
            "a fixed point with a sum over its turns",
            (
                "a.f90",
                b"subroutine f(x, y)\n  real(8) :: x, y, z\n  integer :: i\n  y = x\n  z = 1\n  !$AD FP-LOOP z\n  do i = 1, 9\n    z = z*x/2\n    y = y + z\n  end do\nend subroutine f\n",
            ),
            head,
            &["RT0463", "a.f90:6", "`y`"],
        ),
        (
            "binomial checkpointing of nobody knows how many snapshots",
            (
                "a.f90",
                b"subroutine f(x, y)\n  real(8) :: x, y\n  integer :: i\n  y = x\n  !$AD BINOMIAL-CKP 11 many 1\n  do i = 1, 10\n    y = y*x\n  end do\nend subroutine f\n",
            ),
            head,
            &["RT0459", "a.f90:5", "three integer expressions"],
        ),
        (
            "a region that is not closed",
            (
                "a.f90",
                b"subroutine f(x, y)\n  real(8) :: x, y\n  integer :: i\n  do i = 1, 2\n    !$AD CHECKPOINT-START\n    y = x*x\n  end do\n  !$AD CHECKPOINT-END\nend subroutine f\n",
            ),
            head,
            &["RT0456", "(AD18)", "CHECKPOINT-START", "a.f90:5", "CHECKPOINT-END", "a.f90:8"],
        ),
        (
            "a region that is left in its middle",
            (
                "a.f90",
                b"subroutine f(x, y)\n  real(8) :: x, y\n  integer :: i\n  do i = 1, 2\n    !$AD CHECKPOINT-START\n    y = x*x\n    if (y > 2) exit\n    !$AD CHECKPOINT-END\n  end do\nend subroutine f\n",
            ),
            head,
            &["RT0457", "a.f90:7"],
        ),
        (
            "a length that changes while arrays have it",
            (
                "a.f90",
                b"module m\n  integer :: n\ncontains\n  subroutine shorter\n    n = n - 1\n  end subroutine shorter\n  subroutine f(x, y)\n    real(8) :: x(n), y\n    call shorter\n    y = sum(x*x)\n  end subroutine f\nend module m\n",
            ),
            head,
            &["RT0467", "a.f90:8", "`n`", "changes in `f`"],
        ),
        ("binary", ("a.f90", b"\x00\x01\x02"), head, &["RT0504"]),
        ("truncated", ("a.f90", &good[..60]), head, &["error["]),
        (
            "unbalanced",
            ("a.f90", b"subroutine f(x, y)\n  real(8) :: x, y\n  if (x > 0) then\n  y = x\nend subroutine f\n"),
            head,
            &["RT0106", "a.f90", "^"],
        ),
        (
            "a C file that ends inside a function",
            (
                "a.c",
                b"double g(double x)\n{\n    return x*x;\n}\ndouble f(double x)\n{\n    if (x > 0) {\n        x = x*g(x);\n    return x;\n}\n",
            ),
            &["-reverse", "-head", "f(f)/(x)"],
            &["RT0106", "a.c:6", "`}` is missing", "^"],
        ),
        (
            "undeclared",
            ("a.f90", b"subroutine f(x, y)\n  implicit none\n  real(8) :: x, y\n  y = x*tt\nend subroutine f\n"),
            head,
            &["RT0202", "tt", "a.f90", "^"],
        ),
        (
            "missing module",
            ("a.f90", b"subroutine f(x, y)\n  use nowhere\n  real(8) :: x, y\n  y = tt*x\nend subroutine f\n"),
            head,
            &["nowhere"],
        ),
        (
            "missing include",
            ("a.f", b"      SUBROUTINE F(X, Y)\n      INCLUDE 'nowhere.inc'\n      Y = X\n      END\n"),
            head,
            &["nowhere.inc"],
        ),
    ];
    for (name, file, args, expected) in cases {
        let (status, text, written) = run(*file, args);
        assert_ne!(status, 0, "{name}: {text}");
        for e in *expected {
            assert!(text.contains(e), "{name}: `{e}` is not in\n{text}");
        }
        // What was said is kept, and nothing else.
        assert!(written.iter().all(|w| w.ends_with(".msg")), "{name}: {written:?} was written");
    }
    let (status, text, written) = run(("a.f90", good), head);
    assert_eq!((status, written), (0, ["a_b.f90", "a_b.msg", "a_b.sig"].map(String::from).to_vec()), "{text}");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let directory = checking::root().join("examples/watershed");
    let once = || {
        let out = tempfile::tempdir().expect("a temporary directory");
        let sources = ["kinds.f90", "soil.f90", "routing.f90", "watershed.f90"]
            .map(|f| directory.join(f).to_string_lossy().into_owned());
        let makefile = std::fs::read_to_string(directory.join("Makefile")).expect("the Makefile");
        let head = makefile.lines().find_map(|l| l.strip_prefix("HEAD = ")).expect("a head").to_string();
        let mut args = ["rtapenade", "-reverse", "-head", &head, "-O"].map(String::from).to_vec();
        args.push(out.path().to_string_lossy().into_owned());
        args.extend(sources.into_iter().filter(|s| Path::new(s).exists()));
        let (status, text) = rtapenade::run::run(args);
        assert_eq!(status, 0, "{text}");
        let mut files = list(out.path());
        files.sort();
        files
            .into_iter()
            .map(|f| (f.clone(), std::fs::read(out.path().join(f)).expect("an output")))
            .collect::<Vec<_>>()
    };
    assert_eq!(once(), once());
}

/// The IL of every example prints, parses, and prints the same.
#[test]
fn the_text_form_of_the_il_is_a_fixed_point() {
    for example in ["conservation/conservation.f90", "factor/factor.f90", "kepler/kepler.f", "objective_c/objective.c"]
    {
        let path = checking::root().join("examples").join(example);
        if example.ends_with(".c")
            && !Command::new(rtapenade::read::c_compiler()).arg("--version").output().is_ok_and(|o| o.status.success())
        {
            continue;
        }
        let options = rtapenade::args::Options {
            files: vec![path],
            integer_size: 4,
            real_size: 4,
            double_size: 8,
            ..Default::default()
        };
        let mut program = il::Program::new();
        rtapenade::read::program(&options, &mut program);
        let text = il::text::print(&program);
        let again = il::text::parse(&text).unwrap_or_else(|e| panic!("{example}: {e}"));
        let printed = il::text::print(&again);
        let differs = printed.lines().zip(text.lines()).find(|(a, b)| a != b);
        assert!(printed == text, "{example}: {differs:?}");
    }
}

#[test]
fn directives_that_are_not_obeyed_are_said() {
    let cases = [
        ("NOCHEKPOINT", "RT0450", "did you mean `NOCHECKPOINT`?"),
        ("NOCHECKPOINT", "RT0451", "a call"),
        ("II-LOOP", "RT0451", "a DO loop"),
        ("BINOMIAL-CKP 2 1 1", "RT0451", "a loop"),
        ("CHECKPONT-START", "RT0450", "did you mean `CHECKPOINT-START`?"),
    ];
    for (name, code, words) in cases {
        let text = format!("subroutine f(x, y)\n  real(8) :: x, y\n  !$AD {name}\n  y = x*x\nend subroutine f\n");
        let (_, said, written) = run(("a.f90", text.as_bytes()), &["-reverse", "-head", r"f(x)\(y)"]);
        assert!(said.contains(code) && said.contains(words), "{name}: {said}");
        assert!(!written.is_empty(), "{name}: a warning does not stop the work");
    }
    let text = b"subroutine f(x, y)\n  real(8) :: x, y\n  !$AD start-exclude\n  y = x*x\nend subroutine f\n";
    let (_, said, _) = run(("a.f90", text), &["-reverse", "-head", r"f(x)\(y)"]);
    assert!(said.is_empty(), "a marker of somebody else is only noted: {said}");
}
