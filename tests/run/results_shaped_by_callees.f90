! head: m%cost(f)/(x)
! head: m%again(f)/(x)
! inputs: x = 0.5 .. 1.5
! A called procedure gives the result of a function its allocation: the backward half of the function makes it again for the one of the call.
module m
  implicit none
  type :: st
    real(8), allocatable :: u(:)
  end type
contains
  subroutine new(s, n)
    type(st), intent(out) :: s
    integer, intent(in) :: n
    allocate(s%u(n))
    s%u = 0
  end subroutine
  subroutine resize(s, n)
    type(st), intent(inout) :: s
    integer, intent(in) :: n
    if (allocated(s%u)) deallocate(s%u)
    allocate(s%u(n))
    s%u = 1
  end subroutine
  function rhs(a) result(d)
    type(st), intent(in) :: a
    type(st) :: d
    integer :: i
    call new(d, size(a%u))
    do i = 1, size(a%u)
      d%u(i) = a%u(i)**2
    end do
  end function
  function lhs(a) result(d)
    type(st), intent(in) :: a
    type(st) :: d
    integer :: i
    call resize(d, 2)
    call resize(d, size(a%u))
    do i = 1, size(a%u)
      d%u(i) = d%u(i) + a%u(i)**3
    end do
  end function
  subroutine cost(x, f)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: f
    type(st) :: s, d
    call new(s, 5)
    s%u = x
    !$ad nocheckpoint
    d = rhs(s)
    f = sum(d%u*d%u)
  end subroutine
  subroutine again(x, f)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: f
    type(st) :: s, d
    call new(s, 5)
    s%u = x
    !$ad nocheckpoint
    d = lhs(s)
    f = sum(d%u*d%u)
  end subroutine
end module
