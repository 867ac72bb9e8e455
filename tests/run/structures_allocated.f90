! Arrays of structures that assignments allocate: components of a structure that is copied or made by a function, and whole arrays.
! head: run(cost)/(x)
! inputs: n = 4
module m
  implicit none
  integer, parameter :: wp = kind(1d0)
  type cell
    real(wp) :: t = 0, q = 1
    integer :: id = 0
  end type
  type rich
    real(wp) :: w
    real(wp), allocatable :: v(:)
  end type
  type col
    integer :: n
    type(cell), allocatable :: lay(:)
    real(wp) :: s
  end type
contains
  function make(n, x) result(c)
    integer, intent(in) :: n
    real(wp), intent(in) :: x(:)
    type(col) :: c
    integer :: i
    c%n = n
    allocate(c%lay(0:n-1))
    do i = 1, n
      c%lay(i-1)%t = x(i)**2
      c%lay(i-1)%q = sin(x(i))
    end do
    c%s = x(1)
  end function
  subroutine one(c, x)
    type(col), intent(inout) :: c
    real(wp), intent(in) :: x(:)
    c%lay%t = c%lay%t*c%lay%q + x(1:size(c%lay))
  end subroutine
end module
subroutine run(n, x, cost)
  use m
  implicit none
  integer, intent(in) :: n
  real(wp), intent(in) :: x(n)
  real(wp), intent(out) :: cost
  type(col) :: a, old
  type(cell), allocatable :: u(:), w(:)
  integer :: k
  cost = 0
  do k = 1, 3
    a = make(n - mod(k, 2), x*k)
    old = a
    call one(a, x)
    a%lay%t = a%lay%t*old%lay%t + old%s
    old = a
    call one(old, x)
    u = a%lay
    u%t = u%t*u%q
    w = u
    w%q = w%q*w%t
    cost = cost + sum(w%q*u%t)
  end do
end subroutine
