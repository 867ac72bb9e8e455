//! Programs of which one part is in Fortran and the other one in C: what calls across the two become, and what is refused.

use crate::checking;

/// Files, a head, and what `--inputs` says.
struct Case {
    shows: &'static str,
    files: &'static [(&'static str, &'static str)],
    head: &'static str,
    inputs: &'static str,
}

/// Subroutines and functions of C that Fortran calls in a loop, by value and by reference, and a status; C calls Fortran.
const LAKE: &str = "module lake
  use iso_c_binding
  implicit none
  interface
    function evaporation(t) bind(c, name='c_evaporation') result(e)
      import c_double
      real(c_double), value :: t
      real(c_double) :: e
    end function evaporation
    integer(c_int) function inflow(n, rain, area, level, work) bind(c, name='cInflow')
      import c_double, c_int
      integer(c_int), value :: n
      real(c_double), intent(in) :: rain(*)
      real(c_double), value :: area
      real(c_double), intent(out) :: level
      real(c_double), intent(inout) :: work(n)
    end function inflow
    subroutine tell(n) bind(c)
      import c_int
      integer(c_int), value :: n
    end subroutine tell
  end interface
contains
  subroutine season(n, rain, misfit)
    integer(c_int), intent(in) :: n
    real(c_double), intent(in) :: rain(n)
    real(c_double), intent(out) :: misfit
    real(c_double) :: level, work(n)
    integer :: day, status
    work = 0.5d0*rain
    misfit = 0
    do day = 1, 2
      status = inflow(n, rain, 2.0d0*rain(1), level, work)
      call tell(status)
      misfit = misfit + evaporation(rain(day) + level)*level*work(day)
    end do
  end subroutine season
end module lake
subroutine gather(m, a, b) bind(c, name=\"f_gather\")
  use, intrinsic :: iso_c_binding, only: c_int, c_double
  implicit none
  integer(c_int), value :: m
  real(c_double), intent(in) :: a(m)
  real(c_double), intent(inout) :: b
  b = b*sum(a**2)
end subroutine gather
real(c_double) function swing(t) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double
  implicit none
  real(c_double), value :: t
  swing = sin(t)*t
end function swing
";

const BASIN: &str = "#include <math.h>
#include <stdio.h>
double swing(double t);
void f_gather(int m, const double *a, double *b);
double c_evaporation(double t) { return t*t*swing(0.5*t); }
int cInflow(int n, const double *rain, double area, double *level, double *work)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        s += rain[i]*sin(area*rain[i]);
        work[i] = work[i]*work[i] + rain[i];
    }
    f_gather(n, rain, &s);
    *level = s;
    return n > 2 ? 1 : 0;
}
void tell(int n) { fprintf(stderr, \"%d\\n\", n); }
";

/// A head of C that calls procedures of a Fortran module: rows for columns, the address of a count, a status.
const COST: &str = "#include <math.h>
void fstep(int n, double dt, double *u, double *flux);
double fnorm(const double *u, const int *n);
int fstatus(const double *u, double *v);
double cost(const double *u0, int n, double dt)
{
    double u[8], flux[2][4], extra = 0.0, v;
    for (int i = 0; i < n; i++)
        u[i] = u0[i]*u0[i];
    for (int i = 0; i < 8; i++)
        flux[i/4][i%4] = u0[0]*i;
    for (int k = 0; k < 3; k++)
        fstep(n, dt*u[0], u, &flux[0][0]);
    if (fstatus(u, &v) > 0)
        extra = v*v;
    return fnorm(u, &n) + extra + flux[1][1];
}
";

const STEPS: &str = "module steps
  use, intrinsic :: iso_c_binding, only: c_int, c_double
  implicit none
  real(c_double), parameter :: g = 9.81_c_double
contains
  subroutine fstep(n, dt, u, flux) bind(c)
    integer(c_int), value :: n
    real(c_double), value :: dt
    real(c_double), intent(inout) :: u(n)
    real(c_double), intent(inout) :: flux(4, 2)
    integer :: i
    do i = 2, n
      flux(1, 1) = flux(1, 1) + u(i)*u(i - 1)
      u(i) = u(i) + dt*(u(i - 1) - sin(u(i)))*g
    end do
    flux(2, 2) = flux(2, 2)*flux(1, 1)
  end subroutine fstep
  real(c_double) function fnorm(u, n) bind(c)
    integer(c_int), intent(in) :: n
    real(c_double), intent(in) :: u(n)
    fnorm = sqrt(sum(u**2))
  end function fnorm
  integer(c_int) function fstatus(u, v) bind(c)
    real(c_double), intent(in) :: u(*)
    real(c_double), intent(out) :: v
    v = u(1)*u(2)
    fstatus = 1
    if (v < 0) fstatus = 0
  end function fstatus
end module steps
";

const CASES: &[Case] = &[
    Case {
        shows: "Fortran that calls C that calls Fortran",
        files: &[("lake.f90", LAKE), ("basin.c", BASIN)],
        head: "season(misfit)/(rain)",
        inputs: "n = 3\nrain(3) = 0.5 .. 1\n",
    },
    Case {
        shows: "C that calls a module of Fortran",
        files: &[("cost.c", COST), ("steps.f90", STEPS)],
        head: "cost(cost)/(u0 dt)",
        inputs: "n = 4\nu0(4) = 0.5 .. 1\ndt = 0.05 .. 0.06\n",
    },
    Case {
        shows: "complex and single numbers, truth values and texts, twice",
        files: &[
            (
                "top.f90",
                "module top\n  use iso_c_binding\n  implicit none\n  interface\n    \
                 subroutine turn(z, w, l, s) bind(c)\n      import\n      complex(c_double_complex), value :: z\n      \
                 complex(c_double_complex), intent(inout) :: w\n      logical(c_bool), value :: l\n      \
                 character(kind=c_char), intent(in) :: s(*)\n    end subroutine turn\n  end interface\ncontains\n  \
                 subroutine f(x, y)\n    real(c_double), intent(in) :: x(2)\n    real(c_double), intent(out) :: y\n    \
                 complex(c_double_complex) :: w, v\n    w = cmplx(x(2), x(1), c_double)\n    \
                 call turn(cmplx(x(1), x(2), c_double), w, .true._c_bool, \"a\"//c_null_char)\n    \
                 v = w*x(1)\n    \
                 call turn(w, v, .false._c_bool, \"a\"//c_null_char)\n    y = real(v)*aimag(w)\n  end subroutine f\nend module top\n",
            ),
            (
                "turn.c",
                "#include <complex.h>\n#include <stdbool.h>\nvoid turn(double complex z, double complex *w, bool l, const char *s)\n\
                 {\n    if (l || s[0] == 'a')\n        *w = *w*z*z;\n}\n",
            ),
        ],
        head: "f(y)/(x)",
        inputs: "x(2) = 0.5 .. 1\n",
    },
];

#[test]
fn calls_across_the_languages_are_right() {
    if !checking::have_compilers() {
        return;
    }
    for case in CASES {
        let directory = tempfile::tempdir().expect("there is room");
        let place = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
        let files = case.files.iter().copied().chain([("inputs.txt", case.inputs)]);
        files.for_each(|(name, text)| std::fs::write(place(name), text).expect("written"));
        let inputs = place("inputs.txt");
        let names: Vec<String> = case.files.iter().map(|f| place(f.0)).collect();
        let mut words = vec!["-head", case.head, "--inputs", &inputs];
        words.extend(names.iter().map(String::as_str));
        checking::check(&checking::arguments(&words)).unwrap_or_else(|e| panic!("{}: {e}", case.shows));
    }
}

/// What is said of a subroutine of Fortran that calls the function of C in a text, and the files that are made.
fn said(interface: &str, call: &str, c: &str, words: &[&str]) -> (String, Vec<String>) {
    let fortran = format!(
        "module top\n  use iso_c_binding\n  implicit none\n{interface}contains\n  subroutine f(x, y)\n    \
         real(c_double), intent(in) :: x(3)\n    real(c_double), intent(out) :: y\n    y = x(1)\n    {call}\n  end subroutine f\nend module top\n"
    );
    let directory = tempfile::tempdir().expect("there is room");
    let place = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
    std::fs::write(place("top.f90"), fortran).expect("written");
    std::fs::write(place("other.c"), c).expect("written");
    let all = ["rtapenade"].into_iter().chain(words.iter().copied()).map(String::from);
    let all = all.chain(["-O".into(), place(""), place("top.f90"), place("other.c")]);
    let (_, said) = rtapenade::run::run(all);
    let made = ["top_b.f90", "other_b.c", "top_d.f90", "other_d.c"].map(|n| std::fs::read_to_string(place(n)));
    (said, made.into_iter().flatten().collect())
}

fn interface(args: &str, decls: &str) -> String {
    format!(
        "  interface\n    subroutine g({args}) bind(c)\n      import\n{decls}\n    end subroutine g\n  end interface\n"
    )
}

const TWO: &str = "      real(c_double), intent(in) :: x(*)\n      real(c_double), intent(inout) :: y";

#[test]
fn what_the_languages_do_not_mean_alike_is_refused() {
    let by_address = "void g(const double *x, double *y) { *y = *y*x[0]; }\n";
    let structure = "  type, bind(c) :: pair\n    real(c_double) :: a, b\n  end type\n".to_string();
    for (shows, interface, call, c, expected) in [
        (
            "a static",
            interface("x, y", TWO),
            "call g(x, y)",
            "static double last;\nvoid g(const double *x, double *y) { *y = *y*last*x[0]; last = x[1]; }\n",
            "`last` may keep values",
        ),
        (
            "memory",
            interface("x, y", TWO),
            "call g(x, y)",
            "static double *table;\nvoid g(const double *x, double *y) { *y = *y*table[1]*x[0]; }\n",
            "`table` may keep values",
        ),
        (
            "another kind",
            interface("x, y", TWO),
            "call g(x, y)",
            "void g(const float *x, double *y) { *y = *y*x[0]; }\n",
            "argument 1 of `g` has another type",
        ),
        (
            "no VALUE",
            interface("x, y", TWO),
            "call g(x, y)",
            "void g(const double *x, double y) { y = y*x[0]; }\n",
            "argument 2 of `g` has another type",
        ),
        (
            "a broken promise",
            interface("x, y", TWO),
            "call g(x, y)",
            "void g(double *x, double *y) { *y = *y*x[0]; x[0] = x[1]*2; }\n",
            "is declared to leave `x` as it is",
        ),
        (
            "a descriptor",
            interface("x, y", &TWO.replace("(*)", "(:)")),
            "call g(x, y)",
            by_address,
            "argument 1 of `g` is none",
        ),
        (
            "a structure",
            structure + &interface("p", "      type(pair) :: p"),
            "block; type(pair) :: p; p%a = x(1); p%b = x(2); call g(p); y = p%a; end block",
            "struct pair { double a, b; };\nvoid g(struct pair *p) { p->a = p->a*p->b; }\n",
            "argument 1 of `g` is none",
        ),
        (
            "one argument more",
            interface("x, y", TWO),
            "call g(x, y)",
            "void g(const double *x, double *y, int n) { *y = *y*x[n]; }\n",
            "other arguments in its definition",
        ),
    ] {
        for mode in ["-d", "-b"] {
            let (said, made) = said(&interface, call, c, &[mode, "-head", "f(y)/(x)"]);
            assert!(
                said.contains("error[RT0472]") && said.contains(expected) && made.is_empty(),
                "{shows}, {mode}: {said}"
            );
        }
    }
    let (all, made) =
        said(&interface("x, y", TWO), "call g(x, y)", by_address, &["-d", "-vector", "-head", "f(y)/(x)"]);
    assert!(all.contains("error[RT0472]") && made.is_empty(), "{all}");
    let (all, made) = said(&interface("x, y", TWO), "call g(x, y)", by_address, &["-b", "-head", "f(y)/(x) g(y)/(x)"]);
    assert!(all.contains("`g` is a head, and is called from the other language") && made.is_empty(), "{all}");
}

#[test]
fn each_language_has_its_file_and_declares_what_it_calls() {
    let c = "static double table[2] = { 1.0, 2.0 };\nvoid g(const double *x, double *y) { *y = *y*table[1]*x[0]; }\n";
    let (said, made) = said(&interface("x, y", TWO), "call g(x, y)", c, &["-b", "-head", "f(y)/(x)"]);
    let [fortran, c] = made.as_slice() else { panic!("{said}") };
    assert!(!said.contains("error") && !said.contains("no source"), "{said}");
    for part in ["subroutine g_b(x, xb, y, yb) bind(c, name='g_b')", "call g_b(x, xb, y, yb)"] {
        assert!(fortran.contains(part), "`{part}` is not in\n{fortran}");
    }
    assert!(!fortran.contains("external"), "{fortran}");
    assert!(c.contains("void g_b(const double *x, double *xb, double *y, double *yb)"), "{c}");
}
