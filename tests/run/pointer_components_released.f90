! A procedure of their own releases the pointer components of a structure: in adjoints their derivatives are still there, and are released as pointers are.
! head: tables%top(r)/(a b)
! inputs: n = 3
module tables
  implicit none
  type table
    real(8), pointer :: x(:) => null(), y(:) => null()
  end type table
contains
  subroutine make(t, a)
    type(table), intent(out) :: t
    real(8), intent(in) :: a
    allocate (t%x(3), t%y(0:2))
    t%x = a
    t%y = a**2
  end subroutine make
  subroutine release(t)
    type(table), intent(inout) :: t
    deallocate (t%x, t%y)
    nullify (t%x, t%y)
  end subroutine release
  subroutine top(n, a, b, r)
    integer, intent(in) :: n
    real(8), intent(in) :: a, b
    real(8), intent(out) :: r
    type(table) :: tab
    integer :: i
    r = 0
    do i = 1, n
      call make(tab, a*i)
      tab%y(1) = b*tab%y(1)
      r = r + sum(tab%x*tab%y)*cos(r) + a
      call release(tab)
    end do
  end subroutine top
end module tables
