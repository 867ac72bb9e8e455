//! What is refused because derivatives would not follow: control that comes back to where it was, addresses that are kept in integers, names of the tape,
//! and pointers that cannot lead to the derivatives of several directions. What only looks like it is not.

/// Runs the tool on a text; the exit status and what it says.
fn run(file: &str, text: &str, words: &[&str]) -> (u8, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let input = directory.path().join(file);
    std::fs::write(&input, text).expect("the input");
    let mut line = vec!["rtapenade".to_string()];
    line.extend(words.iter().map(|w| w.to_string()));
    line.extend(["-O".into(), directory.path().to_string_lossy().into_owned(), input.to_string_lossy().into_owned()]);
    let (status, said) = rtapenade::run::run(line);
    let written = std::fs::read_dir(directory.path()).expect("a directory").flatten();
    let generated = written.map(|e| e.path()).find(|p| p.extension() == input.extension() && *p != input);
    (status, format!("{said}{}", generated.map_or(String::new(), |p| std::fs::read_to_string(p).unwrap_or_default())))
}

/// It is refused in both modes, in these words.
fn refused(file: &str, text: &str, head: &str, words: &[&str]) {
    for mode in ["-d", "-b"] {
        let (status, said) = run(file, text, &[mode, "-head", head]);
        assert!(status != 0 && words.iter().all(|w| said.contains(w)), "{mode}\n{text}\n{said}");
    }
}

fn accepted(file: &str, text: &str, head: &str) {
    for mode in ["-d", "-b"] {
        let (status, said) = run(file, text, &[mode, "-head", head]);
        assert!(status == 0, "{mode}\n{text}\n{said}");
    }
}

#[test]
fn jumps_back_into_what_is_differentiated() {
    let text = "#include <setjmp.h>
static void check(int bad, jmp_buf env) { if (bad) longjmp(env, 1); }
double f(double x, int bad)
{
    jmp_buf env;
    if (setjmp(env)) return 5.0*x;
    check(bad, env);
    return x*x;
}
";
    refused("f.c", text, "f(f)/(x)", &["RT0416", "`setjmp`", "f.c:6"]);
    // In what is called, by a macro, and as POSIX has it.
    let text = "#include <setjmp.h>
static jmp_buf env;
#define TRY if (!setjmp(env))
#define THROW longjmp(env, 1)
static double root(double x) { if (x < 0) THROW; return x*x; }
static double safe(double x) { double y = x; TRY { y = root(x); } else { y = 2*x; } return y; }
double f(double x) { return safe(x)*x; }
";
    refused("f.c", text, "f(f)/(x)", &["RT0416", "`setjmp`"]);
    let text = "#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
static sigjmp_buf env;
double f(double x) { int again = sigsetjmp(env, 1); if (again == 0 && x > 3) siglongjmp(env, 2); return again*x*x; }
";
    refused("f.c", text, "f(f)/(x)", &["RT0416", "setjmp"]);
    // A function without derivative may do both, and who calls the head may be jumped to.
    let text = "#include <setjmp.h>
static int parse(int n) { jmp_buf env; if (setjmp(env)) return -1; if (n > 3) longjmp(env, 1); return n; }
double f(double x, int n) { return parse(n)*x*x; }
";
    accepted("f.c", text, "f(f)/(x)");
    let text = "#include <setjmp.h>
extern jmp_buf outside;
double f(double x, int n) { if (n < 0) longjmp(outside, 1); return n*x*x; }
";
    accepted("f.c", text, "f(f)/(x)");
}

#[test]
fn what_ends_the_program_stays() {
    let text = "#include <stdlib.h>
static void need(int n) { if (n < 0) exit(3); }
static void hold(int n) { need(n); }
void f(int n, const double *x, double *y)
{
    hold(n);
    if (n > 100) abort();
    *y = x[0]*x[0];
}
";
    let (status, said) = run("f.c", text, &["-b", "-head", "f(y)/(x)"]);
    assert!(status == 0 && said.contains("    hold_nodiff(n);") && said.contains("        abort();"), "{said}");
    let text = "
module m
  implicit none
  integer :: calls = 0
contains
  subroutine guard(n)
    integer, intent(in) :: n
    calls = calls + 1
    if (n > 3) stop 7
  end subroutine
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call guard(n)
    y = x*x
  end subroutine
end module
";
    let (status, said) = run("m.f90", text, &["-b", "-head", "m%f(y)/(x)"]);
    assert!(status == 0 && said.split("subroutine f_b").nth(1).is_some_and(|b| b.contains("call guard(n)")), "{said}");
}

#[test]
fn functions_in_texts_that_change_active_values() {
    let words = ["RT0401", "`ensure` changes what has a derivative"];
    let text = "module m
  implicit none
  real(8) :: w(2)
contains
  integer function ensure(n)
    integer, intent(in) :: n
    w(n) = 0.5d0
    ensure = n
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    integer :: k
    w = x*x
    k = 1
    print *, ensure(2) + k
    y = w(1)*w(2)*k
  end subroutine
end module
";
    refused("m.f90", text, "m%f(y)/(x)", &words);
    accepted("m.f90", &text.replace("print *, ensure(2) + k", "k = ensure(2) + k\n    print *, k"), "m%f(y)/(x)");
    accepted("m.f90", &text.replace("    w(n) = 0.5d0\n", ""), "m%f(y)/(x)");
    // What it moves is followed as well as what it sets.
    let moved = text
        .replace("real(8) :: w(2)", "real(8), target :: one(2), two(2)\n  real(8), pointer :: w(:)")
        .replace("w(n) = 0.5d0", "w => two")
        .replace("w = x*x", "w => one\n    one = x*x\n    two = x");
    refused("m.f90", &moved, "m%f(y)/(x)", &words);
    let text = "#include <stdio.h>
static int ensure(int n, double *w) { w[n] = 0.5; return n; }
void f(double x, double *y)
{
    double w[2] = {x, x*x};
    printf(\"%d\", ensure(1, w));
    *y = w[0]*w[1];
}
";
    refused("f.c", text, "f(y)/(x)", &words);
    accepted("f.c", &text.replace("w[n] = 0.5; ", "(void)w; "), "f(y)/(x)");
}

#[test]
fn addresses_in_integers() {
    let head = "f(y)/(x)";
    let words = ["RT0401", "a pointer is made of an integer"];
    let text = "#include <stdint.h>
void f(int n, double *x, double *y)
{
    double w[2] = {x[0], x[n - 1]};
    uintptr_t a = (uintptr_t)w;
    double *q = (double *)a;
    q[0] = q[0]*x[1];
    *y = w[0]*w[1];
}
";
    refused("f.c", text, head, &words);
    // Memory that is aligned by hand, a handle, and a table of addresses behind `void *`.
    let text = "#include <stdint.h>
#include <stdlib.h>
void f(int n, double *x, double *y)
{
    void *raw = malloc((size_t)n*sizeof(double) + 64);
    double *w = (double *)(((uintptr_t)raw + 63) & ~(uintptr_t)63);
    for (int i = 0; i < n; i++) w[i] = x[i]*x[i];
    *y = w[0] + w[n - 1];
    free(raw);
}
";
    refused("f.c", text, head, &words);
    let text = "struct model { double k; };
double f(long handle, double x) { struct model *m = (struct model *)handle; m->k = m->k*x; return m->k*x; }
";
    refused("f.c", text, "f(f)/(x)", &words);
    let text = "#include <stdint.h>
static void scale(void *at, double by) { double *v = at; v[0] *= by; }
void f(double *x, double *y)
{
    double w[2] = {x[0], x[1]};
    uintptr_t all[2] = {(uintptr_t)&w[0], (uintptr_t)&w[1]};
    for (int k = 0; k < 2; k++) scale((void *)all[k], x[k]);
    *y = w[0]*w[1];
}
";
    refused("f.c", text, head, &words);
    let text = "struct model { double k; };
double f(long handle, double x) { const struct model *m = (const struct model *)handle; return m->k*x*x; }
";
    accepted("f.c", text, "f(f)/(x)");
    // A number behind a `void *`, a hash of an address, a test of alignment, a mark.
    let text = "#include <stdint.h>
typedef double (*rate)(double u, void *context);
static double decay(double u, void *context) { return -u*(double)(intptr_t)context; }
static double step(rate r, double u, void *context) { return u + 0.1*r(u, context); }
void f(const double *x, double *y, intptr_t order) { *y = step(decay, x[0], (void *)order)*x[1]; }
";
    accepted("f.c", text, head);
    let text = "#include <stdint.h>
void f(const double *x, double *y)
{
    unsigned h = (unsigned)(((uintptr_t)x >> 4) % 7u);
    const double *none = (const double *)-1;
    *y = x[0]*x[1] + (none == x) + 0*h;
}
";
    accepted("f.c", text, head);
}

#[test]
fn names_of_the_tape() {
    let text = "
module m
  implicit none
  real(8) :: list(9) = 0
  integer :: top = 0
contains
  subroutine pushreal8(v)
    real(8), intent(in) :: v
    top = top + 1
    list(top) = v
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8) :: s
    top = 0
    s = x
    do while (top < 3)
      call pushreal8(s*x)
      s = s*sin(s)
    end do
    y = list(1)*s
  end subroutine
end module
";
    // Buffers would push whole arrays only.
    let head = ["-b", "-tape", "stack", "-head", "m%f(y)/(x)"];
    // A copy has another name.
    let (status, said) = run("m.f90", text, &head);
    assert!(
        status == 0 && said.contains("call pushreal8_nodiff(arg1)") && said.contains("call pushreal8(s)"),
        "{said}"
    );
    // What is no copy has not: the module itself, what a generic name or a binding leads to.
    let bound = "  type stack\n  contains\n    procedure, nopass :: push => pushreal8\n  end type\ncontains";
    let generic = "  interface pushreal8\n    module procedure keep\n  end interface\ncontains";
    let kept = text.replace("subroutine pushreal8", "subroutine keep").replacen("contains", generic, 1);
    for (text, options) in [
        (text.to_string(), ["-module", "reuse"]),
        (text.replacen("contains", bound, 1), ["-module", "copy"]),
        (kept, ["-module", "copy"]),
    ] {
        let (status, said) = run("m.f90", &text, &[&options[..], &head[..]].concat());
        assert!(
            status != 0 && said.contains("RT0440") && said.contains("`pushreal8`") && said.contains("m.f90:"),
            "{said}"
        );
    }
    assert_eq!(run("m.f90", text, &["-d", "-head", "m%f(y)/(x)"]).0, 0);
    // Names like it are the user's.
    let text = text.replace("pushreal8", "pushreal");
    assert_eq!(run("m.f90", &text, &["-b", "-head", "m%f(y)/(x)"]).0, 0);
    let text = "static double last; static void popControl2b(double v) { last = v; }\nvoid f(const double *x, double *y) { popControl2b(x[0]*x[0]); *y = last*x[0]; }\n";
    let (status, said) = run("f.c", text, &["-b", "-head", "f(y)/(x)"]);
    assert!(status != 0 && said.contains("`popControl2b`"), "{said}");
}

/// A structure in a structure, led on by a function that another one calls: an adjoint would have to follow.
#[test]
fn structures_led_on_by_functions_in_functions() {
    let text = "
module m
  implicit none
  type view
    real(8), pointer :: p(:) => null()
  end type
  type frame
    type(view) :: v
    real(8) :: w = 1
  end type
  real(8), target, save :: big(4)
contains
  function window(i) result(v)
    integer, intent(in) :: i
    type(view) :: v
    v%p => big(i:i+1)
  end function
  function framed(i, w) result(f)
    integer, intent(in) :: i
    real(8), intent(in) :: w
    type(frame) :: f
    f%v = window(i)
    f%w = w*w
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(frame) :: a
    big = [x, x(1)*x(2)]
    a = framed(3, x(1))
    a%v%p(1) = a%v%p(1)*a%w*x(2)
    y = sum(big**2)*a%w
  end subroutine
end module
";
    let (status, said) = run("m.f90", text, &["-b", "-head", "m%f(y)/(x)"]);
    assert!(status != 0 && said.contains("RT0418") && said.contains("m.f90:30"), "{said}");
    assert_eq!(run("m.f90", text, &["-d", "-head", "m%f(y)/(x)"]).0, 0);
}

#[test]
fn components_seen_as_arrays_in_several_directions() {
    let text = "
module m
  implicit none
  type cell
    real(8) :: q(2) = 0, v = 0
    integer :: k(2) = 0
  end type
contains
  subroutine f(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(cell), target :: c(3)
    real(8), pointer :: p(:)
    integer :: i
    do i = 1, 3
      c(i)%q = [x(i), x(1)*i]
      c(i)%v = x(i)
    end do
    p => c(:)%q(2)
    p(2:3) = p(2:3)*x(3)
    y = sum(c%q(2)) + c(2)%q(1)*p(1)
  end subroutine
end module
";
    let in_one_direction = |text: &str| accepted("m.f90", text, "m%f(y)/(x)");
    in_one_direction(text);
    let led = ["real(8), pointer :: p(:)", "real(8), pointer :: p(:)\n    type(cell), pointer :: all(:)"];
    for text in [
        text.replace("c(:)%q(2)", "c(3:1:-1)%q(2)"),
        text.replace(led[0], led[1]).replace("p => c(:)", "all => c(1:3:1)\n    p => all(:)"),
    ] {
        refused_in_several("m.f90", &text);
        in_one_direction(&text);
    }
    let passive = text
        .replace("real(8), pointer :: p(:)", "integer, pointer :: p(:)")
        .replace("q(2)\n    p(2:3) = p(2:3)*x(3)", "k(2)\n    p(2:3) = p(2:3)*3");
    let (status, said) = run("m.f90", &passive, &["-d", "-vector", "-nbdirsmax", "3", "-head", "m%f(y)/(x)"]);
    assert_eq!(status, 0, "{said}");
}

fn refused_in_several(file: &str, text: &str) {
    for mode in ["-d", "-b"] {
        let (status, said) = run(file, text, &[mode, "-vector", "-nbdirsmax", "3", "-head", "m%f(y)/(x)"]);
        assert!(status != 0 && said.contains("RT0440") && said.contains("`p`"), "{mode}\n{text}\n{said}");
    }
}
