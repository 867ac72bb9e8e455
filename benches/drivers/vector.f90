! head: vector(f)/(p)
! mode: -tangent -vector
program drive
  use timing
  use diffsizes, only: nbdirsmax
  implicit none
  integer, parameter :: n = 20000
  real(8) :: p(2,n), c, f(n)
  real(8), allocatable :: pd(:,:,:), fd(:,:)
  integer :: i, k, nbdirs
  nbdirs = min(16, nbdirsmax)
  c = 0.01d0
  allocate (pd(nbdirsmax,2,n), fd(nbdirsmax,n))
  pd = 0.d0
  fd = 0.d0
  do i = 1, n
    p(1,i) = sin(0.1d0*i)
    p(2,i) = cos(0.3d0*i)
    do k = 1, nbdirs
      pd(k,1,i) = sin(0.1d0*k*i)
      pd(k,2,i) = cos(0.2d0*k + i)
    end do
  end do
  do k = 1, repetitions(30)
    call start()
    call vector(n, p, c, f)
    call stop_clock(primal)
    call start()
    call vector_dv(n, p, pd, c, f, fd, nbdirs)
    call stop_clock(derivative)
  end do
  call weigh(reshape(fd, [size(fd)]))
  call report()
end program drive
