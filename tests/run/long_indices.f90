! head: product(y)/(a x)
! inputs: n = 3
! inputs: nnz = 5
! inputs: a(5) = 0.5 .. 1.5
! inputs: x(3) = 0.5 .. 1.5
! Vector subscripts of 8 bytes, as sparse matrices have them: what keeps them in the adjoint has their kind.
subroutine product(n, nnz, a, x, y)
  use iso_fortran_env, only: int64
  implicit none
  integer, intent(in) :: n, nnz
  real(8), intent(in) :: a(nnz), x(n)
  real(8), intent(out) :: y
  integer(int64) :: col(nnz), first(n + 1), r
  real(8) :: s(n)
  col = [1_int64, 3_int64, 2_int64, 1_int64, 3_int64]
  first = [1_int64, 3_int64, 4_int64, 6_int64]
  s = 0
  do r = 1, n
    s(r) = sum(a(first(r):first(r + 1) - 1)*x(col(first(r):first(r + 1) - 1)))
    s(col(first(r):first(r + 1) - 1)) = s(col(first(r):first(r + 1) - 1))*x(col(first(r):first(r + 1) - 1))
  end do
  y = sum(s**2)
end subroutine product
