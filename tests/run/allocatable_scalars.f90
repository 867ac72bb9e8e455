! Allocatable scalars and structures that assignments allocate.
! head: scalars(x)\(y)
! head: late(x)\(y)
! head: structures(x)\(y)
! head: parts(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
module allocatable_scalars
  implicit none
  integer, parameter :: dp = kind(1.d0)
  type :: pair
    real(dp) :: a, b
    integer :: n
  end type
  type :: state
    real(dp), allocatable :: t
    real(dp), allocatable :: v(:)
  end type
contains
  subroutine scalars(x, y)
    real(dp), intent(in) :: x(3)
    real(dp), intent(out) :: y
    real(dp), allocatable :: s
    integer :: i
    s = x(1)**2
    do i = 2, 3
      s = s*x(i) + sin(s)
    end do
    y = s
  end subroutine

  subroutine late(x, y)
    real(dp), intent(in) :: x(3)
    real(dp), intent(out) :: y
    real(dp), allocatable :: s
    integer :: i
    y = 0.0_dp
    do i = 1, 3
      if (i >= 2) then
        if (allocated(s)) then
          s = s*x(i)**2
        else
          s = x(i)*x(1)
        end if
        y = y + s**2
      end if
    end do
  end subroutine

  subroutine structures(x, y)
    real(dp), intent(in) :: x(3)
    real(dp), intent(out) :: y
    type(pair), allocatable :: p, q
    p = pair(x(1)*x(2), x(3), 2)
    q = p
    q%a = q%a*p%b
    p = q
    y = p%a**p%n + q%b*p%b
  end subroutine

  subroutine parts(x, y)
    real(dp), intent(in) :: x(3)
    real(dp), intent(out) :: y
    type(state) :: s
    integer :: i
    s%t = x(1)
    s%v = x*s%t
    do i = 1, 3
      s%t = s%t*s%v(i)
      s%v = s%v*s%t
    end do
    y = s%t + sum(s%v)
  end subroutine
end module
