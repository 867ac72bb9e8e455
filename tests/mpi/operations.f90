! Products, least and greatest values.
subroutine f(n, x, m, y)
  use mpi_f08
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  real(8) :: p(3), q(3), least, v
  complex(8) :: z(2), w(2)
  integer :: rank
  type(MPI_Comm) :: comm
  type(MPI_Op) :: op
  comm = MPI_COMM_WORLD
  call MPI_Comm_rank(comm, rank)
  q = 0.0d0
  p = x(1:3)*x(4:6)
  call MPI_Allreduce(p, q, 3, MPI_DOUBLE_PRECISION, MPI_PROD, comm)
  y(1) = sum(q)
  v = sin(x(1)) + x(2)
  call MPI_Allreduce(v, least, 1, MPI_DOUBLE_PRECISION, MPI_MIN, comm)
  y(2) = least**2
  op = MPI_MAX
  if (x(1) > 100.0d0) op = MPI_SUM
  call MPI_Reduce(p, q, 3, MPI_DOUBLE_PRECISION, op, 0, comm)
  y(3) = sum(q**2)
  v = v*x(3)
  call MPI_Allreduce(recvbuf=least, sendbuf=v, count=1, datatype=MPI_REAL8, op=MPI_MAX, comm=comm)
  y(4) = least*v
  z = [cmplx(x(1), x(2), 8), cmplx(x(3), v, 8)]
  call MPI_Allreduce(z, w, 2, MPI_DOUBLE_COMPLEX, MPI_PROD, comm)
  y(5) = real(w(1)*w(2)) + aimag(w(1))**2
  call MPI_Bcast(z, 2, MPI_DOUBLE_COMPLEX, 0, comm)
  y(6) = real(z(1))*aimag(z(2))
end subroutine f
