! Results used instead of arguments; a test decided from a copy; a gradient put together before its seed; columns.
! head: kept(x q)\(y z)
! inputs: n = 4
subroutine kept(n, x, q, y, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), q(n,n)
  real(8), intent(out) :: y, z(n)
  real(8) :: a(n), b(n,n), d, e, t, r(n)
  integer :: i, j
  a = x
  b = q*spread(a, 2, n) + spread(x, 1, n)
  z = 0.d0
  do i = 1, n
    t = a(i)*1.5d0
    if (t > 1.d0) then
      t = log(t) + 1.d0
      if (t > 1.2d0) t = t*t
    else if (t > 0.5d0) then
      t = sqrt(t)
    else
      t = t*t*t
    end if
    e = exp(-t)
    e = tanh(e*t)
    z(i) = z(i) + t*e/(1.d0 + t*sqrt(t)) + e
  end do
  do j = 1, n
    d = b(j,j)
    do i = j, n
      b(i,j) = b(i,j)/d
    end do
    do i = 1, n
      b(i,j) = b(i,j)/(1.d0 + b(j,i)*b(j,i))
    end do
  end do
  r = sum(b*q, 2)
  a = sqrt(1.d0 + r*r)
  a = a/(2.d0 + cos(a))
  y = sum(a) + dot_product(z, r)
end subroutine kept
