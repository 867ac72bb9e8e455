! inputs: n = 4
! head: total(x, y)\(y)
! A procedure that might write the variable of a loop, which nothing in the loop may define, does not make it a value to be saved.
subroutine total(n, x, y)
  implicit none
  integer :: n, k, j
  double precision :: x(n), y(n), c(20)
  c = 0.5d0
  do k = 1, n
    call scale(k, n, x, c)
    do j = 1, n
      y(j) = y(j) + c(j)*x(k)
      call scale(j, n, x, c)
    end do
    y(k) = y(k)*y(k)
  end do
end subroutine total

subroutine scale(k, n, x, c)
  implicit none
  integer :: k, n
  double precision :: x(n), c(20)
  c(k) = c(k)*x(k) + 0.5d0
  if (c(k) > 100) k = k - 1
end subroutine scale
