//! Second derivatives: the tool on its own output, tangent over adjoint and tangent over tangent.
//!
//! A Hessian-vector product is held against differences of the gradient (by `check`), and the Hessian against its transpose: uᵀHv = vᵀHu.

use std::path::Path;
use std::process::Command;

use rtapenade::{run, runtime};

use crate::checking;

/// A function of one array, in a file of its own.
struct Case {
    name: &'static str,
    text: &'static str,
    inputs: &'static str,
}

/// Nonlinear in every way that needs the tape: values overwritten in loops, branches, calls.
const CASES: &[Case] = &[
    Case {
        name: "chain",
        text: "\
subroutine chain(n, x, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  real(8) :: t
  integer :: i
  f = 0.d0
  t = 1.d0
  do i = 1, n
    t = t*sin(x(i)) + x(i)**2
    f = f + t*exp(-x(i))
  end do
end subroutine chain
",
        inputs: "n = 6\n",
    },
    Case {
        name: "banana",
        text: "\
subroutine banana(n, x, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  real(8) :: w(n), s
  integer :: i, k
  w = x
  f = 0.d0
  do k = 1, 3
    do i = 1, n - 1
      w(i) = w(i)*w(i + 1) + sin(w(i))
      if (w(i) > 1.d0) then
        w(i) = sqrt(w(i))
      end if
    end do
    call damp(n, w, s)
    f = f + s*s
  end do
  f = f + 100.d0*dot_product(w, w)
end subroutine banana

subroutine damp(n, w, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: w(n)
  real(8), intent(out) :: s
  integer :: i
  s = 0.d0
  do i = 1, n
    w(i) = w(i)/(1.d0 + w(i)**2)
    s = s + w(i)
  end do
end subroutine damp
",
        inputs: "n = 5\n",
    },
    Case {
        name: "flow",
        text: "\
subroutine flow(n, x, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  real(8) :: u(n), v(n)
  integer :: step
  u = x
  do step = 1, 4
    v(2:n - 1) = u(2:n - 1) + 0.1d0*u(2:n - 1)*(u(3:n) - 2.d0*u(2:n - 1) + u(1:n - 2))
    v(1) = u(1)
    v(n) = u(n)*u(1)
    where (v > 1.2d0) v = v/(1.d0 + v)
    u = v
  end do
  f = sum(u**3)
end subroutine flow
",
        inputs: "n = 7\n",
    },
];

/// Runs the tool; the error is what it said.
pub(crate) fn tool(words: &[&str]) -> Result<(), String> {
    let all = ["rtapenade"].iter().chain(words).map(|w| w.to_string());
    match run::run(all) {
        (run::SUCCESS, _) => Ok(()),
        (_, said) => Err(said),
    }
}

pub(crate) fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Hands `check` each program, with its text, its inputs and its first derivative (`mode`) in files.
fn with_first_derivatives(mode: &str, check: &dyn Fn(&Case, &str, &str, &str)) {
    if !checking::have_compilers() {
        return;
    }
    for case in CASES {
        let directory = tempfile::tempdir().expect("a directory");
        let file = |name: String| text(&directory.path().join(name));
        let (source, inputs) = (file(format!("{}.f90", case.name)), file("inputs.txt".to_owned()));
        std::fs::write(&source, case.text).expect("written");
        std::fs::write(&inputs, case.inputs).expect("written");
        let head = format!("{}(f)/(x)", case.name);
        tool(&[mode, "-head", &head, "-O", &text(directory.path()), &source]).expect("the first derivative");
        check(case, &source, &inputs, &file(format!("{}_{}.f90", case.name, mode.trim_start_matches('-'))));
    }
}

#[test]
fn hessian_vector_products_against_differences() {
    with_first_derivatives("-b", &|case, source, inputs, adjoint| {
        let product = format!("{}_b(xb)/(x)", case.name);
        for several in [&[][..], &["-vector"][..]] {
            // The adjoint calls originals, whose tangents it needs.
            let words = ["-d", "-head", &product, "--inputs", inputs, "--points", "2", adjoint, source];
            checking::check(&checking::arguments(&[&words[..], several].concat()))
                .unwrap_or_else(|e| panic!("{}: {e}", case.name));
        }
    });
}

/// What the runtime keeps in C, values and pointers by value and by address, comes back with its derivative.
const IN_C: &str = "\
#include <math.h>
typedef struct { double p[3]; double q; } State;
static void step(int n, double *u, State *s, double dt) {
  for (int i = 1; i < n - 1; i++) {
    u[i] = u[i] + dt*u[i]*(u[i-1] - 2.0*u[i] + u[i+1])*s->q;
  }
  s->q = sin(s->q)*u[n/2];
  s->p[1] *= s->q;
}
void model(int n, const double *x, double *y) {
  double u[20], v[20], *p = u, *q = v;
  State s = {{1.0, 2.0, 3.0}, 0.5};
  double a = 0.5;
  for (int i = 0; i < n; i++) {
    u[i] = x[i];
    v[i] = 0.5*x[i];
    a = a*a + x[i];
  }
  for (int k = 0; k < 4; k++) {
    step(n, p, &s, 0.1);
    if (p[1] > 0.3) {
      p[1] = p[1]*q[2];
    }
    double *r = p;
    p = q;
    q = r;
  }
  *y = u[n/2]*s.p[1] + s.q*a;
  for (int i = 0; i < n; i++) {
    *y += u[i]*u[i]*v[i];
  }
}
";

#[test]
fn hessian_vector_products_in_c() {
    if !checking::have_compilers() {
        return;
    }
    for options in [&[][..], &["-tape", "stack"][..], &["-nocheckpoint", "step"][..]] {
        let directory = tempfile::tempdir().expect("a directory");
        let file = |name: &str| text(&directory.path().join(name));
        let (source, adjoint, inputs) = (file("model.c"), file("model_b.c"), file("inputs.txt"));
        std::fs::write(&source, IN_C).expect("written");
        std::fs::write(&inputs, "n = 8\nx(8) = 0.2 .. 1\nxb(8) = 0 .. 1\n").expect("written");
        let first = ["-b", "-head", "model(y)/(x)", "-O", &text(directory.path()), &source];
        tool(&[&first[..], options].concat()).expect("the first derivative");
        let runtime = text(&checking::root().join("runtime"));
        let words =
            ["-d", "-head", "model_b(xb)/(x)", "--inputs", &inputs, "--points", "2", "-I", &runtime, &adjoint, &source];
        checking::check(&checking::arguments(&words)).unwrap_or_else(|e| panic!("{options:?}: {e}"));
    }
}

#[test]
fn second_tangents_against_differences() {
    with_first_derivatives("-d", &|case, _, inputs, tangent| {
        let second = format!("{}_d(fd)/(x)", case.name);
        let words = ["-head", &second, "--inputs", inputs, "--points", "2", tangent];
        checking::check(&checking::arguments(&words)).unwrap_or_else(|e| panic!("{}: {e}", case.name));
    });
}

#[test]
fn hessians_are_symmetric() {
    if !checking::have_compilers() {
        return;
    }
    for case in CASES {
        let directory = tempfile::tempdir().expect("a directory");
        let at = |name: &str| directory.path().join(name);
        let source = at(&format!("{}.f90", case.name));
        std::fs::write(&source, case.text).expect("written");
        let out = text(directory.path());
        let (gradient, product) = (format!("{0}(f)/(x)", case.name), format!("{0}_b(xb)/(x)", case.name));
        tool(&["-b", "-head", &gradient, "-O", &out, &text(&source)]).expect("the adjoint");
        let adjoint = at(&format!("{}_b.f90", case.name));
        tool(&["-d", "-head", &product, "-O", &out, &text(&adjoint), &text(&source)])
            .expect("the tangent of the adjoint");
        for (name, content) in runtime::FILES {
            std::fs::write(at(name), content).expect("written");
        }
        std::fs::write(at("main.f90"), driver(case.name)).expect("written");
        let executable = at("main");
        let tangents = [format!("{}_b_d.f90", case.name), format!("{}_d.f90", case.name)];
        let tangents = tangents.iter().map(|n| at(n)).filter(|p| p.exists());
        let made = Command::new(rtapenade::read::fortran_compiler())
            .current_dir(directory.path())
            .args(["-O1", "-w", "-o"])
            .arg(&executable)
            .args([&source, &adjoint, &at("main.f90")])
            .args(tangents)
            .args(["adStack.c", "adBuffer.c", "adFortran.c", "adTangent.c"])
            .output()
            .expect("the compiler runs");
        assert!(made.status.success(), "{}: {}", case.name, String::from_utf8_lossy(&made.stderr));
        let ran = Command::new(executable).output().expect("it runs");
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        let numbers: Vec<f64> = said.split_whitespace().filter_map(|w| w.parse().ok()).collect();
        let [uhv, vhu] = numbers[..] else { panic!("{}: {said}", case.name) };
        assert!((uhv - vhu).abs() <= 1e-12 * uhv.abs().max(1.0), "{}: {uhv:e} and {vhu:e}", case.name);
        assert!(uhv.abs() > 1e-6, "{}: a Hessian of nothing says nothing", case.name);
    }
}

/// Prints uᵀHv and vᵀHu.
fn driver(name: &str) -> String {
    format!(
        "\
program main
  implicit none
  integer, parameter :: n = 6
  real(8) :: x(n), u(n), v(n), hu(n), hv(n)
  integer :: i
  do i = 1, n
    x(i) = 0.7d0 + 0.1d0*i
    u(i) = cos(1.3d0*i)
    v(i) = sin(0.4d0 + i*i)
  end do
  call product(u, hu)
  call product(v, hv)
  print '(2es25.16)', dot_product(u, hv), dot_product(v, hu)
contains
  subroutine product(direction, result)
    real(8), intent(in) :: direction(n)
    real(8), intent(out) :: result(n)
    real(8) :: xb(n), f, fb
    fb = 1.d0
    xb = 0.d0
    result = 0.d0
    call {name}_b_d(n, x, direction, xb, result, f, fb)
  end subroutine product
end program main
"
    )
}
