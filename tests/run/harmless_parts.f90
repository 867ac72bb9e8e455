! Where a power has no derivative, what the derivative divides by and takes logarithms of is made harmless: not what array functions and subscripts
! inside of it are made of.
! head: f(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
subroutine f(x, y)
  implicit none
  integer, parameter :: n = 4
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: a(:)
  integer :: ix(n)
  ix = [2, 1, 4, 3]
  allocate (a(n), source=(1.5d0 + sin(sum(spread(x, 1, n)/(2.d0 + spread(x, 1, n)), dim=1)))**sin(x(ix)))
  y = sum(a)
  a = (a(ix)/x(n/2) + matmul(spread(x, 1, n)/2.d0, x/x(n/2 + 1)))**x(n/4:n)
  y = y*sum(sqrt(a(ix(n:1:-1))/sum(x/a)))
end subroutine f
