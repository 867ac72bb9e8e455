! The second call of the adjoint: the backward sweep has released g%w, but not put back g%n that says it is there.
! head: f(x)\(y)
! inputs: x(2) = 0.5 .. 1.5
module m
  implicit none
  private
  type :: grid
    integer :: n = 0
    real(8), allocatable :: w(:)
  end type grid
  type(grid), save :: g
  public :: work
contains
  subroutine work(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    integer :: i
    if (g%n == 0) then
      allocate (g%w(n))
      g%n = n
    end if
    do i = 1, n
      g%w(i) = x(i)*x(i)
      y(i) = g%w(i)*sin(g%w(i))
    end do
  end subroutine work
end module m
subroutine f(x, y)
  use m
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  call work(2, x, y)
end subroutine f
