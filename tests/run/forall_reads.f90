! FORALL that reads what it assigns.
! head: top(x)\(y)
! inputs: n = 5
! inputs: x = 0.2 .. 0.9
subroutine top(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: a(n), m(n, n)
  integer :: i, j
  a = x
  forall (i = 2:n) a(i) = a(i - 1)*x(i)
  forall (i = 1:n, j = 1:n, i /= j) m(i, j) = a(i)*x(j)
  forall (i = 1:n) m(i, i) = a(i)**2
  forall (i = 1:n, j = 1:n, i < j)
    m(i, j) = m(j, i)*m(i, i)
    m(j, i) = m(i, j) + a(j)
  end forall
  forall (i = 1:n - 1) a(i + 1) = a(i) + sin(a(i + 1))
  y = sum(m) + sum(a**2)
end subroutine top
