! A call that overwrites one element, or a section, with something passive clears their derivatives and no others.
! head: element(y)/(x)
subroutine element(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w(n)
  w = x*x
  call setone(w(2))
  call setall(2, w(3:4))
  call look(w(1), y)
  y = y + sum(w*x)
contains
  subroutine setone(a)
    real(8), intent(out) :: a
    a = 1.d0
  end subroutine setone
  subroutine setall(m, a)
    integer, intent(in) :: m
    real(8), intent(out) :: a(m)
    a = 2.d0
  end subroutine setall
  subroutine look(a, b)
    real(8) :: a, b
    b = 0.d0
    if (a > 100.d0) b = 1.d0
  end subroutine look
end subroutine element
