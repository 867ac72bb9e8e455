program main
  use mpi, only: broadcasts
  use MODULE
  implicit none
  real(8), parameter :: h = 1d-5
  real(8) :: x(3) = [0.7d0, -1.1d0, 0.4d0], d(3) = [1d0, 0.5d0, -2d0], xb(3), f, g, fd, fb
  integer :: before
  call cost(x + h*d, f)
  weights = [1d0, 2d0, 3d0]
  call cost(x - h*d, g)
  weights = [1d0, 2d0, 3d0]
  g = (f - g)/(2*h)
  call cost_d(x, d, f, fd)
  weights = [1d0, 2d0, 3d0]
  fb = 1
  before = broadcasts
  call cost_b(x, xb, f, fb)
  if (broadcasts /= before + 1) print *, 'broadcasts', broadcasts - before
  if (abs(fd - g) < 1d-7*abs(g) .and. abs(dot_product(xb, d) - fd) < 1d-12*abs(fd)) then
    print '(a)', 'right'
  else
    print *, 'wrong', g, fd, dot_product(xb, d)
  end if
end program
