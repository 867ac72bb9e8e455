! Elements overwritten in a procedure that is called in a loop, and by a caller between its calls.
! head: outer(s)/(x)
! inputs: n = 5
subroutine outer(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  integer :: t, i
  s = 0.0d0
  do t = 1, 3
    call inner(n, x, s)
    do i = 1, n
      x(i) = 0.5d0*x(i)
    end do
  end do
  do i = 1, n
    x(i) = x(i) + 0.1d0
  end do
  call inner(n, x, s)
end subroutine outer

subroutine inner(n, y, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: y(n), r
  real(8) :: w(n)
  integer :: i
  do i = 1, n
    w(i) = y(i)*y(i)
    r = r + w(i)*w(i)
  end do
  do i = 2, n
    y(i) = y(i) + 0.1d0*w(i-1)*y(i-1)
  end do
  do i = 1, n
    w(i) = w(i) + y(i)
  end do
  do i = 1, n
    r = r + sin(w(i))
  end do
end subroutine inner
