! Constants that ask for their own shape.
! head: cost(y)/(x)
! inputs: x(3) = 0.5 .. 1.5
module rotate_m
  implicit none
  integer, parameter :: wp = kind(1.0d0)
  integer, parameter :: n = 3
  real(wp), parameter :: turn(2, n) = reshape([1.0_wp, 0.5_wp, 2.0_wp, 0.25_wp, 0.0_wp, 3.0_wp], shape(turn))
  integer, parameter :: order(n) = [size(order), 1, 2]
contains
  subroutine cost(x, y)
    real(wp), intent(in) :: x(n)
    real(wp), intent(out) :: y
    y = sum(matmul(turn, x(order))**2)
  end subroutine cost
end module rotate_m
