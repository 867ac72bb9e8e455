! What finds an element again where it is put back is put back before, also where it is overwritten section by section, and where a real finds it.
! head: listed(y)/(x)
! inputs: n = 5
! inputs: x(60) = 0.5 .. 1.5
! head: rounded(y)/(x)
! inputs: n = 5
! inputs: x(60) = 0.5 .. 1.5
subroutine listed(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(60)
  real(8), intent(out) :: y
  integer :: i, t, k, step(n), ind(n)
  real(8) :: a(n)
  k = 1
  y = 1.0d0
  step = 1
  ind = 1
  a = 0.5d0
  do t = 1, 3
    do i = 1, n
      k = k + step(n + 1 - i)
      y = y + sin(x(k)*y)*a(i)
      step(i) = mod(i*t, 4)
    end do
    do i = 1, n
      ind(i) = mod(i*t, n) + 1
      a(ind(n + 1 - i)) = i*t*0.1d0
    end do
    do i = 1, n
      y = y*(1 + a(i)*x(i))
    end do
  end do
  y = log(y)
end subroutine listed

subroutine rounded(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(60)
  real(8), intent(out) :: y
  integer :: i, t
  real(8) :: a(n), r(n)
  y = 1.0d0
  r = 1.0d0
  a = 0.5d0
  do t = 1, 3
    do i = 1, n
      y = y + sin(x(i)*y)*a(i)
    end do
    do i = 1, n
      r(i) = mod(i*t, n) + 1.25d0
      a(int(r(n + 1 - i))) = i*t*0.1d0
    end do
    do i = 1, n
      y = y*(1 + a(i)*x(i))
    end do
  end do
  y = log(y)
end subroutine rounded
