//! Tangent and adjoint in one run (`-d -b`): one output that compiles as it is, and whose two derivatives belong to each other.

use std::path::Path;
use std::process::Command;

use rtapenade::{read, run, runtime};

use crate::checking;

fn tool(words: &[&str]) -> Result<(), String> {
    let all = ["rtapenade"].iter().chain(words).map(|w| w.to_string());
    match run::run(all) {
        (run::SUCCESS, _) => Ok(()),
        (_, said) => Err(said),
    }
}

fn compile(directory: &Path, words: &[&str]) {
    let made = Command::new(read::fortran_compiler()).current_dir(directory).args(words).output().expect("it runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

const STRICT: &[&str] =
    &["-std=f2018", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-unused-dummy-argument", "-O1"];

/// A module whose variables have both derivatives, used with ONLY, with a derived type, a call and a loop that saves.
const PROGRAM: &str = "\
module store
  implicit none
  real(8) :: k = 2.d0, total
  type pair
    real(8) :: a
    integer :: tag
    real(8) :: b(2)
  end type pair
end module store

module work
  use store, only: k, total, pair
  implicit none
  private
  public :: go
contains
  subroutine go(n, x, p, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    type(pair), intent(inout) :: p
    real(8), intent(out) :: y
    real(8) :: t
    integer :: i
    t = p%a
    total = 0.d0
    do i = 1, n
      t = t*x(i) + sin(t*k)
      call add(t, p%b(1))
    end do
    y = total*p%b(2)
  end subroutine go
  subroutine add(t, b)
    real(8), intent(in) :: t, b
    total = total + t*b*k
  end subroutine add
end module work
";

const DRIVER: &str = "\
program main
  use store_diff, only: k, kd, kb, total, totald, totalb, pair, pair_diff
  use work_diff, only: go_d, go_b
  implicit none
  integer, parameter :: n = 4
  real(8) :: x(n), xd(n), xb(n), y, yd, yb, left, right
  type(pair) :: p
  type(pair_diff) :: pd, pb
  integer :: i
  do i = 1, n
    x(i) = 0.5d0 + 0.2d0*i
    xd(i) = cos(1.d0*i)
  end do
  p = pair(0.7d0, 1, [0.3d0, 1.9d0])
  pd%a = 0.4d0
  pd%b = [1.1d0, -0.6d0]
  kd = 0.8d0
  totald = 0.d0
  call go_d(n, x, xd, p, pd, y, yd)
  p = pair(0.7d0, 1, [0.3d0, 1.9d0])
  yb = 1.d0
  kb = 0.d0
  totalb = 0.d0
  pb%a = 0.d0
  pb%b = 0.d0
  xb = 0.d0
  call go_b(n, x, xb, p, pb, y, yb)
  left = yd
  right = sum(xb*xd) + pb%a*pd%a + sum(pb%b*pd%b) + kb*kd
  print '(3es25.16)', left, right, k + total
end program main
";

#[test]
fn one_module_with_both_derivatives() {
    if !checking::have_compilers() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let at = |name: &str| directory.path().join(name);
    let out = directory.path().to_string_lossy().into_owned();
    std::fs::write(at("work.f90"), PROGRAM).expect("written");
    std::fs::write(at("main.f90"), DRIVER).expect("written");
    let head = "work%go(y)/(x p%a p%b k)";
    tool(&["-d", "-b", "-head", head, "-O", &out, &at("work.f90").to_string_lossy()]).expect("both");
    assert!(at("work_db.f90").exists() && at("work_db.msg").exists());
    for (name, content) in runtime::FILES {
        std::fs::write(at(name), content).expect("written");
    }
    compile(directory.path(), &[STRICT, &["-c", "work_db.f90"]].concat());
    compile(directory.path(), &["-w", "-o", "main", "work_db.o", "main.f90", "adStack.c", "adBuffer.c", "adFortran.c"]);
    let ran = Command::new(at("main")).output().expect("it runs");
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    let numbers: Vec<f64> = said.split_whitespace().filter_map(|w| w.parse().ok()).collect();
    let [left, right, _] = numbers[..] else { panic!("{said}") };
    assert!(left.abs() > 1e-3 && (left - right).abs() <= 1e-12 * left.abs(), "{left:e} and {right:e}");
}

/// C: types of derivatives are shared with adjoints, which write behind pointers whose originals only read; and jumps that adjoints make tests leave no
/// labels in tangents.
#[test]
fn tangents_beside_adjoints_in_c() {
    if !checking::have_compilers() {
        return;
    }
    let text = "#include <stdlib.h>\n\
                struct view { const double *from; int n; };\n\
                int f(int n, const double x[3], double *y)\n\
                {\n    int status = -1;\n    struct view v;\n    double *w = malloc(n*sizeof *w);\n    if (!w) goto done;\n    \
                v.n = n - 1;\n    v.from = n > 2 ? &x[1] : x;\n    v.from = x + 1;\n    for (int i = 0; i < v.n; i++)\n        \
                w[i] = v.from[i]*v.from[i];\n    *y = w[0]*w[1];\n    status = 0;\ndone:\n    free(w);\n    return status;\n}\n";
    let directory = tempfile::tempdir().expect("a directory");
    let source = directory.path().join("f.c");
    std::fs::write(&source, text).expect("written");
    for (name, content) in runtime::FILES {
        std::fs::write(directory.path().join(name), content).expect("written");
    }
    let out = directory.path().to_string_lossy().into_owned();
    tool(&["-d", "-b", "-head", "f(y)/(x)", "-O", &out, &source.to_string_lossy()]).expect("both");
    let mut gcc = Command::new(read::c_compiler());
    gcc.args(["-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-fsyntax-only"]);
    let made = gcc.arg(directory.path().join("f_db.c")).output().expect("it runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

#[test]
fn names_of_files() {
    let directory = tempfile::tempdir().expect("a directory");
    let source = directory.path().join("f.f90");
    let text = "subroutine f(x, y)\n  real, intent(in) :: x\n  real, intent(out) :: y\n  y = x*x\nend subroutine f\n";
    std::fs::write(&source, text).expect("written");
    let out = directory.path().to_string_lossy().into_owned();
    let source = source.to_string_lossy().into_owned();
    let common = ["-head", "f(x)\\(y)", "-O", &out, &source];
    for (more, names) in [
        (&["-d", "-b"][..], &["f_db.f90", "f_db.msg"][..]),
        (&["-d", "-vector"], &["f_dv.f90", "diffsizes.f90"]),
        (&["-b", "-vector"], &["f_bv.f90"]),
        (&["-d", "-b", "-vector", "-nbdirsmax", "8"], &["f_dbv.f90"]),
        (&["-d", "-b", "-o", "forward"], &["forward_db.f90"]),
    ] {
        tool(&[more, &common].concat()).unwrap_or_else(|e| panic!("{more:?}: {e}"));
        for name in names {
            assert!(directory.path().join(name).exists(), "{more:?} makes {name}");
        }
    }
}

/// A procedure without source, described: what it only reads needs no derivative of its own, what it makes depends on one argument alone.
#[test]
fn descriptions_of_procedures_without_source() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = |name: &str| directory.path().join(name);
    let text = "subroutine f(n, x, y)\n  implicit none\n  integer, intent(in) :: n\n  real(8), intent(in) :: x(n)\n  \
                real(8), intent(out) :: y\n  real(8) :: t, u\n  t = x(1)*x(2)\n  call table(x(1), t, u)\n  y = u*t\nend subroutine f\n";
    std::fs::write(at("f.f90"), text).expect("written");
    let out = directory.path().to_string_lossy().into_owned();
    let source = at("f.f90").to_string_lossy().into_owned();
    let lib = at("lib").to_string_lossy().into_owned();
    let derive = |mode: &str, deps: &str| {
        let entry = format!(
            "subroutine table:\n  external:\n  shape: (param 1, param 2, param 3)\n  ReadNotWritten: (1, 1, 0)\n  \
             NotReadThenWritten: (0, 0, 1)\n  deps: (id, id, {deps})\n"
        );
        std::fs::write(&lib, entry).expect("written");
        tool(&[mode, "-head", "f(x)\\(y)", "-ext", &lib, "-O", &out, &source]).expect("a derivative");
        std::fs::read_to_string(at(if mode == "-d" { "f_d.f90" } else { "f_b.f90" })).expect("it is there")
    };
    // Depends on nothing: the original is called.
    let passive = derive("-d", "0, 0, 0");
    assert!(passive.contains("call table(x(1), t, u)") && !passive.contains("table_d"), "{passive}");
    let active = derive("-d", "0, 1, 0");
    assert!(active.contains("call table_d("), "{active}");
    let nothing = derive("-b", "0, 0, 0");
    assert!(!nothing.contains("table_b"), "{nothing}");
    let adjoint = derive("-b", "0, 1, 0");
    // What is only read is not saved.
    assert!(adjoint.contains("call table_b(") && !adjoint.contains("push"), "{adjoint}");
}
