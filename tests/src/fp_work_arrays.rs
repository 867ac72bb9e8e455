//! FP-LOOP with work arrays outside of the state: what the compiler cannot see, the adjoint looks at when it runs.

use crate::checking;

/// A sum over the turns: no turn alone tells it. That a part of the array is set first hides it from us.
const SUM: &str = "\
subroutine relax(c, u, total)
  implicit none
  real(8), intent(in) :: c(3)
  real(8), intent(out) :: u(3), total
  real(8) :: w(3), old(3)
  integer :: i, turn
  u = 0
  w = 0
  !$AD FP-LOOP \"u\"
  do turn = 1, 60
    old = u
    do i = 1, 3
      if (c(i) < 0) w(i) = c(i)
    end do
    do i = 1, 3
      u(i) = 0.3d0*cos(u(i)) + c(i)
      w(i) = w(i) + u(i)**2
    end do
    if (maxval(abs(u - old)) < 1.d-15) exit
  end do
  total = sum(w) + sum(u)
end subroutine
";

#[test]
fn what_goes_from_turn_to_turn_stops_the_adjoint() {
    if !checking::have_compilers() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("a.f90");
    let judge = |text: &str| {
        std::fs::write(&path, text).expect("written");
        let arguments = ["-head", "relax(total)/(c)", "--points", "1", &path.to_string_lossy()];
        checking::check(&checking::arguments(&arguments))
    };
    let said = judge(SUM).expect_err("a sum");
    assert!(said.contains("goes from turn to turn of it"), "{said}");
    // Nothing goes on.
    let right = judge(&SUM.replace("w(i) + u(i)**2", "u(i)**2"));
    assert!(right.is_ok(), "{}", right.err().unwrap_or_default());
    // Nothing of it was set before it is read: that is seen.
    let said = judge(&SUM.replace("      if (c(i) < 0) w(i) = c(i)\n", "")).expect_err("a sum");
    assert!(said.contains("[RT0463]"), "{said}");
}
