! Collective operations with scalars, arrays, elements and sections, in place and not.
subroutine f(n, x, m, y)
  use mpi
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  real(8) :: s, t, w(n), a(3,4)
  real(8), allocatable :: all(:), grid(:,:)
  integer, allocatable :: counts(:), firsts(:)
  integer :: rank, size, i, r, mine, ierr
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  y = 0.0d0
  ! Broadcasts: whole, from an element on, a scalar.
  w = x*x
  call MPI_Bcast(w, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(w(5), 3, MPI_DOUBLE_PRECISION, size - 1, MPI_COMM_WORLD, ierr)
  s = sin(x(1))
  call MPI_Bcast(s, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  y(1) = s*sum(w)
  ! Sums.
  call MPI_Allreduce(w(2), t, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  y(2) = t*x(3)
  a = reshape(x, [3, 4])*y(2)
  call MPI_Allreduce(MPI_IN_PLACE, a(1,2), 3, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  y(2) = y(2) + sum(a*a)
  call MPI_Reduce(a(2,:), w, 4, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
  y(3) = sum(w**2)
  call MPI_Scan(x(4), t, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  y(3) = y(3) + t*t
  ! Gather, scatter.
  allocate(all(2*size))
  all = 0.0d0
  call MPI_Gather(w, 2, MPI_DOUBLE_PRECISION, all, 2, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  do i = 1, 2*size
    all(i) = all(i)*x(1)*i
  end do
  call MPI_Scatter(all, 2, MPI_DOUBLE_PRECISION, w(7), 2, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  y(4) = w(7)*w(8)
  call MPI_Allgather(x(2), 1, MPI_DOUBLE_PRECISION, all, 1, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr)
  y(4) = y(4) + sum(all(1:size)**2)*x(1)
  call MPI_Alltoall(all, 1, MPI_DOUBLE_PRECISION, all(size+1), 1, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr)
  do i = 1, size
    y(5) = y(5) + (i + rank)*all(size+i)**2
  end do
  deallocate(all)
  ! Shares that differ.
  allocate(counts(size), firsts(size))
  firsts(1) = 0
  do r = 1, size
    counts(r) = mod(r, 3)
    if (r > 1) firsts(r) = firsts(r-1) + counts(r-1) + 1
  end do
  mine = mod(rank + 1, 3)
  allocate(all(4*size), grid(4, size))
  all = x(5)
  call MPI_Gatherv(x, mine, MPI_DOUBLE_PRECISION, all, counts, firsts, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  all = all**2
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Scatterv(all, counts, firsts, MPI_DOUBLE_PRECISION, w, mine, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  y(5) = y(5) + sum(w(1:3)**2)
  call MPI_Allgatherv(w, mine, MPI_DOUBLE_PRECISION, all, counts, firsts, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr)
  do i = 1, 4*size
    y(6) = y(6) + sin(0.3d0*i)*all(i)
  end do
  grid = x(6)
  do r = 1, size
    counts(r) = 1 + mod(rank + r, 2)
    firsts(r) = 4*(r - 1)
  end do
  call MPI_Alltoallv(x, counts, counts, MPI_DOUBLE_PRECISION, grid, counts, firsts, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr)
  y(6) = y(6) + sum(grid*grid)
  deallocate(all, grid, counts, firsts)
end subroutine f
