! Judges the derivatives of a subroutine f(n, x, m, y): every process has n inputs and m results. Differences against the tangent, and the dot product of
! tangent and adjoint over all processes.
program drive
  use mpi
  implicit none
  integer, parameter :: n = 12, m = 6
  real(8) :: x(n), xd(n), xb(n), y(m), yd(m), yb(m), yp(m), ym(m), h, best, error, dots(2), all(2)
  integer :: rank, i, k, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  do i = 1, n
    x(i) = 0.8d0 + 0.3d0*sin(1.7d0*i + 2.3d0*rank)
    xd(i) = cos(0.9d0*i*i - 1.1d0*rank)
  end do
  y = 0.0d0
  yd = 0.0d0
  call f_d(n, x, xd, m, y, yd)
  best = huge(best)
  do k = 3, 7
    h = 10.0d0**(-k)
    yp = 0.0d0
    ym = 0.0d0
    call f(n, x + h*xd, m, yp)
    call f(n, x - h*xd, m, ym)
    error = maxval(abs((yp - ym)/(2.0d0*h) - yd)/(1.0d0 + abs(yd)))
    call MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
    best = min(best, error)
  end do
  do i = 1, m
    yb(i) = 1.0d0 + 0.5d0*sin(3.1d0*i - rank)
  end do
  dots(1) = sum(yb*yd)
  xb = 0.0d0
  call f_b(n, x, xb, m, y, yb)
  dots(2) = sum(xb*xd)
  call MPI_Allreduce(dots, all, 2, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  if (rank == 0) then
    error = abs(all(1) - all(2))/max(abs(all(1)), 1.0d-300)
    print '(a,es9.2,a,es9.2,a,es13.5)', 'differences', best, ' dot product', error, ' value', all(1)
    if (.not. (best < 1.0d-7 .and. error < 1.0d-12)) print *, 'WRONG'
  end if
  call MPI_Finalize(ierr)
end program drive
