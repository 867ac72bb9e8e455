! Two arguments of a call that may be the same structure with allocatable components, and two sections of one array of structures.
! head: m_pairs%f(y)/(x)
! inputs: x = 0.3 .. 0.9
! head: m_pairs%sections(y)/(x)
! inputs: x = 0.3 .. 0.9
module m_pairs
  implicit none
  type fld
    real(8), allocatable :: h(:)
    real(8) :: s = 0
  end type
  type spot
    real(8) :: x = 0, y = 0
  end type
contains
  function add(a, b) result(c)
    type(fld), intent(in) :: a, b
    type(fld) :: c
    c%h = a%h + b%h*a%s
    c%s = a%s*b%s
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(fld), target :: a, b
    type(fld) :: k
    type(fld), pointer :: p, q
    a%h = x
    a%s = x(1)
    b%h = x**2
    b%s = x(2)
    p => a
    q => b
    if (x(1) > 0.6d0) q => a
    k = add(p, q)
    k = add(k, k)
    y = sum(k%h)*k%s
  end subroutine
  elemental function lever(a, b) result(c)
    type(spot), intent(in) :: a, b
    type(spot) :: c
    c%x = a%x*b%y
    c%y = a%y + b%x
  end function
  subroutine sections(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(2)
    type(spot) :: p(4), q(2)
    p%x = x
    p%y = x**2
    q = lever(p(1:4:2), p(4:1:-2))
    y = q%x + q%y**2
  end subroutine
end module
