//! Pointers whose targets the program does not show are taken to lead to different places, which is said once: activity stays where it is, II-LOOP and
//! CHECKPOINT-START are followed. With `-pointers mayalias` they may be one, and RT0454 names those that stand against a directive.

use std::path::Path;
use std::process::Command;

use crate::checking;

const FACES: &str = "module blk
  implicit none
  integer :: ie, je
  real(8), dimension(:,:), pointer :: x, si, gam
end module
module geo
contains
  subroutine faces()
    use blk, only: ie, je, x, si, gam
    implicit none
    integer :: ii, i, j
    real(8) :: v1, v2
    !$AD II-LOOP
    do ii = 0, ie*je - 1
      i = mod(ii, ie) + 1
      j = ii/ie + 1
      v1 = x(i+1, j) - x(i, j)
      v2 = x(i, j+1) - x(i, j)
      si(i, j) = v1*v2*gam(i, j)
    end do
  end subroutine
end module
";

fn derived(place: &Path, more: &[&str]) -> (String, String) {
    let at = |name: &str| place.join(name).to_string_lossy().into_owned();
    std::fs::write(at("a.f90"), FACES).expect("written");
    let (out, file) = (place.to_string_lossy().into_owned(), at("a.f90"));
    let words = [&["rtapenade", "-b", "--force", "-head", "faces(si)/(x)"], more, &["-O", &out, &file]].concat();
    let (status, said) = rtapenade::run::run(words.iter().map(|w| w.to_string()));
    assert_eq!(status, rtapenade::run::SUCCESS, "{said}");
    (said, std::fs::read_to_string(at("a_b.f90")).unwrap_or_default())
}

#[test]
fn what_is_taken_to_be_distinct_stays_passive() {
    let directory = tempfile::tempdir().expect("a folder");
    let (said, adjoint) = derived(directory.path(), &[]);
    let listed = std::fs::read_to_string(directory.path().join("a_b.msg")).unwrap_or_default();
    assert_eq!(listed.matches("`x`, `si` and `gam` are taken to lead to different places").count(), 1, "{listed}");
    assert!(!said.contains("RT0454") && !adjoint.contains("gamb") && !adjoint.contains("push"), "{said}{adjoint}");
    let (said, adjoint) = derived(directory.path(), &["-pointers", "mayalias"]);
    assert!(!said.contains("are taken to lead"), "{said}");
    assert!(said.contains("RT0454") && said.contains("`si`") && said.contains("`x`"), "{said}");
    assert!(said.contains("-pointers distinct"), "{said}");
    assert!(adjoint.contains("gamb"), "{adjoint}");
}

const SECTIONS: &str = "subroutine f(n, x, y, e)
  implicit none
  integer, intent(in) :: n
  real(8), pointer, intent(in) :: x(:,:), y(:,:), e(:,:)
  integer :: i
  !$AD II-LOOP
  do i = 1, n
    e(:,i) = x(:,i)**2*y(:,i)
    e(1,i) = e(1,i) + e(2,i)*x(2,i)
  end do
end subroutine f
";

#[test]
fn derivatives_through_distinct_pointers_are_right() {
    if !checking::have_compilers() {
        return;
    }
    let directory = tempfile::tempdir().expect("a folder");
    let at = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
    std::fs::write(at("a.f90"), SECTIONS).expect("written");
    std::fs::write(at("inputs"), "n = 3\nx(4,3) = 0.5 .. 1.5\ny(4,3) = 0.5 .. 1.5\ne(4,3) = 0.5 .. 1.5\n")
        .expect("written");
    let words = ["-head", "f(e)/(x)", "--inputs", &at("inputs"), "--points", "1", &at("a.f90")];
    if let Err(said) = checking::check(&checking::arguments(&words)) {
        panic!("{said}");
    }
}

const DRIVER: &str = "program main
  use m
  use m_diff, only: step_b
  implicit none
  real(8), target :: a(6,6), ab(6,6)
  real(8), pointer :: w(:), wb(:), g(:,:)
  type(t) :: s
  character(20) :: word
  call get_command_argument(1, word)
  a = 1.5d0
  ab = 1
  w => a(:,1)
  wb => ab(:,1)
  allocate (s%h(6))
  s%h = 2
  select case (word)
  case ('columns')
    g => a(:,2:3)
  case ('rows')
    w => a(1,:)
    wb => ab(1,:)
    g => a(2:6:2,::-1)
  case ('woven')
    w => a(1:3:2,2)
    wb => ab(1:3:2,2)
    g => a(2:6:2,1:3)
  case ('nothing')
    g => a(1:0,:)
  case ('nowhere')
    nullify (g)
  case ('crossing')
    w => a(2,:)
    wb => ab(2,:)
    g => a(:,3:3)
  case ('backwards')
    w => a(6:1:-1,2)
    wb => ab(6:1:-1,2)
    g => a(4:1:-3,4:2:-2)
  case ('blocks')
    w => a(3:3,4)
    wb => ab(3:3,4)
    g => a(2:3,4:6)
  case ('component')
    g => a(:,2:3)
    s%h => a(6:6,1)
  end select
  call step_b(size(w), w, wb, g, s)
  print *, 'done'
end program
";

const STEP: &str = "module m
  implicit none
  type :: t
    real(8), pointer :: h(:) => null()
  end type
contains
  subroutine step(n, w, g, s)
    integer, intent(in) :: n
    real(8), pointer, intent(in) :: w(:), g(:,:)
    type(t), intent(in) :: s
    integer :: i
    do i = 1, n
      w(i) = w(i)**2*s%h(1)
      if (associated(g)) then
        if (size(g) > 0) w(i) = w(i)*g(1,1)
      end if
    end do
  end subroutine
end module
";

/// The adjoint of a head stops where what it takes to be distinct is not, and only there.
#[test]
fn heads_test_whether_their_pointers_overlap() {
    if !checking::have_compilers() {
        return;
    }
    let directory = tempfile::tempdir().expect("a folder");
    let at = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
    std::fs::write(at("m.f90"), STEP).expect("written");
    std::fs::write(at("main.f90"), DRIVER).expect("written");
    let out = directory.path().to_string_lossy().into_owned();
    let runtime = at("runtime");
    let words =
        ["rtapenade", "-b", "--force", "-module", "reuse", "-head", "m%step(w)/(w)", "--emit-runtime", &runtime];
    let words = words.into_iter().chain(["-O", &out, "m.f90"]).map(String::from);
    let words: Vec<String> = words.map(|w| if w == "m.f90" { at("m.f90") } else { w }).collect();
    let (status, said) = rtapenade::run::run(words);
    assert_eq!(status, rtapenade::run::SUCCESS, "{said}");
    let run = |compiler: &str, words: &[String]| {
        let made = Command::new(compiler).current_dir(directory.path()).args(words).output().expect("a compiler");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    };
    let words = |more: &str| more.split(' ').map(String::from).collect::<Vec<String>>();
    run("gcc", &[words("-c"), sources_in(Path::new(&runtime))].concat());
    let strict = "-std=f2018 -pedantic -Wall -Wextra -Werror -Wno-unused-dummy-argument -fcheck=bounds,pointer -O2";
    run("gfortran", &words(&format!("{strict} m.f90 m_b.f90 main.f90 adFortran.o adStack.o -o main")));
    for (word, overlaps) in [
        ("columns", None),
        ("rows", None),
        ("woven", None),
        ("nothing", None),
        ("nowhere", None),
        ("crossing", Some("w and g")),
        ("backwards", Some("w and g")),
        ("blocks", Some("w and g")),
        ("component", Some("w and s%h")),
    ] {
        let run = Command::new(at("main")).arg(word).output().expect("a program");
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.success(), overlaps.is_none(), "{word}: {said}");
        assert!(overlaps.is_none_or(|names| said.contains(&format!("step_b: {names} overlap"))), "{word}: {said}");
    }
}

fn sources_in(folder: &Path) -> Vec<String> {
    let mut out: Vec<String> = std::fs::read_dir(folder)
        .expect("a folder")
        .filter_map(|e| Some(e.ok()?.path().to_string_lossy().into_owned()))
        .filter(|p| p.ends_with("adStack.c") || p.ends_with("adFortran.c"))
        .collect();
    out.sort();
    out
}
