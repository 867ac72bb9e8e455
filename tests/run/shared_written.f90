! Arguments of which one is a part of what another is, written and read.
! head: top(x)\(e)
! inputs: n = 4
subroutine top(n, x, e)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: e
  real(8) :: w(3*n), a(n, n), s(2)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      a(i, j) = x(i)*x(j)
    end do
    a(j, j) = a(j, j) + n
  end do
  call lu(n, a, n)
  w(1:n) = x
  w(n+1:) = 0.0d0
  call chain(n, w(1), w(n + 1), w(2*n + 1))
  call chain(n, w(2*n + 1), w(1), w(n + 1))
  s = x(1:2)
  call scalars(s(1), s(2))
  call scalars(s(2), s(1))
  call scalars(a(1, 2), a(2, 1))
  do i = 2, n
    call scalars(w(i), w(i - 1))
  end do
  e = sum(w**2) + sum(a**2) + s(1)*s(2)
end subroutine top

subroutine lu(n, a, lda)
  implicit none
  integer, intent(in) :: n, lda
  real(8), intent(inout) :: a(lda, *)
  integer :: j
  do j = 1, n - 1
    call scale(n - j, 1.0d0/a(j, j), a(j + 1, j))
    call update(n - j, n - j, a(j + 1, j), a(j, j + 1), lda, a(j + 1, j + 1), lda)
  end do
end subroutine lu

subroutine scale(n, f, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: f
  real(8), intent(inout) :: x(*)
  integer :: i
  do i = 1, n
    x(i) = f*x(i)
  end do
end subroutine scale

subroutine update(m, n, x, y, incy, a, lda)
  implicit none
  integer, intent(in) :: m, n, incy, lda
  real(8), intent(in) :: x(*), y(*)
  real(8), intent(inout) :: a(lda, *)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      a(i, j) = a(i, j) - x(i)*y(1 + (j - 1)*incy)
    end do
  end do
end subroutine update

subroutine chain(n, u, v, w)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n)
  real(8), intent(inout) :: v(n), w(n)
  integer :: i
  do i = 1, n
    v(i) = v(i) + u(i)**2
    w(i) = w(i)*v(i) + u(i)
  end do
end subroutine chain

subroutine scalars(p, q)
  implicit none
  real(8), intent(in) :: p
  real(8), intent(inout) :: q
  q = q*p + p
end subroutine scalars
