! WHERE over arrays without elements.
! head: s(x)\(y)
! inputs: n = 3
subroutine s(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: k
  real(8), allocatable :: a(:)
  y = 0.d0
  do k = 0, n
    allocate (a(k))
    a = x(1:k)**2
    where (a > 0.8d0)
      a = 0.5d0*a
    elsewhere
      a = 0.25d0
    end where
    where (a < 0.3d0) a = 1.5d0
    y = y + sum(a)
    deallocate (a)
  end do
end subroutine
