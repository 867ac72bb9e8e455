//! Names of which nothing is known: kinds, bounds, names behind ONLY and of modules that are not at hand. They stop nothing that has no derivative, and are
//! said with their place; where a value with a derivative is computed from them, that is an error.

use crate::checking;

/// Status, what is said, and the adjoint.
fn derived(text: &str, head: &str) -> (bool, String, String) {
    let directory = tempfile::tempdir().expect("a folder");
    let place = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
    std::fs::write(place("a.f90"), text).expect("written");
    let words = ["rtapenade", "-b", "-head", head, "-O", &directory.path().to_string_lossy(), &place("a.f90")];
    let (status, said) = rtapenade::run::run(words.map(String::from));
    (status == rtapenade::run::SUCCESS, said, std::fs::read_to_string(place("a_b.f90")).unwrap_or_default())
}

#[test]
fn declarations_may_mention_what_nobody_knows() {
    let cases = [
        // A kind.
        (
            "module consts\n  implicit none\n  integer(kind=etype), parameter :: tri = 1\n  real(kind=hidden) :: level\n  real(8), parameter :: two = 2\nend module\n\
             subroutine f(x, y)\n  use consts\n  implicit none\n  real(8) :: x, y\n  y = two*x*x\nend subroutine\n",
            "f(y)/(x)",
            &["'etype'", "'hidden'", "a.f90:3:16"][..],
        ),
        // Bounds.
        (
            "module blk\n  implicit none\n  integer, dimension(k:k, m) :: doms\ncontains\n  subroutine f(x, y)\n    real(8) :: x, y\n    y = x*x\n  end subroutine\nend module\n",
            "f(y)/(x)",
            &["'k'", "'m'", "a.f90:3:22"],
        ),
        // A name behind ONLY, in a head and in what it calls.
        (
            "module fam\n  implicit none\n  integer :: n\nend module\nmodule aux\ncontains\n  subroutine f(x, y)\n    use fam, only: exchange\n    implicit none\n    \
             real(8) :: x, y, t\n    call g(x, t)\n    y = x*t\n  end subroutine\n  subroutine g(x, t)\n    use fam, only: world\n    implicit none\n    real(8) :: x, t\n    \
             t = sin(x)\n  end subroutine\nend module\n",
            "f(y)/(x)",
            &["'exchange'", "'world'", "a.f90:8:20"],
        ),
    ];
    for (text, head, parts) in cases {
        let (made, said, adjoint) = derived(text, head);
        assert!(made && !said.contains("error["), "{said}");
        assert!(parts.iter().all(|part| said.contains(part)), "{said}");
        assert!(!text.contains("dimension(k:k, m)") || adjoint.contains("dimension(k:k, m)"), "{adjoint}");
    }
}

const COMMUNICATION: &str = "module force_mod
  use mod_comm
  implicit none
contains
  subroutine force(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    f = sum(x**2)
    if (nprocs > 1) print *, 'parallel run'
    if (nprocs > 2) then
      f = f*x(1)
    end if
  end subroutine
  subroutine drive(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    call force(x, f)
    f = 2*f
  end subroutine
end module
";

/// A test on such a name is recorded, for nobody knows whether it has the same outcome again.
#[test]
fn tests_on_names_of_missing_modules_are_recorded() {
    let (made, said, adjoint) = derived(COMMUNICATION, "drive(f)/(x)");
    assert!(made, "{said}");
    assert_eq!(said.matches("'nprocs' has no declaration here").count(), 1, "{said}");
    let body = adjoint.split("subroutine force_b").nth(1).unwrap_or_default();
    assert_eq!(body.matches("nprocs").count(), 1, "{adjoint}");
}

#[test]
fn derivatives_beside_such_tests_are_right() {
    if !checking::have_compilers() {
        return;
    }
    let directory = tempfile::tempdir().expect("a folder");
    let place = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
    std::fs::write(place("a.f90"), COMMUNICATION).expect("written");
    std::fs::write(place("comm.f90"), "module mod_comm\n  integer :: nprocs = 3\nend module\n").expect("written");
    std::fs::write(place("main.f90"), MAIN).expect("written");
    let words = ["rtapenade", "-d", "-b", "-head", "drive(f)/(x)", "-O", &place(""), &place("a.f90")];
    let (status, said) = rtapenade::run::run(words.map(String::from));
    assert_eq!(status, rtapenade::run::SUCCESS, "{said}");
    let mut compiler = std::process::Command::new(rtapenade::read::fortran_compiler());
    let made = compiler.current_dir(directory.path()).args(["comm.f90", "a_db.f90", "main.f90", "-o", "main"]).output();
    let made = made.expect("the compiler runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let ran = std::process::Command::new(place("main")).output().expect("it runs").stdout;
    assert!(String::from_utf8_lossy(&ran).trim_end().ends_with("right"), "{}", String::from_utf8_lossy(&ran));
}

const MAIN: &str = "program main
  use force_mod_diff
  implicit none
  real(8) :: x(3) = [0.7d0, -1.1d0, 0.4d0], d(3) = [1d0, 0.5d0, -2d0], xb(3), f, g, fd, fb
  real(8), parameter :: h = 1d-5
  call drive(x + h*d, f)
  call drive(x - h*d, g)
  g = (f - g)/(2*h)
  call drive_d(x, d, f, fd)
  fb = 1
  call drive_b(x, xb, f, fb)
  if (abs(fd - g) < 1d-8 .and. abs(dot_product(xb, d) - fd) < 1d-12) then
    print '(a)', 'right'
  else
    print *, 'wrong', g, fd, dot_product(xb, d)
  end if
end program
";

#[test]
fn no_value_with_a_derivative_is_computed_from_them() {
    let head = "f(y)/(x)";
    let of = |uses: &str, value: &str| {
        format!("subroutine f(x, y)\n  {uses}\n  implicit none\n  real(8) :: x, y\n  y = {value}\nend subroutine\n")
    };
    let module = "module m\n  implicit none\n  real(kind=hidden), parameter :: c = 2\nend module\n";
    for (text, name) in [
        (of("use missing", "factor*x"), "`factor`"),
        (format!("{module}{}", of("use m, only: factor", "factor*x")), "`factor`"),
        (format!("{module}{}", of("use m", "c*x")), "`c`"),
    ] {
        let (made, said, _) = derived(&text, head);
        assert!(!made && said.contains("error[RT0417]") && said.contains(name), "{said}");
    }
    let (made, said, _) = derived(&of("", "factor*x"), head);
    assert!(!made && said.contains("error[RT0202]"), "{said}");
}

/// A component that a known type does not have is named, whatever else is missing.
#[test]
fn missing_components_are_named() {
    let text = "module m\n  use basis, only: base_t\n  implicit none\n  type :: model\n    real(8) :: c\n  end type\ncontains\n  subroutine f(md, x, y)\n    \
                type(model), intent(in) :: md\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    y = md%c*x*md%parts%w\n  end subroutine\nend module\n";
    let (made, said, _) = derived(text, "f(y)/(x)");
    assert!(!made && said.contains("error[RT0207]") && said.contains("'parts'"), "{said}");
}
