//! `-rules FILE`: the library of `docs/libraries.md`, called from Fortran and from C, in both modes, and what is said of files that are wrong.

use std::path::Path;

use crate::checking;

/// A text of the page.
fn of_the_page(name: &str) -> String {
    let page = std::fs::read_to_string(checking::root().join("docs/libraries.md")).expect("the page");
    let text = page.split(&format!("<!-- write {name} -->")).nth(1).expect("a text of that name");
    let text = text.split_once("```").and_then(|(_, t)| t.split_once('\n')).expect("a block").1;
    text.split("```").next().unwrap_or_default().to_string()
}

fn put(place: &Path, name: &str, text: &str) -> String {
    let path = place.join(name);
    std::fs::write(&path, text).expect("written");
    path.to_string_lossy().into_owned()
}

/// Checks a program with these rules, for each head.
fn check(place: &Path, heads: &[&str], rules: &str, library: &str, program: &str) {
    let inputs = put(place, "inputs.txt", &of_the_page("heat-inputs.txt"));
    for head in heads {
        let words = ["-rules", rules, "-head", head, "--inputs", &inputs, "--with", library, program];
        let report = checking::check(&checking::arguments(&words)).unwrap_or_else(|said| panic!("{head}: {said}"));
        let said = format!("{report:?}");
        assert!(!said.contains("no source for"), "{said}");
    }
}

#[test]
fn programs_in_fortran_have_derivatives() {
    if !checking::have_compilers() {
        return;
    }
    let place = tempfile::tempdir().expect("a folder");
    let place = place.path();
    let rules = put(place, "rules.f90", &of_the_page("ourlib-rules.f90"));
    let library = put(place, "ourlib.f90", &of_the_page("ourlib.f90"));
    let program = put(place, "heat.f90", &of_the_page("heat.f90"));
    // With some derivatives that are not there.
    check(place, &["heat(y)/(k, s)", "heat(y)/(k)", "heat(y)/(s)"], &rules, &library, &program);
    // Single precision by the same text.
    let of_all = |text: &str| {
        let names = ["band_solve", "blend"];
        names.iter().fold(text.to_string(), |t, n| t.replace(n, &format!("?{n}")))
    };
    let single = |text: &str| of_all(text).replace('?', "s").replace("real(8)", "real(4)").replace("d0", "e0");
    let rules = put(place, "all.f90", &of_all(&of_the_page("ourlib-rules.f90")));
    let library = put(place, "single.f90", &single(&of_the_page("ourlib.f90")));
    let program = put(place, "heat4.f90", &single(&of_the_page("heat.f90")));
    check(place, &["heat(y)/(k, s)"], &rules, &library, &program);
}

const IN_C: &str = "#include <stdlib.h>
#include \"ourlib.h\"

double heat(int n, const double k[6], const double s[6])
{
  double *a = malloc(3*n*sizeof(double)), *t = malloc(n*sizeof(double)), w[6], y = 0;
  for (int i = 0; i < n; i++) {
    a[3*i] = -k[i];
    a[3*i+1] = 4 + k[i] + 2*k[i]*k[i];
    a[3*i+2] = -2*k[i]*k[i];
    t[i] = s[i];
  }
  band_solve(n, a, t);
  band_solve(n, a, t);
  blend(n, k, t, w);
  for (int i = 0; i < n; i++)
    y += w[i]*w[i] + weight(n, t);
  free(a);
  free(t);
  return y;
}
";

/// The library of the page, in C, with a function.
const LIBRARY_IN_C: &str = "#include <stdlib.h>
void band_solve(int n, const double *a, double *b)
{
  double *c = malloc(n*sizeof(double));
  c[0] = a[2]/a[1];
  b[0] /= a[1];
  for (int i = 1; i < n; i++) {
    double m = a[3*i+1] - a[3*i]*c[i-1];
    c[i] = a[3*i+2]/m;
    b[i] = (b[i] - a[3*i]*b[i-1])/m;
  }
  for (int i = n-2; i >= 0; i--)
    b[i] -= c[i]*b[i+1];
  free(c);
}
void band_solve_t(int n, const double *a, double *b)
{
  double *t = calloc(3*n, sizeof(double));
  for (int i = 0; i < n; i++) {
    t[3*i+1] = a[3*i+1];
    if (i > 0) {
      t[3*i] = a[3*i-1];
      t[3*i-1] = a[3*i];
    }
  }
  band_solve(n, t, b);
  free(t);
}
void blend(int n, const double *x, const double *y, double *z)
{
  for (int i = 0; i < n; i++)
    z[i] = x[i]*y[i];
}
void blend_adjoint(int n, const double *x, double *xb, const double *y, double *yb, const double *z, double *zb)
{
  for (int i = 0; i < n; i++) {
    xb[i] += y[i]*zb[i];
    yb[i] += x[i]*zb[i];
    zb[i] = 0*z[i];
  }
}
double weight(int n, const double *x)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i]*x[i];
  return s/n;
}
";

const WEIGHT: &str = "
real(8) function weight(n, x)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
end function weight

real(8) function weight_d(n, x, xd, value)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), xd(n)
  real(8), intent(out) :: value
  real(8), external :: weight
  integer :: i
  value = weight(n, x)
  weight_d = 0.0d0
  do i = 1, n
    weight_d = weight_d + 2.0d0*x(i)*xd(i)/n
  end do
end function weight_d

subroutine weight_b(n, x, xb, valueb)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), valueb
  real(8), intent(inout) :: xb(n)
  xb(1:n) = xb(1:n) + 2.0d0*x(1:n)*valueb/n
end subroutine weight_b
";

#[test]
fn programs_in_c_have_derivatives() {
    if !checking::have_compilers() {
        return;
    }
    let place = tempfile::tempdir().expect("a folder");
    let place = place.path();
    let rules = put(place, "rules.f90", &format!("{}{WEIGHT}", of_the_page("ourlib-rules.f90")));
    let library = put(place, "ourlib.c", LIBRARY_IN_C);
    put(
        place,
        "ourlib.h",
        "void band_solve(int n, const double *a, double *b);\nvoid blend(int n, const double *x, const double *y, double *z);\n\
         double weight(int n, const double *x);\n",
    );
    let program = put(place, "heat.c", IN_C);
    check(place, &["heat(heat)/(k, s)", "heat(heat)/(k)", "heat(heat)/(s)"], &rules, &library, &program);
    // What C has no word for is said, and nothing is taken of it.
    let text =
        format!("{}{WEIGHT}", of_the_page("ourlib-rules.f90")).replace("2.0d0*x(i)*xd(i)/n", "dot_product(x, xd)");
    let (_, said) = run(place, &text, "heat(heat)/(k, s)", "heat.c", "-tangent");
    assert!(said.contains("warning[RT0325]: the rule for `weight` is not used: in C `dot_product`"), "{said}");
    assert!(said.contains("please provide its derivative `weight_d("), "{said}");
}

fn run(place: &Path, rules: &str, head: &str, program: &str, mode: &str) -> (u8, String) {
    let rules = put(place, "rules.f90", rules);
    let program = place.join(program).to_string_lossy().into_owned();
    let at = place.to_string_lossy().into_owned();
    let words = ["rtapenade", "--force", mode, "-rules", &rules, "-head", head, "-O", &at, &program];
    rtapenade::run::run(words.iter().map(|w| w.to_string()))
}

#[test]
fn rules_that_are_wrong_are_refused() {
    let place = tempfile::tempdir().expect("a folder");
    let place = place.path();
    put(place, "heat.f90", &of_the_page("heat.f90"));
    let rules = of_the_page("ourlib-rules.f90");
    let said = |from: &str, to: &str| {
        let text = rules.replacen(from, to, 1);
        assert!(text != rules, "{from}");
        run(place, &text, "heat(y)/(k, s)", "heat.f90", "-reverse")
    };
    // What is changed, what is said, and of which line.
    let wrong = [
        ("  if (present(ad)) then", "  if (n > 0) then", "`ad` may be absent here", "if (present(ad))"),
        (
            "call band_solve_t(n, a, bb)",
            "call band_solve_x(n, a, bb)",
            "nothing here describes `band_solve_x`",
            "the nearest is",
        ),
        (
            "subroutine band_solve_b(n, a, ab, b, bb)",
            "subroutine band_solve_b(n, ab, a, b, bb)",
            "`a` is expected here",
            "(n, a, b)",
        ),
        (
            "real(8), intent(in) :: a(3,n), ad(3,n)",
            "real(4), intent(in) :: a(3,n), ad(3,n)",
            "another type than",
            "described here",
        ),
        (
            "!$AD ADJOINT blend_adjoint",
            "!$AD ADJOINT blend_adjont",
            "no procedure `blend_adjont`",
            "the nearest is `blend_adjoint`",
        ),
        ("!$AD ADJOINT", "!$AD ADJONT", "no directive `ADJONT`", "the nearest is `ADJOINT`"),
        ("real(8), intent(inout) :: b(n)", "real(8) :: b(n)", "`b` of `band_solve` has no INTENT", "intent(inout)"),
        (
            "subroutine blend_d(",
            "subroutine bland_d(",
            "`bland_d` is the derivative of nothing",
            "the nearest is `blend`",
        ),
        ("subroutine band_solve(n, a, b)", "subroutine dgemm(n, a, b)", "`dgemm` is a name of the texts", "dgemm_b"),
        ("call blend(n, x, y, z)", "call blend(n, x, y, z", "error[", "rules.f90"),
    ];
    for (from, to, message, note) in wrong {
        let (status, text) = said(from, to);
        assert!(status != rtapenade::run::SUCCESS && text.contains(message) && text.contains(note), "{to}: {text}");
        assert!(text.contains("rules.f90:"), "{text}");
    }
    // Other arguments than described: the rule is not for this call.
    put(place, "heat.f90", &of_the_page("heat.f90").replace("call blend(n, k, t, w)", "call blend(n, k, t, w, n)"));
    let (_, text) = run(place, &rules, "heat(y)/(k, s)", "heat.f90", "-reverse");
    assert!(text.contains("warning[RT0325]") && text.contains("please provide its adjoint `blend_b("), "{text}");
    // One of a module: its source is differentiated, which is said where rules are asked for.
    let own = "module own\ncontains\n  subroutine blend(n, x, y, z)\n    integer, intent(in) :: n\n    real(8), intent(in) :: x(n), y(n)\n    \
               real(8), intent(out) :: z(n)\n    z = x*y\n  end subroutine\nend module\n";
    let heat = of_the_page("heat.f90").replace("  implicit none", "  use own\n  implicit none");
    let heat = put(place, "heat.f90", &format!("{own}{}", heat.replace("band_solve, blend", "band_solve")));
    let (at, rules) = (place.to_string_lossy().into_owned(), put(place, "rules.f90", &rules));
    let words = ["rtapenade", "-b", "-blas", "rules", "-rules", &rules, "-head", "heat(y)/(k, s)", "-O", &at, &heat];
    let (_, text) = rtapenade::run::run(words.iter().map(|w| w.to_string()));
    assert!(text.contains("the rule for `blend` is not used: this one is no external procedure"), "{text}");
    let missing =
        rtapenade::run::run(["rtapenade", "-b", "-rules", "none.f90", "none.c"].iter().map(|w| w.to_string()));
    assert!(missing.0 != rtapenade::run::SUCCESS, "{}", missing.1);
}
