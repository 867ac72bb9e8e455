! Passive assignments reset derivatives, in parts and on some paths.
! head: resets(y)/(x)
subroutine resets(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w(n), t, q
  integer :: i
  q = 1.d0
  y = 0.d0
  t = x(1)
  do i = 1, n
    if (mod(i, 2) == 0) then
      w(i) = 3.d0
      t = 2.d0
    else
      w(i) = x(i)*t
    end if
    y = y + w(i)*t*q
    q = 1.d0 + i
    t = t*x(i)
    if (x(i) > 0.5d0) q = q*x(i)
  end do
  call other(n, x, w, t)
  y = y*w(2) + t*q
  call clear(n, w, t)
  y = y + w(1)*t
contains
  subroutine other(m, a, b, c)
    integer, intent(in) :: m
    real(8), intent(in) :: a(m)
    real(8), intent(inout) :: b(:)
    real(8), intent(out) :: c
    b(2) = a(1)*b(3)
    c = 4.d0
    if (a(1) > 0.d0) c = c*b(2)
  end subroutine other
  subroutine clear(m, b, c)
    integer, intent(in) :: m
    real(8), intent(out) :: b(m), c
    b = 1.d0
    c = m
  end subroutine clear
end subroutine resets
