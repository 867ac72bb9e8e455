! Sections that overlap what they are assigned to, negative strides, empty sections.
! head: f(x)\(x y)
! inputs: n = 6
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  real(8) :: a(n, n)
  integer :: i
  x(2:n) = x(1:n-1)
  x(1:n-1) = x(2:n)*x(1:n-1)
  x = x(n:1:-1)
  x(1:5:2) = x(2:6:2) + x(1:5:2)**2
  x(n:2:-1) = x(1:n-1)
  x(1:3) = x(5:1:-2)
  x(n:4:-1) = x(1:3)
  x(4:1:-1) = x(3:n)*x(1:4)
  a = spread(x, 1, n)
  a(n:2:-1, 2:n) = a(1:n-1, n:2:-1)
  a(2:n, :) = a(1:n-1, :)*a(2:n, n:1:-1)
  a = transpose(a)*a
  x(2:n-1) = 0.5d0*(x(1:n-2) + x(3:n)) + x(2:n-1)**2
  do i = 1, 2
    x(n:2:-1) = x(n-1:1:-1)*x(n:2:-1)
  end do
  x(3:2) = x(1:0)*2.0d0
  y = sum(a**2) + sum(x(2:1)) + sum(a(3:2, :))
end subroutine
