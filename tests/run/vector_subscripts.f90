! Vector subscripts: repeated indices, both sides, constants, two dimensions, in loops.
! head: f(x)\(y)
! inputs: n = 5
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: v(n), w(4), a(n, n)
  integer :: idx(4), i
  idx = [3, 1, 3, 5]
  w = x(idx)*x(2)
  v = x
  v([5, 1, 2]) = v([1, 2, 3])**2
  v(idx(2:4)) = w(1:3)
  a = 1.0d0
  a(idx(1:2), [2, 4]) = reshape(w, [2, 2])
  do i = 1, 3
    v([2, 4]) = v([4, 2])*w(idx([1, 2]))
  end do
  w = w + v(idx)
  y = sum(v**2) + sum(w**3) + sum(a*a) + sum(x(idx)*v(idx))
end subroutine
