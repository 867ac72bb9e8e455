! A specific for the extended type and one for its parent: TYPE dummies take only their own type. Parents of elements of arrays.
! head: both(x)\(y)
! head: parents(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
module generic_extension
  implicit none
  integer, parameter :: dp = kind(1.d0)
  type :: cell
    real(dp) :: h
  end type
  type, extends(cell) :: wet_cell
    real(dp) :: q
  end type
  interface energy
    module procedure energy_cell, energy_wet
  end interface
contains
  function energy_cell(c) result(e)
    type(cell), intent(in) :: c
    real(dp) :: e
    e = c%h**2
  end function

  function energy_wet(c) result(e)
    type(wet_cell), intent(in) :: c
    real(dp) :: e
    e = c%h**2 + c%q**3
  end function

  subroutine both(x, y)
    real(dp), intent(in) :: x(3)
    real(dp), intent(out) :: y
    type(cell) :: a
    type(wet_cell) :: b
    a%h = x(1)
    b%h = x(2)
    b%q = x(3)*x(1)
    y = energy(a)*energy(b) + energy(b%cell)
  end subroutine

  subroutine parents(x, y)
    real(dp), intent(in) :: x(3)
    real(dp), intent(out) :: y
    type(wet_cell) :: w(3)
    integer :: i
    do i = 1, 3
      w(i)%h = x(i)**2
      w(i)%q = x(i)
    end do
    y = sum(w(:)%cell%h*w%q) + sum(w%h)**2
  end subroutine
end module
