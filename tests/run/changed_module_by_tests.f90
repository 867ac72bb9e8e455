! What functions in tests change of their module, and calls in actual arguments.
! head: f(y)/(x)
! inputs: x = 0.5 .. 1.5
module m22
  implicit none
  integer, private :: seed = 1, calls = 0
  real(8) :: level
contains
  integer function draw(n)
    integer, intent(in) :: n
    seed = mod(seed*5 + 3, 16)
    calls = calls + 1
    draw = mod(seed, n) + 1
  end function
  logical function accept(a)
    real(8), intent(in) :: a
    accept = a > level
    level = level*1.1d0
  end function
  subroutine start()
    seed = 1
    level = 1.2d0
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: y(2)
    integer :: i
    call start()
    y = x(1:2)
    do i = 1, 4
      if (accept(x(i))) y(1) = y(1)*x(draw(5))
      if (draw(3) == 2) then
        y(2) = y(2)*x(i)*level
      else if (.not. accept(x(draw(5)))) then
        y(2) = y(2) + x(seed/4 + 1)
      end if
    end do
    do while (accept(x(draw(5))*2))
      y(1) = y(1) + x(seed/4 + 1)*y(2)
    end do
  end subroutine
end module
