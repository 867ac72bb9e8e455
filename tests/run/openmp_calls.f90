! A procedure with loops of its own is called in each iteration, for a column of arrays.
! head: columns(e)/(a,b)
! inputs: n = 4
! inputs: m = 3
! options: -openmp
module column_model
  implicit none
contains
  subroutine column(a, b, e)
    real(8), intent(in) :: a(:), b
    real(8), intent(out) :: e
    real(8) :: s
    integer :: k
    s = b
    do k = 1, size(a)
      if (a(k) > 0.5d0) s = s*sin(a(k)) + a(k)
      s = s*s
    end do
    e = s
  end subroutine
end module
subroutine columns(n, m, a, b, e)
  use column_model
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(m, n), b
  real(8), intent(out) :: e(n)
  integer :: i
  !$omp parallel do
  do i = 1, n
    call column(a(:, i), b, e(i))
  end do
end subroutine
