! Loops that end in a sum: branches, overwritten scalars, an inner loop, values that turns hand on; what the loop changes is needed before and behind it.
! head: fusion(x f)\(f y)
! inputs: n = 5
! inputs: x = -1.0 .. 1.0
subroutine fusion(n, x, f, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: f
  real(8), intent(out) :: y
  real(8) :: t, s, w, a(n)
  integer :: i, j, k
  w = x(1)*x(2)
  y = sin(w)*w
  k = 0
  w = 1.5d0
  j = 3
  do i = 1, n
    s = 0.1d0
    do j = 1, i
      s = s + x(j)*x(i)*w
    end do
    t = s*x(i)
    if (t > 0.2d0) then
      t = t*t
      s = s*t
      k = k + 1
    else if (k > 1) then
      t = t*x(k)
    end if
    t = sin(t)*s
    f = f + t*t
    w = w*0.7d0
  end do
  y = y*f*w + k*f
  ! A loop that carries a passive array, and has one for itself.
  a = 0.5d0
  do i = 2, n
    a(i) = a(i - 1)*1.1d0
    t = x(i)*a(i)
    t = t*t*a(i - 1)
    f = f + t**3
  end do
  y = y + f*f + x(mod(j, n) + 1)**2
end subroutine fusion
