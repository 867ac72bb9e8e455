! Halo exchange on a grid in two dimensions: columns as they lie, rows by a derived type and as sections; single precision and complex numbers beside it.
module grid
  use mpi_f08
  implicit none
  type(MPI_Comm) :: comm
  type(MPI_Datatype) :: row
  integer :: west, east, south, north
contains
  subroutine start(nx, ny)
    integer, intent(in) :: nx, ny
    integer :: dims(2), size
    call MPI_Comm_size(MPI_COMM_WORLD, size)
    dims = 0
    call MPI_Dims_create(size, 2, dims)
    call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.true., .false.], .false., comm)
    call MPI_Cart_shift(comm, 0, 1, west, east)
    call MPI_Cart_shift(comm, 1, 1, south, north)
    call MPI_Type_vector(ny + 2, 1, nx + 2, MPI_DOUBLE_PRECISION, row)
    call MPI_Type_commit(row)
  end subroutine start

  subroutine exchange(nx, ny, u)
    integer, intent(in) :: nx, ny
    real(8), intent(inout) :: u(0:nx+1,0:ny+1)
    call MPI_Sendrecv(u(1,1), nx, MPI_DOUBLE_PRECISION, south, 1, u(1,ny+1), nx, MPI_DOUBLE_PRECISION, north, 1, &
      comm, MPI_STATUS_IGNORE)
    call MPI_Sendrecv(u(1:nx,ny), nx, MPI_DOUBLE_PRECISION, north, 2, u(1:nx,0), nx, MPI_DOUBLE_PRECISION, south, 2, &
      comm, MPI_STATUS_IGNORE)
    call MPI_Sendrecv(u(1,0), 1, row, west, 3, u(nx+1,0), 1, row, east, 3, comm, MPI_STATUS_IGNORE)
    call MPI_Sendrecv(u(nx,:), ny + 2, MPI_DOUBLE_PRECISION, east, 4, u(0,:), ny + 2, MPI_DOUBLE_PRECISION, west, 4, &
      comm, MPI_STATUS_IGNORE)
  end subroutine exchange
end module grid

subroutine f(n, x, m, y)
  use mpi_f08
  use grid
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  real(8), allocatable :: u(:,:), v(:,:)
  complex(8) :: z(2)
  real(8) :: total
  integer :: i, j, k, nx, ny
  nx = 3
  ny = n/nx
  call start(nx, ny)
  allocate(u(0:nx+1,0:ny+1), v(nx,ny))
  u = 0.0d0
  do j = 1, ny
    do i = 1, nx
      u(i,j) = x(i+nx*(j-1))
    end do
  end do
  do k = 1, 3
    call exchange(nx, ny, u)
    do j = 1, ny
      do i = 1, nx
        v(i,j) = u(i,j) + 0.05d0*(u(i-1,j)*u(i+1,j) - u(i,j)**2 + u(i,j-1) + u(i,j+1) + u(i-1,j-1))
      end do
    end do
    u(1:nx,1:ny) = v
  end do
  z = [cmplx(u(1,1), u(2,1), 8), cmplx(u(3,1), 1.0d0, 8)]
  call MPI_Sendrecv_replace(z, 2, MPI_DOUBLE_COMPLEX, east, 5, west, 5, comm, MPI_STATUS_IGNORE)
  call MPI_Allreduce(sum(u(1:nx,1:ny)**2), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, comm)
  do i = 1, m
    y(i) = total*real(z(1)*z(2)) + u(mod(i,nx)+1,2)*aimag(z(1))
  end do
  call MPI_Type_free(row)
  call MPI_Comm_free(comm)
end subroutine f
