! Adjoint loops run upwards or not, and what they add up in a scalar: recurrences, gathers by index, the same element on both sides, empty loops.
! head: turns(x w)\(y)
! inputs: n = 6
! inputs: m = 1
subroutine turns(n, m, x, w, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n), w(n,n)
  real(8), intent(out) :: y
  real(8) :: u(n), z(n), r(n), c
  integer :: i, j, idx(n)
  u = x
  do i = 1, n
    idx(i) = mod(2*i, n) + 1
  end do
  z = 0.d0
  do i = 1, n
    z(idx(i)) = z(idx(i)) + u(i)*u(1)
  end do
  do i = 2, n
    u(i) = u(i) + 0.5d0*u(i-1)*w(i,1)
  end do
  do i = 1, n-2
    u(i) = u(i+2)*w(i,2) + u(i)
  end do
  do j = 1, n
    do i = 1, n
      z(j) = z(j) + w(i,j)*u(i)
      u(m) = u(m) + 0.01d0*w(j,i)
    end do
    do i = j+1, n
      z(j) = z(j)*0.9d0 + z(i)*w(i,j)
    end do
    do i = j+2, n
      r(j) = z(i)
      z(j+1) = z(j+1) + r(j)*u(i)
    end do
  end do
  c = 0.d0
  do i = 1, n
    r(i) = z(i)/u(i)
    r(i) = exp(-r(i)*r(i))
    c = c + r(i)*u(n+1-i)
  end do
  y = c + sum(sqrt(1.d0 + u*u))
end subroutine turns
