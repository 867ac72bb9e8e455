! Arrays of structures, and a variable of a module that all iterations read.
! head: cells(e)/(c%t,k)
! inputs: n = 5
! options: -openmp
module cell_types
  implicit none
  type cell
    real(8) :: t, q
    integer :: kind
  end type
  real(8) :: gain = 1.5d0
end module
subroutine cells(n, c, k, e)
  use cell_types
  implicit none
  integer, intent(in) :: n
  type(cell), intent(inout) :: c(n)
  real(8), intent(in) :: k
  real(8), intent(out) :: e
  integer :: i
  gain = k*k
  e = 0
  !$omp parallel do reduction(+:e)
  do i = 1, n
    c(i)%q = gain*c(i)%t**2
    c(i)%t = c(i)%q*c(i)%t
    e = e + c(i)%t
  end do
end subroutine
