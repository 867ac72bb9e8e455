! Growth of one element that is brought past growth of others: neighbours, and elements that may be the same one.
! head: corners(h, b)\(d)
! inputs: n = 5
! head: same(x)\(x y)
! inputs: k(4) = 1, 2, 3, 3
! inputs: l(4) = 2, 2, 3, 1
subroutine corners(n, h, b, d)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: h(n, n), b(n, n)
  real(8), intent(out) :: d(n - 1, n - 1)
  real(8) :: mean, s11, s12, s21, s22
  integer :: i, j
  do j = 1, n - 1
    do i = 1, n - 1
      mean = 0.25d0*(h(i, j) + h(i + 1, j) + h(i, j + 1) + h(i + 1, j + 1))
      s11 = h(i, j) + b(i, j)
      s21 = h(i + 1, j) + b(i + 1, j)
      s12 = h(i, j + 1) + b(i, j + 1)
      s22 = h(i + 1, j + 1) + b(i + 1, j + 1)
      d(i, j) = mean**3*((s21 - s11 + s22 - s12)**2 + (s12 - s11 + s22 - s21)**2)
    end do
  end do
end subroutine corners

subroutine same(k, l, x, y)
  implicit none
  integer, intent(in) :: k(4), l(4)
  real(8), intent(inout) :: x(3)
  real(8), intent(out) :: y
  integer :: i
  real(8) :: s, t, u
  y = 0.d0
  do i = 1, 4
    s = x(k(i))*2.d0
    t = sin(x(l(i)))
    u = s*t*x(k(i))
    x(l(i)) = x(l(i))*u
    x(k(i)) = x(k(i)) + 0.5d0*s*u
    y = y + t*x(l(i)) + x(k(i))*x(l(i))*s
  end do
end subroutine same
