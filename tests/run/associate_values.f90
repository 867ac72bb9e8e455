! ASSOCIATE with values that are evaluated once, before their operands change; with components whose neighbours change.
! head: kept(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
! head: neighbours(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
module m
  implicit none
  type :: state
    real(8), allocatable :: u(:), v(:)
    real(8) :: scale = 1
  end type
contains
  subroutine kept(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: p(3), k
    integer :: i
    p = x*x
    k = x(2)
    y = 0
    do i = 1, 3
      associate (h => sin(x) + k*p, first => k**2, q => p(i))
        p = p - 0.1d0*h
        k = k + first*q
        y = y + sum(h)*first
      end associate
    end do
    y = y + sum(p**2)
  end subroutine
  subroutine neighbours(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(state) :: s
    allocate(s%u(3))
    s%u = x**2
    s%scale = x(1)
    associate (u => s%u, c => s%scale)
      allocate(s%v(2))
      s%v = u(2:3)*c
      c = c*u(1)
      u = u*c
    end associate
    y = sum(s%u**2) + sum(s%v)
  end subroutine
end module
