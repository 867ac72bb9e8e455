! Functions whose pointer results are CONTIGUOUS, for pointers that are not.
! head: rows_of(y)/(x)
! inputs: n = 4
! head: through(y)/(x)
module contiguous_results_m
  implicit none
contains
  function view(a, k) result(p)
    real(8), target, contiguous, intent(inout) :: a(:)
    integer, intent(in) :: k
    real(8), pointer, contiguous :: p(:)
    p => a(k:)
  end function
  function column(a, j) result(p)
    real(8), target, contiguous, intent(inout) :: a(:, :)
    integer, intent(in) :: j
    real(8), pointer :: p(:)
    contiguous :: p
    p => a(:, j)
  end function
end module
subroutine rows_of(n, x, y)
  use contiguous_results_m
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), target :: w(n)
  real(8), pointer :: q(:)
  w = x*x
  q => view(w, 2)
  q(1) = q(1)*x(1)
  y = sum(w**2)
end subroutine
subroutine through(x, y)
  use contiguous_results_m
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8), target :: w(3, 2)
  real(8), pointer, contiguous :: q(:)
  real(8), pointer :: r(:)
  w(:, 1) = x
  w(:, 2) = x*x(1)
  q => view(w(:, 1), 2)
  q = q*x(2)
  r => column(w, 2)
  r(2) = r(2)*q(1)
  y = sum(w)*r(1)
end subroutine
