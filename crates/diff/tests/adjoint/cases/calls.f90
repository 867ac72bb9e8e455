! head: main_step(h)/(h g)
! n = 4
subroutine inner(n, dt, h, q)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: dt
  real(8), intent(inout) :: h(n)
  real(8), intent(out) :: q
  integer :: i
  q = 0.d0
  do i = 1, n
    h(i) = h(i) + dt*q
    q = h(i)*h(i)*0.2d0
    h(i) = h(i) - q*dt
  end do
end subroutine inner

subroutine main_step(n, h, g)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: h(n)
  real(8), intent(in) :: g
  real(8) :: q, s
  integer :: t
  s = g
  do t = 1, 3
    call inner(n, 0.1d0*g + 0.2d0, h, q)
    s = s*q + h(1)
    call inner(2, 0.3d0, h(2), q)
    h(n) = h(n)*s + q
  end do
end subroutine main_step
