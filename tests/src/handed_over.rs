//! Procedures of the program that somebody without source is given, and calls: what they read is read by that call, what they write may be written by it.

use crate::checking;

const PROGRAM: &str = "\
module sorting
  implicit none
  integer :: way, asked
  interface
    pure subroutine order(idx, before)
      integer, intent(inout) :: idx(3)
      interface
        pure integer function before(i, j)
          integer, intent(in) :: i, j
        end function before
      end interface
    end subroutine order
    subroutine ask(idx, before)
      integer, intent(inout) :: idx(3)
      integer, external :: before
    end subroutine ask
  end interface
contains
  pure integer function by_module(i, j)
    integer, intent(in) :: i, j
    by_module = way*(i - j)
  end function by_module
  integer function counted(i, j)
    integer, intent(in) :: i, j
    integer :: last
    common /kept/ last
    asked = asked + 1
    counted = last*(i - j)
  end function counted
  subroutine top(a, b)
    real(8), intent(in) :: a(3)
    real(8), intent(out) :: b
    integer :: idx(3), k, mine, last
    common /kept/ last
    b = 1
    asked = 0
    do k = 1, 2
      idx = (/ 1, 3, 2 /)
      way = 3 - 2*k
      call order(idx, by_module)
      way = 0
      call add()
      idx = (/ 1, 3, 2 /)
      mine = 2*k - 3
      call order(idx, by_host)
      mine = 0
      call add()
      idx = (/ 3, 1, 2 /)
      last = 2*k - 3
      call ask(idx, counted)
      last = 0
      call add()
    end do
  contains
    pure integer function by_host(i, j)
      integer, intent(in) :: i, j
      by_host = mine*(i - j)
    end function by_host
    subroutine add()
      integer :: i
      do i = 1, 3
        b = b + 0.01d0*b*(i + asked)*a(idx(i))**2
      end do
    end subroutine add
  end subroutine top
end module sorting
";

const WITH: &str = "\
pure subroutine order(idx, before)
  integer, intent(inout) :: idx(3)
  interface
    pure integer function before(i, j)
      integer, intent(in) :: i, j
    end function before
  end interface
  integer :: i, j
  do i = 1, 3
    do j = 1, 2
      if (before(idx(j), idx(j + 1)) > 0) idx(j:j + 1) = idx(j + 1:j:-1)
    end do
  end do
end subroutine order
subroutine ask(idx, before)
  integer, intent(inout) :: idx(3)
  integer, external :: before
  if (before(idx(1), idx(3)) > 0) idx = idx(3:1:-1)
end subroutine ask
";

const ADDS: &str = "\
#include <stdlib.h>
static double total;
static const double *g;
static int cmp(const void *a, const void *b)
{
    total += g[*(const int *)a];
    return *(const int *)a - *(const int *)b;
}
double f(const double x[3])
{
    int idx[3] = {2, 1, 0};
    g = x;
    total = 0;
    qsort(idx, 3, sizeof(int), cmp);
    return total + x[0]*x[1];
}
";

#[test]
fn are_right_in_fortran() {
    if !checking::have_compilers() {
        return;
    }
    let directory = tempfile::tempdir().expect("there is room");
    let [path, other, inputs] = ["a.f90", "order.f90", "inputs"].map(|n| directory.path().join(n));
    std::fs::write(&path, PROGRAM).expect("the input");
    std::fs::write(&other, WITH).expect("what is linked");
    std::fs::write(&inputs, "a(3) = 0.5 .. 1.5\n").expect("the values");
    let [path, other, inputs] = [&path, &other, &inputs].map(|p| p.to_string_lossy());
    let words = ["rtapenade", "check", "-head", "top(b)/(a)", "--inputs", &inputs, "--with", &other, &path];
    let (status, said) = rtapenade::run::run(words.map(String::from));
    assert_eq!(status, 0, "{said}");
}

#[test]
fn are_refused_where_a_derivative_goes_through_them() {
    let directory = tempfile::tempdir().expect("there is room");
    let path = directory.path().join("a.c");
    std::fs::write(&path, ADDS).expect("the input");
    let (path, place) = (path.to_string_lossy(), directory.path().to_string_lossy());
    for mode in ["-d", "-b"] {
        let words = ["rtapenade", mode, "-head", "f(f)/(x)", "-O", &place, &path];
        let (status, said) = rtapenade::run::run(words.map(String::from));
        assert!(status != 0 && said.contains("RT0416"), "{mode}:\n{said}");
    }
}
