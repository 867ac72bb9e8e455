! MAXVAL, PRODUCT and NORM2 with DIM of what is allocated: its extents are known when it is there.
! head: score(y)/(w)
! inputs: n = 3
! inputs: m = 4
! inputs: w(3, 4) = 0.5 .. 1.5

module layers

  implicit none

  type layer
    real(8), allocatable :: w(:, :)
  end type layer

end module layers

subroutine score(n, m, w, y)

  use layers

  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: w(n, m)
  real(8), intent(out) :: y
  type(layer) :: l
  real(8), allocatable :: a(:, :), p(:, :), length(:)
  integer :: k

  y = 0
  allocate (l%w(0:n - 1, m))
  do k = 1, 3
    l%w(:, :) = k*w
    a = sin(l%w)*w
    ! The shape changes from turn to turn.
    a = a(:, k:)
    p = exp(a - spread(maxval(a, dim=1), 1, size(a, 1)))
    length = norm2(p, 1)*minval(a, 1, mask=p > 0.3d0)
    y = y + sum(length) + sum(maxval(l%w, 2)*product(p*p, dim=2)) + sum(product(l%w, 1, mask=l%w > 0.8d0))
  end do

end subroutine score
