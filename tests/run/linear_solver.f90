! A solver of a symmetric matrix, whose derivative is that of the solution ($AD LINEAR-SOLVER); it counts its steps.
! inputs: n = 6
! inputs: c = 0.2 .. 0.9
! inputs: f = -1.0 .. 2.0
! wrong several: derivatives in one direction
! head: model(y)/(c, f)
! head: model(y)/(f)
! head: twice(y)/(c)
subroutine cg(n, a, b, x, tol, its)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n,n), b(n), tol
  real(8), intent(inout) :: x(n)
  integer, intent(inout) :: its
  real(8) :: r(n), p(n), q(n), rho, alpha, new
  integer :: k, most
  most = its
  r = b - matmul(a, x)
  p = r
  rho = sum(r*r)
  its = 0
  do k = 1, most
    if (sqrt(rho) <= tol) exit
    q = matmul(a, p)
    alpha = rho/sum(p*q)
    x = x + alpha*p
    r = r - alpha*q
    new = sum(r*r)
    p = r + new/rho*p
    rho = new
    its = its + 1
  end do
end subroutine cg

subroutine model(n, c, f, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: c(n), f(n)
  real(8), intent(out) :: y
  real(8) :: a(n,n), b(n), x(n)
  integer :: i, j, its
  do j = 1, n
    do i = 1, n
      a(i,j) = 0.1d0*c(i)*c(j)
    end do
    a(j,j) = a(j,j) + 2.0d0 + c(j)**2
  end do
  b = f**2
  x = 0.0d0
  its = 100
  !$AD LINEAR-SOLVER a x b SYMMETRIC
  call cg(n, a, b, x, 1.0d-13, its)
  y = sum(x**2*c) + its
end subroutine model

! Two calls, of which the second begins with the solution of the first; with another name for the matrix.
subroutine twice(n, c, f, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: c(n), f(n)
  real(8), intent(out) :: y
  real(8) :: a(n,n), b(n), x(n), z(n)
  integer :: i, j, its
  do j = 1, n
    do i = 1, n
      a(i,j) = 0.1d0*c(i)*c(j)
    end do
    a(j,j) = a(j,j) + 2.0d0
  end do
  b = f
  x = c
  its = 100
  !$AD LINEAR-SOLVER a x b SYMMETRIC
  call cg(n, a, b, x, 1.0d-13, its)
  its = 100
  a = a + a*x(1)**2
  z = x
  !$AD LINEAR-SOLVER a z x SYMMETRIC
  call cg(n, a, x, z, 1.0d-13, its)
  y = sum(z*x)
end subroutine twice
