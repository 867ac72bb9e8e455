//! Fortran procedures without source: which globals they can touch, where they stand and what descriptions say of them.

use std::path::Path;
use std::process::Command;

use rtapenade::{read, run};

/// The module that calls one stands before one with variables that uses it; two modules that do not know each other both call one.
const BEFORE: &[(&str, &str)] = &[
    (
        "used",
        "\
module types
  implicit none
contains
  subroutine sq(z)
    real(8), intent(inout) :: z(2)
    external :: foo
    call foo(z)
    z = z**2
  end subroutine sq
end module types
module physics
  use types
  implicit none
  real(8), save :: gravity = 0.2d0
contains
  subroutine cost(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    real(8) :: z(2)
    z = gravity*x
    call sq(z)
    y = gravity*sum(z**2)
  end subroutine cost
end module physics
",
    ),
    (
        "apart",
        "\
module types
  implicit none
  real(8), save :: unit = 2
contains
  subroutine sq(z)
    real(8), intent(inout) :: z(2)
    external :: foo
    call foo(z)
    z = unit*z**2
  end subroutine sq
end module types
module more
  implicit none
  real(8), save :: other = 3
contains
  subroutine cube(z)
    real(8), intent(inout) :: z(2)
    external :: foo
    call foo(z)
    z = other*z**3
  end subroutine cube
end module more
module physics
  use types
  use more
  implicit none
contains
  subroutine cost(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    real(8) :: z(2)
    z = other*x
    call sq(z)
    call cube(z)
    y = unit*sum(z**2)
  end subroutine cost
end module physics
",
    ),
];

/// Runs the tool in a folder that holds these files; gives what is said.
fn made(place: &Path, files: &[(&str, &str)], words: &[&str]) -> String {
    for (name, text) in files {
        std::fs::write(place.join(name), text).expect("an input");
    }
    let path = |w: &&str| match place.join(w) {
        p if p.is_file() => p.to_string_lossy().into_owned(),
        _ => w.to_string(),
    };
    let line = ["rtapenade", "-O"].map(String::from).into_iter().chain([place.to_string_lossy().into_owned()]);
    let (status, said) = run::run(line.chain(words.iter().map(path)));
    assert_eq!(status, run::SUCCESS, "{said}");
    said
}

fn compile(place: &Path, file: &str) {
    let strict = ["-std=f2018", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-unused-dummy-argument", "-c", file];
    let made = Command::new(read::fortran_compiler()).current_dir(place).args(strict).output().expect("it runs");
    let text = std::fs::read_to_string(place.join(file)).unwrap_or_default();
    assert!(made.status.success(), "{}\n{text}", String::from_utf8_lossy(&made.stderr));
}

#[test]
fn modules_that_are_compiled_before_name_nothing_of_later_ones() {
    for (name, text) in BEFORE {
        for modules in ["copy", "reuse"] {
            let directory = tempfile::tempdir().expect("a folder");
            let place = directory.path();
            let file = format!("{name}.f90");
            for (mode, suffix) in [("-tangent", "d"), ("-reverse", "b")] {
                let words = [mode, "-module", modules, "-head", "physics%cost(y)/(x)", &file];
                let said = made(place, &[(&file, text)], &words);
                let note = if *name == "used" { "not to touch variables of `physics`" } else { "`more`" };
                assert!(said.contains(note), "{said}");
                compile(place, &file);
                compile(place, &format!("{name}_{suffix}.f90"));
            }
        }
    }
}

/// Adjoints as they are written by hand, or by other tools: counters and branches go to the tape in a module that stands before one with variables.
#[test]
fn the_tape_is_no_black_box() {
    const ADJOINT: &str = "\
module types_diff
  implicit none
contains
  subroutine sq_fwd(z)
    real(8), intent(inout) :: z(2)
    integer :: i
    do i = 1, 2
      call pushreal8(z(i))
      if (z(i) > 1) then
        z(i) = z(i)**2
        call pushcontrol1b(0)
      else
        call pushcontrol1b(1)
      end if
    end do
    call pushinteger4(i)
  end subroutine sq_fwd
  subroutine sq_bwd(z, zb)
    real(8), intent(inout) :: z(2), zb(2)
    integer :: i, branch
    call popinteger4(i)
    do i = i - 1, 1, -1
      call popcontrol1b(branch)
      call popreal8(z(i))
      if (branch == 0) zb(i) = 2*z(i)*zb(i)
    end do
  end subroutine sq_bwd
end module types_diff
module physics_diff
  use types_diff
  implicit none
  real(8), save :: gravity = 0.2d0
contains
  subroutine cost_b(x, xb, y, yb)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: xb(2)
    real(8), intent(out) :: y
    real(8), intent(inout) :: yb
    real(8) :: z(2), zb(2)
    z = gravity*x
    call sq_fwd(z)
    y = sum(z**2)
    zb = 2*z*yb
    call sq_bwd(z, zb)
    xb = gravity*zb
    yb = 0
  end subroutine cost_b
end module physics_diff
";
    let directory = tempfile::tempdir().expect("a folder");
    let said =
        made(directory.path(), &[("a_b.f90", ADJOINT)], &["-d", "-head", "physics_diff%cost_b(xb)/(x)", "a_b.f90"]);
    assert!(!said.contains("no source"), "{said}");
    compile(directory.path(), "a_b_d.f90");
    let text = std::fs::read_to_string(directory.path().join("a_b_d.f90")).expect("an output");
    assert!(!text.contains("gravityd"), "{text}");
}

const WITH_COMMON: &str = "      SUBROUTINE COST(N, X, Y)
      INTEGER N, I
      REAL*8 X(N), Y, RHO, DENS, TAU
      COMMON /CST/ RHO
      COMMON /OTHER/ TAU
      EXTERNAL DENS
      Y = 0.D0
      DO 10 I = 1, N
        Y = Y + DENS(X(I), 1)*RHO*TAU
   10 CONTINUE
      END
";

/// A block that is only read is not saved, nor are others beside the one that is written.
#[test]
fn descriptions_say_which_block_is_touched() {
    let adjoint = |block: &str, bits: [&str; 2]| {
        let directory = tempfile::tempdir().expect("a folder");
        let (place, [read, written]) = (directory.path(), bits);
        let description = format!(
            "function dens:\n  external:\n  shape: (param 1, param 2, common /{block}/[0,8[, result)\n\
             \x20 ReadNotWritten: (1,1,{read},0)\n  NotReadThenWritten: (0,0,{written},1)\n  deps: (id, id, id, 1, 0, 0, 0)\n"
        );
        let words = ["-b", "-ext", "a.ext", "-head", "cost(y)/(x)", "a.f"];
        made(place, &[("a.f", WITH_COMMON), ("a.ext", &description)], &words);
        std::fs::read_to_string(place.join("a_b.f")).expect("an output").to_lowercase()
    };
    let untouched = adjoint("cst", ["0", "0"]);
    assert_eq!(adjoint("cst", ["1", "0"]), untouched);
    let written = adjoint("cst", ["0", "1"]);
    let saves =
        |text: &str, name: &str| text.contains(&format!(" = {name}\n")) || text.contains(&format!("pushreal8({name})"));
    assert!(saves(&written, "rho") && !saves(&written, "tau"), "{written}");
    // Nobody knows where that is.
    let unknown = adjoint("nowhere", ["0", "1"]);
    assert!(saves(&unknown, "rho") && saves(&unknown, "tau"), "{unknown}");
}

#[test]
fn descriptions_of_another_kind_of_procedure_are_doubted() {
    let directory = tempfile::tempdir().expect("a folder");
    let description = "subroutine dens:\n  shape: (param 1, param 2, result)\n  ReadNotWritten: (1,1,0)\n  NotReadThenWritten: (0,0,1)\n";
    let words = ["-b", "-ext", "a.ext", "-head", "cost(y)/(x)", "a.f"];
    let said = made(directory.path(), &[("a.f", WITH_COMMON), ("a.ext", description)], &words);
    assert!(said.contains("warning[RT0317]") && said.contains("called as a function"), "{said}");
    assert!(said.contains("a.ext:1:12"), "{said}");
}

/// Procedures that are heads and are called by others borrow the blocks of those below; so do the variants for other calls, and neither keeps them.
#[test]
fn variants_of_heads_declare_no_block_that_they_do_not_need() {
    const PROGRAM: &str = "\
module m
  implicit none
contains
  subroutine run(a, b, s)
    real(8), intent(in) :: a, b
    real(8), intent(inout) :: s
    s = s*a + b
  end subroutine run
  subroutine cost(x, c, j)
    real(8), intent(in) :: x, c
    real(8), intent(out) :: j
    real(8) :: s
    external :: observ
    s = x
    call run(x, c, s)
    call run(c, x, s)
    call observ(s, j)
  end subroutine cost
end module m
";
    const BELOW: &str = "      SUBROUTINE OBSERV(H, Y)
      DOUBLE PRECISION H, Y, SHIFT
      COMMON /OBSCOM/ SHIFT
      Y = H*H + SHIFT*H
      END
";
    let directory = tempfile::tempdir().expect("a folder");
    let heads = ["-head", "m%cost(j)/(x)", "-head", "m%run(s)/(a)"];
    let words = [&["-d", "-b", "-specializeactivity", "%all%"], &heads[..], &["a.f90", "old.f"]].concat();
    made(directory.path(), &[("a.f90", PROGRAM), ("old.f", BELOW)], &words);
    compile(directory.path(), "a_db.f90");
}
