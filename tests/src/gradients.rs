//! `-value` and `-gradient`: goldens of what they write, and what they refuse. The numbers are judged among `programs` (`tests/run/*gradient*`, `*values*`).

use std::path::Path;

use crate::rereading;

/// A module with a function of two independents, one of them of the module.
const MODULE: &str = "module fits
  implicit none
  real(8) :: power(2)
contains
  !> The sum of the squares of all misfits.
  function misfit(x, seen, w) result(j)
    real(8), intent(in) :: x(:), seen(:)
    real(8), intent(inout) :: w(size(x))
    real(8) :: j
    integer :: i
    j = 0
    do i = 1, size(x)
      w(i) = exp(-power(1)*x(i)) - seen(i)
      j = j*power(2) + w(i)**2
    end do
  end function misfit
end module fits
";

const FIXED: &str = "      SUBROUTINE COST(N, X, F)
      INTEGER N, I
      DOUBLE PRECISION X(*), F, A, B
      COMMON /PAR/ A, B(3)
      F = 0.D0
      DO 10 I = 1, N
        F = F + (X(I)*A - B(2))**2
   10 CONTINUE
      END
";

const C: &str = "#include <math.h>
struct wave {
  double height, length;
};
double drag(int n, const double *v, const struct wave *w)
{
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    sum = sum*w->height + sin(v[i])/w->length;
  return sum;
}
";

fn texts(name: &str, text: &str, words: &[&str]) -> String {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join(name);
    std::fs::write(&path, text).expect("an input");
    let made = rereading::derivative(&rereading::options(words, &[path])).expect("a derivative");
    made.into_iter().map(|t| t.content.replace(env!("CARGO_PKG_VERSION"), "VERSION")).collect::<Vec<_>>().join("\n")
}

#[test]
fn goldens() {
    let of = |head| ["-reverse", "-gradient", "-head", head];
    insta::assert_snapshot!("gradient_of_module", texts("fits.f90", MODULE, &of("fits%misfit(misfit)/(x power)")));
    insta::assert_snapshot!("gradient_in_fixed_form", texts("cost.f", FIXED, &of("cost(f)/(x[n] a)")));
    insta::assert_snapshot!("gradient_in_c", texts("drag.c", C, &of("drag(drag)/(v[n] w)")));
}

/// What is said of a run in a directory of its own.
fn said(name: &str, text: &str, words: &[&str]) -> String {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join(name);
    std::fs::write(&path, text).expect("an input");
    let (out, path) = (directory.path().to_string_lossy().into_owned(), path.to_string_lossy().into_owned());
    let all = ["rtapenade", "-O", &out, "-reverse"].into_iter().chain(words.iter().copied()).chain([path.as_str()]);
    let (status, said) = rtapenade::run::run(all.map(String::from));
    let made = Path::new(&out).read_dir().expect("a directory").count() - 1;
    assert_eq!(status == 0, made > 1, "{said}");
    said
}

#[test]
fn refusals_say_what_to_do() {
    const TWO: &str = "subroutine two(x, y, z, u)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y, z, u(3)
  y = sum(x**2)
  z = y*x(1)
  u = x*y
end subroutine two
";
    const LENT: &str = "void lent(int n, const double *x, double *work, double *f) {
  for (int i = 0; i < n; i++)
    work[i] = x[i]*x[i];
  *f = work[0]*work[n - 1];
}
";
    const KEPT: &str = "void kept(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = y[i]*y[i]*x[i];
}
";
    for (name, text, words, expected) in [
        (
            "a.f90",
            TWO,
            &["-gradient", "-head", "two(y z)/(x)"][..],
            &["RT0480", "2 dependents, `y`, `z`", "one scalar result"][..],
        ),
        (
            "a.f90",
            TWO,
            &["-gradient", "-head", "two(u)/(x)"],
            &["RT0480", "`u` is an array", "a weight for each result"],
        ),
        (
            "a.f90",
            TWO,
            &["-gradient", "-head", "two(y)/(x)", "-nocheckpoint", "%all%"],
            &["RT0480", "split mode", "-nocheckpoint"],
        ),
        (
            "a.f",
            FIXED,
            &["-gradient", "-head", "cost(f)/(x)"],
            &["RT0480", "a.f:3", "how many elements", "COST(…)/(X[n])", "`X(n)`"],
        ),
        ("a.c", C, &["-gradient", "-head", "drag(drag)/(v)"], &["RT0480", "a.c:5", "drag(…)/(v[n])", "`v[n]`"]),
        ("a.c", C, &["-gradient", "-head", "drag(drag)/(v[m])"], &["RT0303", "`m`", "`n`"]),
        ("a.c", C, &["-gradient", "-head", "drag(drag)/(v[v])"], &["RT0304", "`v` is no integer"]),
        ("a.c", C, &["-gradient", "-head", "drag(drag)/(v[sum])"], &["RT0304", "`sum`"]),
        ("a.c", LENT, &["-gradient", "-head", "lent(f)/(x[n])"], &["RT0480", "a.c:1", "`work`", "independents"]),
        ("a.c", KEPT, &["-value", "-head", "kept(y)/(x)"], &["RT0481", "a.c:1", "`*y`", "`y[n]`"]),
        ("a.f90", TWO, &["-gradient", "-vector", "-nbdirsmax", "2", "-head", "two(y)/(x)"], &["RT0322", "-vector"]),
    ] {
        let said = said(name, text, words);
        for e in expected {
            assert!(said.contains(e), "{words:?}: `{e}` is not in\n{said}");
        }
    }
}
