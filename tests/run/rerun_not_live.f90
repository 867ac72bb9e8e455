! head: twice(x, y)\(r)
! inputs: x = 0.5 .. 1.0
! inputs: y = 1.5 .. 2.0
! What `fill` computes is dead where `set` ends, so the forward sweep of the adjoint of `set` does without the call; its adjoint runs it again
! and leaves other values in the module than those that the first line of `twice` was computed from.
module table
  implicit none
  real(8) :: a(4), s
contains
  subroutine fill(x)
    real(8), intent(in) :: x
    integer :: i
    a(1) = exp(-x)/x
    do i = 1, 3
      a(i+1) = (a(i)*i + x)/x
    end do
  end subroutine fill

  subroutine set(x, y)
    real(8), intent(in) :: x, y
    s = x*y
    call fill(0.5d0*s)
  end subroutine set
end module table

subroutine twice(x, y, r)
  use table
  implicit none
  real(8), intent(in) :: x, y
  real(8), intent(out) :: r(2)
  call set(x, y)
  r(1) = a(3)*a(1) - s*a(2)
  call set(y, y)
  r(2) = a(4)*a(2)*s + a(1)*a(3)
end subroutine twice
