! Structures in parentheses as values of assignments: what an operator makes, and variables.
! head: cost(j)/(x)
! head: shift(j)/(x)
module structures_in_parentheses
  implicit none
  type vec
    real(8) :: x, y
  end type
  interface operator(+)
    module procedure add
  end interface
contains
  elemental function add(a, b) result(c)
    type(vec), intent(in) :: a, b
    type(vec) :: c
    c = vec(a%x + b%x, a%y*b%y)
  end function
  subroutine cost(x, j)
    real(8), intent(in) :: x
    real(8), intent(out) :: j
    type(vec) :: a, b
    a = vec(x, x**2)
    b = (a + a)
    a = ((b))
    j = a%x*b%y
  end subroutine
  subroutine shift(x, j)
    real(8), intent(in) :: x
    real(8), intent(out) :: j
    type(vec) :: a(3)
    integer :: i
    do i = 1, 3
      a(i) = vec(i*x, x**i)
    end do
    a(2:) = (a(:2))
    a = (a + a)
    j = sum(a%x*a%y)
  end subroutine
end module
