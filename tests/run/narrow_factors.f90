! Factors that are integers or of single precision: quotients of integers are not taken apart, and what the chain rule moves is multiplied in double precision.
! inputs: n = 3
! inputs: m = 7
! inputs: p = 0.3 .. 0.9
! inputs: q = 1.1 .. 1.9
! head: quotients(y)/(x)
! head: grids(y)/(x)
! head: singles(y)/(x)
! head: sums(y)/(x)
! head: means(y)/(x)
subroutine quotients(n, m, p, q, x, y)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: p, q
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = (1/n)*x**2 + 1/n*sin(x) + exp(x)*(1/(n + 1)) - x*(m/n) + (n/m)*cos(x)*x
  y = y + 1/n*y*x - y*(m/(2*n))*x*p/q
end subroutine quotients

! Products of integers would overflow, and quotients be zero.
subroutine grids(n, m, p, q, x, y)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: p, q
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: a, b
  a = 100000*n
  b = 100000*m
  y = n*(x/m) + n*(n*x)/m + m*(x/n)
  y = y + a*(b*x) + a*(x*x/b) + p/q*x
end subroutine grids

subroutine singles(n, m, p, q, x, y)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: p, q
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: t
  t = q*x
  y = p*(q*x) + p*sin(q*x) + p*t*t + q*(p*x**2) + 3*(x*q)
  y = y + (p/q)*x**3 + p*(x/q) + x/p/q + n*(p*x) + n*(n*x)/p
  y = y*(1./n)*x*(1./m)
end subroutine singles

subroutine sums(n, m, p, q, x, y)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: p(4), q
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  y = sum(p*(q*x)) + q*sum(p*x**2) + dot_product(p, x)*q - 1./size(x)*sum(x*log(x)) + 1./n*x(1)/m
end subroutine sums

subroutine means(n, m, p, q, x, y)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: p, q
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  y = 0
  do i = 1, n
    y = y + i*(x(i)/n)*p + x(i)/(p*(n*x(i)))*x(i) - 1./n*x(i)**2*m*q
  end do
end subroutine means
