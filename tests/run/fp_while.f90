! A fixed point by Jacobi iteration with boundary values, inside a larger program: WHILE with a norm that is computed in the turns.
! head: solve(a b f)\(cost)
! inputs: n = 6
! inputs: a = 0.5 .. 1
! inputs: b = 0.5 .. 1
! inputs: f(6) = 0.5 .. 1.5
subroutine solve(n, a, b, f, cost)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a, b, f(n)
  real(8), intent(out) :: cost
  real(8) :: z(n), w(n), d(n), err
  integer :: i
  d = 3 + f*f
  z = a
  z(n) = b*a
  w = z
  err = 1
  !$AD FP-LOOP "z w" adj_reduction=1.0e-15
  do while (err > 1.0d-15)
    do i = 2, n - 1
      w(i) = (z(i - 1) + z(i + 1) + f(i)*cos(z(i)))/d(i)
    end do
    err = maxval(abs(w - z))
    z = w
  end do
  d = d*a
  cost = sum(z*z*d) + z(2)*b
end subroutine solve
