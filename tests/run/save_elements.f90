! Elements that are needed and overwritten later, or not: a factorisation in place, recurrences, reversed loops.
! head: elements(s)/(a x)
! inputs: n = 5
subroutine elements(n, a, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n), x(2*n)
  real(8), intent(out) :: s
  integer :: i, j, k, m, t
  ! no element of the product is written again
  do j = 1, n
    a(j, j) = a(j, j) + 10.0d0
    do k = j + 1, n
      do i = k, n
        a(i, k) = a(i, k) - 0.1d0*a(i, j)*a(k, j)
      end do
    end do
  end do
  ! read before it is written in a later turn
  do i = 1, n
    a(i, 1) = a(i, 1)*x(i + 1)
    x(i + 1) = x(i + 1) + 0.5d0*x(i)
  end do
  ! read after it was written for the last time
  do i = n, 2, -1
    x(i) = x(i) + 0.5d0*x(i - 1)
    a(i, 1) = a(i, 1)*x(i)
  end do
  ! read far ahead of what is written
  do i = 1, n
    x(i) = x(i) + x(n + i)*x(n + i)
  end do
  ! odd read, even written
  do i = 1, n
    x(2*i) = x(2*i) + x(2*i - 1)*x(2*i - 1)
  end do
  ! the same again in an outer loop, where it is needed
  do t = 1, 2
    do i = 1, n
      x(2*i) = x(2*i) + 0.1d0*x(2*i - 1)*x(2*i - 1)
      x(2*i - 1) = 0.9d0*x(2*i - 1) + 0.1d0*x(2*i)*x(2*i)
    end do
  end do
  ! bounds and subscripts that change
  m = 1
  do i = 1, n
    x(m) = x(m) + x(i)*x(i)
    m = mod(m*2, n) + 1
  end do
  do j = 1, n
    do i = j, n, 2
      if (x(i) > 0.3d0) then
        a(i, j) = a(i, j)*x(j)
        x(i) = 0.8d0*x(i)
      end if
    end do
  end do
  s = 0.0d0
  do j = 1, n
    do i = 1, j
      s = s + a(i, j)*a(i, j)*x(i + j)
    end do
  end do
end subroutine elements
