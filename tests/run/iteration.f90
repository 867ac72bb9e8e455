! A time loop whose state is overwritten nonlinearly, with work arrays and an index array.
! head: march(u0 nu)\(cost)
! inputs: n = 6
! inputs: steps = 5
! inputs: order(6) = 1 .. 6
subroutine march(n, steps, order, u0, nu, cost)
  implicit none
  integer, intent(in) :: n, steps, order(n)
  real(8), intent(in) :: u0(n), nu
  real(8), intent(out) :: cost
  real(8) :: u(n), f(0:n)
  integer :: it, i
  u = u0
  cost = 0.0d0
  do it = 1, steps
    f(0) = u(1)
    do i = 1, n - 1
      f(i) = 0.5d0*(u(i)**2 + u(i + 1)**2) - nu*(u(i + 1) - u(i))
    end do
    f(n) = u(n)*abs(u(n))
    do i = 1, n
      u(i) = u(i) - 0.05d0*(f(i) - f(i - 1))
    end do
    do i = 1, n
      u(order(i)) = u(order(i))*(1.0d0 + 0.01d0*u(i))
    end do
    cost = cost + sum((u - 1.0d0)**2)
  end do
end subroutine march
