! Optional dummy procedures: given, not given, of several procedures, passed on, tested in larger conditions.
! head: f(x)\(y)
module m
  implicit none
contains
  function g(x) result(z)
    real(8), intent(in) :: x
    real(8) :: z
    z = x**2
  end function
  function h(x) result(z)
    real(8), intent(in) :: x
    real(8) :: z
    z = sin(x)*x
  end function
  subroutine change(x)
    real(8), intent(inout) :: x
    x = x**3 + x
  end subroutine
  subroutine cg(x, y, p)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    procedure(g), optional :: p
    y = x
    if (present(p)) y = p(x)
  end subroutine
  subroutine two(x, y, p, q)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    procedure(g), optional :: p
    procedure(change), optional :: q
    if (.not. present(p)) then
      y = 3*x
    else if (present(q) .and. x > 0) then
      y = p(x)
      call q(y)
    else
      y = p(x)*x
    end if
    if (present(q) .or. x > 100) y = y*x
    if (present(q)) then
      call q(y)
    end if
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y(6)
    call cg(x, y(1), g)
    call cg(x, y(2))
    call cg(x, y(3), h)
    call two(x, y(4), h, change)
    call two(x, y(5))
    call two(x, y(6), g)
  end subroutine
end module
