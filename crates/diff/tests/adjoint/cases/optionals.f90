! head: top(y)/(x)
subroutine top(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: t
  call part(x(1), t)
  call part(t, y, s=x(2))
contains
  subroutine part(a, r, s)
    real(8), intent(in) :: a
    real(8), intent(out) :: r
    real(8), intent(in), optional :: s
    r = a*a
    if (present(s)) r = r*s
  end subroutine part
end subroutine top
