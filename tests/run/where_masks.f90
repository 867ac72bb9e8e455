! WHERE under mask variables, on rows, on sections.
! head: f(a)\(a)
! inputs: n = 4
! inputs: a = -1 .. 1
subroutine f(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  real(8) :: t(n)
  logical :: mask(n)
  integer :: i
  mask = a(1, :) > 0.0d0
  do i = 1, n
    t = a(i, :)
    where (mask) 
      t = t*t
      a(i, :) = t + a(:, i)
    end where
    mask = .not. mask
  end do
  where (a(:, 1) > 0.0d0) a(:, 1) = sqrt(a(:, 1))
  where (a(2:n, 2) > a(1:n-1, 2)) a(2:n, 2) = a(1:n-1, 2)*a(2:n, 3)
end subroutine
