! An internal procedure that is put in the place of its call, and uses what its host does not.
! head: host_m%host(x)\(y)
! inputs: n = 5
module tables
  implicit none
  integer, parameter :: nt = 3
  real(8) :: tab(nt) = [1.d0, 2.d0, 3.d0]
  type section
    real(8) :: c(3) = 0.5d0
  end type section
  type(section) :: sections(2)
end module tables
module host_m
  implicit none
contains
  subroutine host(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), allocatable :: c(:)
    call seed
    y = sum(c**2)
    deallocate (c)
  contains
    subroutine seed
      use tables, only: tab, sections, m => nt
      implicit none
      integer :: i
      allocate (c(n))
      do i = 1, n
        c(i) = x(i)*tab(min(i, m)) + sections(1)%c(2)*x(i)
      end do
    end subroutine seed
  end subroutine host
end module host_m
