!> Solves a tridiagonal system: the solver of a library.
subroutine tri_solve(n, a, b, c, r, x)
implicit none
integer, intent(in) :: n
double precision, intent(in) :: a(n), b(n), c(n), r(n)
double precision, intent(out) :: x(n)
double precision :: w(n), g(n)
integer :: i
w(1) = c(1)/b(1)
g(1) = r(1)/b(1)
do i = 2, n
  w(i) = c(i)/(b(i) - a(i)*w(i - 1))
  g(i) = (r(i) - a(i)*g(i - 1))/(b(i) - a(i)*w(i - 1))
end do
x(n) = g(n)
do i = n - 1, 1, -1
  x(i) = g(i) - w(i)*x(i + 1)
end do
end subroutine tri_solve
