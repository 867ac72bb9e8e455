! Loops that overwrite sections: saved whole where no adjoint in the loop reads them, by element otherwise.
! head: shift(s)/(x u v)
! inputs: n = 6
! inputs: m = 5
subroutine shift(n, m, x, u, v, s)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n)
  real(8), intent(inout) :: u(n, m), v(n)
  real(8), intent(out) :: s
  integer :: i, j, t
  do t = 1, 3
    do i = 2, n
      v(i) = v(i)*x(i-1)
    end do
    do j = 2, m - 1
      do i = n - 1, 2, -1
        u(i+1, j-1) = u(i+1, j-1) + x(i)*0.1d0
      end do
    end do
    do j = 1, m
      do i = 1, n
        v(i) = v(i) + u(i, j)*u(i, j)
      end do
    end do
    do i = 1, n - 1
      x(i+1) = x(i)*x(i+1)
    end do
    do i = n - 1, 1, -1
      x(i+1) = x(i)*x(i)
    end do
    do i = 1, n - 1
      x(i) = x(i+1)*v(i)
    end do
  end do
  s = sum(v) + sum(u*u) + sum(x*x)
end subroutine shift
