! The outer products that derivatives of matrices are, of vectors that are components, sections, and expressions of such: with bounds from 1 and others.
! head: f(y)/(x d)
! inputs: n = 5
! inputs: x = -1.5 .. 1.5
! inputs: d = -1.0 .. 1.0
module outer_products
  implicit none
  type element
    real(8) :: u(4), r(4), w(0:3)
  end type
contains
  subroutine step(n, e, d, x)
    integer, intent(in) :: n
    type(element), intent(inout) :: e(n)
    real(8), intent(in) :: d(4,4), x(4,n)
    real(8) :: s(0:3,2), t(8)
    integer :: k
    do k = 1, n
      s(:,1) = 0.5d0*e(k)%u
      s(:,2) = e(k)%u**2
      t(1:7:2) = e(k)%u
      t(2:8:2) = x(:,k)
      e(k)%r = -matmul(d, e(k)%u**2)
      e(k)%w = matmul(d, x(:,k)*e(k)%u(2)) + matmul(d, sin(e(k)%w))
      e(k)%r = e(k)%r + matmul(d, s(:,1)) + matmul(d, s(0:3,2)) + matmul(d, t(1:7:2)*t(2:8:2)) + matmul(d, t(3:6))
      e(k)%r = e(k)%r - matmul(e(k)%u/3 + t(1:4), d) + matmul(d, t(7:1:-2)*e(k)%u(1))
      e(k)%u = e(k)%u + 0.1d0*e(k)%r + 0.01d0*e(k)%w
    end do
  end subroutine
  subroutine f(n, x, d, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(4,n), d(4,4)
    real(8), intent(out) :: y
    type(element) :: e(n)
    integer :: k
    do k = 1, n
      e(k)%u = x(:,k)
      e(k)%w = 0.3d0*x(:,k)
    end do
    call step(n, e, d, x)
    call step(n, e, d, x)
    y = 0
    do k = 1, n
      e(k)%u = e(k)%u + 0.1d0*matmul(d, x(:,k)*dot_product(e(k)%u, x(:,k)))
      y = y + sum(e(k)%u**2) + e(k)%w(0)
    end do
  end subroutine
end module
