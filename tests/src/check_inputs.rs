//! What `check` knows without being told, and what it asks for: in one message, before anything runs.

use std::path::Path;
use std::process::Command;

use crate::checking;

/// A check of a text in a file of its own; the report, or what is said.
fn check(file: &str, text: &str, words: &[&str]) -> Result<String, String> {
    let directory = tempfile::tempdir().map_err(|e| e.to_string())?;
    checked(directory.path(), file, text, words)
}

fn checked(directory: &Path, file: &str, text: &str, words: &[&str]) -> Result<String, String> {
    let path = directory.join(file);
    std::fs::write(&path, text).map_err(|e| e.to_string())?;
    let path = path.to_string_lossy();
    let words: Vec<&str> = words.iter().copied().chain([&*path]).collect();
    checking::check(&checking::arguments(&words)).map(|r| r.render())
}

const EXTENTS: &str = "
subroutine f(n, m, lda, a, x, y)
  implicit none
  integer, intent(in) :: n, m, lda
  real(8), intent(in) :: a(lda, m), x(m)
  real(8), intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = sum(a(i, :)*x)*x(1)
  end do
end subroutine
";

#[test]
fn integers_that_only_give_extents_are_chosen_and_said() {
    let report = check("f.f90", EXTENTS, &["-head", "f(y)/(x a)", "--interpret"]).unwrap();
    assert!(report.contains("f: n = 6, m = 7, lda = 8: they only give extents"), "{report}");
    // What else an integer decides is asked for.
    let text = EXTENTS.replace("x)*x(1)", "x)*x(1)\n    if (m == 3) y(i) = 0");
    let said = check("f.f90", &text, &["-head", "f(y)/(x a)", "--interpret"]).unwrap_err();
    assert!(said.contains("RT0603") && said.contains("`m` needs a value") && said.contains("m = 10"), "{said}");
    // In another procedure, too.
    let text = "
module m
  implicit none
  type grid
    integer :: nx, order
  end type
contains
  subroutine f(g, x, y)
    type(grid), intent(in) :: g
    real(8), intent(in) :: x(g%nx)
    real(8), intent(out) :: y
    call h(g%nx, g%order, x, y)
  end subroutine
  subroutine h(k, o, x, y)
    integer, intent(in) :: k, o
    real(8), intent(in) :: x(k)
    real(8), intent(out) :: y
    select case (o)
    case (1)
      y = sum(x**2)
    case default
      y = sum(x)
    end select
  end subroutine
end module
";
    let said = check("m.f90", text, &["-head", "m%f(y)/(x)", "--interpret"]).unwrap_err();
    assert!(said.contains("`g%order` needs a value") && !said.contains("g%nx"), "{said}");
}

#[test]
fn all_that_is_missing_is_asked_for_at_once() {
    let text = "
module m
  implicit none
  integer :: level
contains
  subroutine f(n, quiet, x, w, y)
    integer, intent(in) :: n
    logical, intent(in) :: quiet
    real(8), intent(in) :: x(:), w(:, :)
    real(8), intent(out) :: y
    y = sum(x)*w(1, 1)*n
    if (level > 2 .and. .not. quiet) y = y*x(1)
  end subroutine
end module
";
    let said = check("m.f90", text, &["-head", "m%f(y)/(x)"]).unwrap_err();
    assert_eq!(said.matches("RT060").count(), 1, "{said}");
    for line in ["n = 10", "quiet = true", "x(10) = 0.5 .. 1.5", "w(10, 10) = 0.5 .. 1.5", "level = 10"] {
        assert!(said.lines().any(|l| l.trim().trim_start_matches(['=', ' ']) == line), "{line}\n{said}");
    }
}

#[test]
fn components_with_initial_values_need_no_line() {
    let text = "
module m
  implicit none
  integer, parameter :: two = 2
  type option
    integer :: order = two + 1
    logical :: squared = .true.
    real(8) :: weight = 0
    integer, pointer :: never => null()
  end type
contains
  subroutine f(o, x, y)
    type(option), intent(in) :: o
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    integer :: k
    y = o%weight
    do k = 1, o%order
      y = y + x(k)*x(k+1)
    end do
    if (o%squared) y = y*y
  end subroutine
end module
";
    let report = check("m.f90", text, &["-head", "m%f(y)/(x)", "--interpret"]).unwrap();
    assert!(report.contains("`o%order`, `o%squared` begin with the values of their declarations"), "{report}");
    let directory = tempfile::tempdir().unwrap();
    let inputs = directory.path().join("inputs");
    std::fs::write(&inputs, "o%order = 2\n").unwrap();
    let words = ["-head", "m%f(y)/(x)", "--interpret", "--inputs", &*inputs.to_string_lossy()];
    let report = checked(directory.path(), "m.f90", text, &words).unwrap();
    assert!(report.contains("`o%squared` begin"), "{report}");
}

#[test]
fn pointers_of_c_are_asked_for_where_they_lead_to_several() {
    let text = "
struct model { int n; double *w; double scale; };
static double norm(const double *v, int n)
{
    double s = 0;
    while (n-- > 0)
        s += *v++ * 2;
    return s;
}
void f(const struct model *m, const double *x, double *y)
{
    *y = norm(x, m->n)*m->scale;
    for (int i = 0; i < m->n; i++)
        *y += m->w[i]*x[0];
}
";
    let said = check("f.c", text, &["-head", "f(y)/(x)"]).unwrap_err();
    for line in ["m.n = 10", "m.w(10) = 0.5 .. 1.5", "x(10) = 0.5 .. 1.5"] {
        assert!(said.lines().any(|l| l.trim().trim_start_matches(['=', ' ']) == line), "{line}\n{said}");
    }
    assert!(!said.contains("y(10)") && !said.contains("m(10)"), "{said}");
    let directory = tempfile::tempdir().unwrap();
    let inputs = directory.path().join("inputs");
    std::fs::write(&inputs, "m.w(m.n) = 0.5 .. 1\nx(m.n) = 0.5 .. 1\n").unwrap();
    let words = ["-head", "f(y)/(x)", "--interpret", "--inputs", &*inputs.to_string_lossy()];
    let report = checked(directory.path(), "f.c", text, &words).unwrap();
    assert!(report.contains("m.n = 6: it only gives extents"), "{report}");
}

#[test]
fn zeros_compared_with_zeros_are_no_comfort() {
    let text = "
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  y = 1
  do i = 10, n
    y = y*x(i)
  end do
end subroutine
";
    let report = check("f.f90", text, &["-head", "f(y)/(x)", "--interpret"]).unwrap();
    assert!(report.contains("zeros were compared with zeros"), "{report}");
}

#[test]
fn what_is_kept_between_calls_is_said() {
    let text = "
subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer, save :: calls = 0
  calls = calls + 1
  y = x*x
  if (calls > 1) y = x
end subroutine
";
    let report = check("f.f90", text, &["-head", "f(y)/(x)", "--interpret"]).unwrap();
    assert!(report.contains("each run was the first call"), "{report}");
}

/// A library that the tool does not see is linked, by its name and where it is.
#[test]
fn libraries_are_linked() {
    if !checking::have_compilers() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).unwrap();
    write("tick.c", "static int ticks; void tick_(void) { ticks++; }\n");
    let run = |program: &str, args: &[&str]| {
        let status = Command::new(program).args(args).current_dir(directory.path()).status().unwrap();
        assert!(status.success(), "{program} {args:?}");
    };
    run(&rtapenade::read::c_compiler(), &["-c", "tick.c", "-o", "tick.o"]);
    run("ar", &["rcs", "libtick.a", "tick.o"]);
    let text = "
subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: n
  external tick
  n = 1
  call tick()
  y = x*x*n
end subroutine
";
    let place = format!("-L{}", directory.path().display());
    let report = checked(directory.path(), "f.f90", text, &["-head", "f(y)/(x)", &place, "-ltick"]).unwrap();
    assert!(report.contains("The derivatives are right."), "{report}");
    let object = directory.path().join("tick.o");
    let with = object.to_string_lossy();
    let report = checked(directory.path(), "f.f90", text, &["-head", "f(y)/(x)", "--with", &with]).unwrap();
    assert!(report.contains("The derivatives are right."), "{report}");
}

/// Lines that only OpenMP sees are there when users compile with it: the check sees them too.
#[test]
fn conditional_lines_of_openmp_are_compiled() {
    if !checking::have_compilers() {
        return;
    }
    let text = "
subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x*x
  !$ y = y*x
end subroutine
";
    let said = check("f.f90", text, &["-head", "f(y)/(x)"]).unwrap_err();
    assert!(said.contains("-fopenmp") && said.contains("FAILED"), "{said}");
    // Directives alone are no such lines.
    let report = check("f.f90", &text.replace("!$ y = y*x", "!$omp barrier"), &["-head", "f(y)/(x)"]).unwrap();
    assert!(!report.contains("-fopenmp"), "{report}");
}
