! A time loop under binomial checkpointing, whose step solves an equation by a fixed point.
! head: design(alpha kappa)\(obj)
! inputs: alpha(3) = 0.2 .. 0.8
! inputs: kappa = 0.5 .. 1
module physics
  implicit none
  integer, parameter :: n = 10
  real(8) :: u(n), dt = 0.01d0
contains
  subroutine step(alpha, kappa)
    real(8), intent(in) :: alpha(3), kappa
    real(8) :: unew(n), uold(n), res
    integer :: i, it
    unew = u
    !$AD FP-LOOP "unew"
    do it = 1, 200
      uold = unew
      unew(1) = u(1) + dt*alpha(1)*uold(2)
      do i = 2, n - 1
        unew(i) = u(i) + dt*(kappa*(uold(i - 1) - 2*uold(i) + uold(i + 1)) - alpha(2)*uold(i)**3)
      end do
      unew(n) = u(n)*(1 - dt*alpha(3))
      res = maxval(abs(unew - uold))
      if (res < 1.0d-14) exit
    end do
    u = unew
  end subroutine step
end module physics
subroutine design(alpha, kappa, obj)
  use physics
  implicit none
  real(8), intent(in) :: alpha(3), kappa
  real(8), intent(out) :: obj
  integer :: i, it
  do i = 1, n
    u(i) = sin(dble(i))*kappa + 1
  end do
  obj = 0
  !$AD BINOMIAL-CKP 51 5 1
  do it = 1, 50
    call step(alpha, kappa)
    obj = obj + dt*sum(u**2)
  end do
  obj = obj + u(3)
end subroutine design
