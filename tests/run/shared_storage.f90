! One array as several arguments that are only read: twice the same, overlapping parts, rows and columns; sections of it that are written.
! head: energy(x a)\(e)
! inputs: n = 4
subroutine energy(n, x, a, e)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), a(n, n)
  real(8), intent(out) :: e
  real(8) :: y(n), g(n, n), w(3*n)
  integer :: j
  real(8), external :: dot
  w(1:n) = x*x
  w(n+1:2*n) = 2.0d0*x
  w(2*n+1:3*n) = x + 1.0d0
  e = dot(n, x, 1, x, 1) + dot(n - 1, x(1), 1, x(2), 1) + dot(2, x, 1, x(1), 2)
  call gram(n, n, a, n, a, n, g)
  call diff(n - 1, x(1), x(2), y)
  call diff(n, w(1), w(2*n + 1), w(n + 1))
  e = e + sum(w) + sum(g*g) + y(1)*y(2)
  do j = 1, n - 1
    e = e + dot(n, a(1, j), 1, a(1, j + 1), 1)*dot(n, a(j, 1), n, a(j + 1, 1), n)
    e = e + dot(n, a(1, j), 1, a(j, 1), n)
    call mv(2, 2, a(j, 1), n, a(1, j), 1, y)
    e = e + y(1)*y(2)
  end do
end subroutine energy

real(8) function dot(n, x, incx, y, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: x(*), y(*)
  integer :: i
  dot = 0.0d0
  do i = 0, n - 1
    dot = dot + x(1 + i*incx)*y(1 + i*incy)
  end do
end function dot

subroutine gram(n, m, a, lda, b, ldb, g)
  implicit none
  integer, intent(in) :: n, m, lda, ldb
  real(8), intent(in) :: a(lda, *), b(ldb, *)
  real(8), intent(out) :: g(n, n)
  integer :: i, j, k
  g = 0.0d0
  do j = 1, n
    do i = 1, n
      do k = 1, m
        g(i, j) = g(i, j) + a(k, i)*b(k, j)
      end do
    end do
  end do
end subroutine gram

subroutine diff(n, u, v, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n), v(n)
  real(8), intent(inout) :: r(n)
  integer :: i
  do i = 1, n
    r(i) = (v(i) - u(i))*u(i)
  end do
end subroutine diff

subroutine mv(m, n, a, lda, x, incx, y)
  implicit none
  integer, intent(in) :: m, n, lda, incx
  real(8), intent(in) :: a(lda, *), x(*)
  real(8), intent(out) :: y(*)
  integer :: i, j
  do i = 1, m
    y(i) = 0.0d0
    do j = 1, n
      y(i) = y(i) + a(i, j)*x(1 + (j - 1)*incx)
    end do
    call scale(y(i), x)
  end do
end subroutine mv

subroutine scale(y, x)
  implicit none
  real(8), intent(inout) :: y
  real(8), intent(in) :: x(*)
  y = y*x(1)*x(2)
end subroutine scale
