! Optional arguments absent and present, by position and by keyword.
! head: f(x s)\(y)
! inputs: n = 3
module m
  implicit none
contains
  subroutine f(n, x, s, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), s
    real(8), intent(out) :: y
    real(8) :: a, b
    call g(x(1), a)
    call g(x(2), b, scale=s)
    y = a*b
    b = x(1)*s
    call g(out=a, x=x(3), shift=b)
    y = y + a
    call g(x(2), a, s, b)
    y = y + a*b
  end subroutine
  subroutine g(x, out, scale, shift)
    real(8), intent(in) :: x
    real(8), intent(out) :: out
    real(8), intent(in), optional :: scale
    real(8), intent(inout), optional :: shift
    out = x**2
    if (present(scale)) out = out*scale
    if (present(shift)) then
      out = out + shift**2
      if (present(scale)) shift = shift*scale
    end if
  end subroutine
end module
