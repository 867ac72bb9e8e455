! One number for all elements of a product of matrices: of what shape they are, no value says.
! head: main(x)\(x)
! inputs: x(4) = 0.5 .. 1.5
! inputs: y(4) = 0.5 .. 1.5
subroutine main(x, y)
  implicit none
  integer, parameter :: n = 4
  real(8), intent(inout) :: x(n)
  real(8), intent(in) :: y(n)
  real(8) :: v(n), a(n, n)
  integer :: i
  v = x*y
  do i = 1, n
    x(i) = sum(0.25d0*matmul(spread([0.5d0, 0.75d0, 1.25d0, 0.25d0], 1, n), v))
    v(i) = v(i)*x(i)
  end do
  a = spread(x, 1, n)*spread(y, 2, n)
  x(1) = sum(matmul(a, transpose(spread(y, 1, n)))) + sum(matmul(v, spread(y, 2, n)))
  v = 0
end subroutine main
