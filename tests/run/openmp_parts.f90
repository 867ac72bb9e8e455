! A procedure gets all of an array and changes one element: more would be kept than an iteration changes.
! head: f(x)/(x)
! inputs: n = 5
! options: -openmp
module um
contains
  subroutine upd(n, x, t)
    integer, intent(in) :: n, t
    real(8), intent(inout) :: x(n)
    x(t) = sin(x(t))*x(t)
    x(t) = x(t)**2
  end subroutine
end module
subroutine f(n, x)
  use um
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: t
  !$omp parallel do
  do t = 1, n
    call upd(n, x, t)
  end do
end subroutine
