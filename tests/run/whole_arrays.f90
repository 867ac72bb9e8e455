! Sums over all of an array whose parts are read by themselves too.
! head: whole_arrays(x z)\(f g)
! inputs: n = 4
! inputs: x = -1.0 .. 1.0
! inputs: z = -1.0 .. 1.0
subroutine whole_arrays(n, x, z, f, g)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), z(n, 3)
  real(8), intent(out) :: f, g
  real(8) :: y(n), w(n, 3)
  integer :: i
  y = x*x
  do i = 1, 3
    w(:, i) = z(:, i)*y
  end do
  f = sum(w*w) + dot_product(y, w(:, 1))
  f = f*y(2) + w(3, 2)**2
  g = sum(w(:, 2)) + f*sum(w(1, :))
  g = g*y(1) + sum(y)
end subroutine whole_arrays
