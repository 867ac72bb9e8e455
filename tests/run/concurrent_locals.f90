! DO CONCURRENT with LOCAL, LOCAL_INIT and a mask.
! head: top(x)\(y)
! inputs: n = 5
! wrong compiled: the original program does not compile
! wrong several: the original program does not compile
! inputs: x = 0.2 .. 0.9
subroutine top(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: t, s
  integer :: i
  t = x(1)*x(2)
  s = 0
  y = x
  do concurrent (i = 1:n, x(i) > 0.4d0) local(s) local_init(t)
    s = x(i)**2
    t = t*s
    y(i) = t + s*t
  end do
  y(1) = y(1) + t
end subroutine top
