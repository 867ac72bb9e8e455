//! `-pointers distinct`: pointers whose targets the program does not show are promised to lead to different places. Activity stays where it is, II-LOOP is
//! followed, and without the promise RT0454 names the pointers that stand against it.

use std::path::Path;

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
fn what_is_promised_to_be_distinct_stays_passive() {
    let directory = tempfile::tempdir().expect("a folder");
    let (said, adjoint) = derived(directory.path(), &["-pointers", "distinct"]);
    assert!(!said.contains("RT0454") && !adjoint.contains("gamb") && !adjoint.contains("push"), "{said}{adjoint}");
    let (said, adjoint) = derived(directory.path(), &[]);
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
    let words =
        ["-pointers", "distinct", "-head", "f(e)/(x)", "--inputs", &at("inputs"), "--points", "1", &at("a.f90")];
    if let Err(said) = checking::check(&checking::arguments(&words)) {
        panic!("{said}");
    }
}
