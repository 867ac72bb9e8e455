! head: model(k)\(c)
! wrong interpreted: cannot be interpreted
subroutine model(k, c)
  implicit none
  real(8), intent(in) :: k(3)
  real(8), intent(out) :: c
  real(8) :: dt, y(3), f(3)
  integer :: nstep, i
  namelist /cfg/ dt, nstep
  dt = 0.1d0; nstep = 5
  open(10, status='scratch')
  write(10, nml=cfg)
  rewind(10)
  read(10, nml=cfg)
  close(10)
  y = [1d0, 0d0, 0.5d0]
  time: do i = 1, nstep
    block
      real(8) :: r1, r2
      r1 = k(1)*y(1)
      r2 = k(2)*y(2)*y(3)
      if (r1 < 1d-12) exit time
      f = [-r1 + r2, r1 - r2, k(3)*(r1 - y(3))]
      if (mod(i, 2) == 0) cycle time
    end block
    y = y + dt*f
  end do time
  write(*, '(a,f8.3)') 'final ', y(1)
  c = norm2(y) + product(y)
end subroutine
