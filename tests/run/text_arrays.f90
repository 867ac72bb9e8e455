! Arrays of text of deferred length, allocated with a length and then filled: adjoints left the ALLOCATE out, and stopped.
! wrong interpreted: cannot be interpreted
! head: cost(x)\(y)
! head: turns(x)\(y)
module text_arrays
  implicit none
  integer, parameter :: dp = kind(1.d0)
  type :: form
    character(len=:), allocatable :: many(:), w(:)
    real(dp) :: k = 2
  end type
contains
  subroutine cost(x, y)
    real(dp), intent(in) :: x
    real(dp), intent(out) :: y
    type(form) :: f
    allocate (character(len=3) :: f%many(2))
    allocate (character(len=4) :: f%w(3))
    f%many = 'abc'
    f%many(2) = 'def'
    f%w = 'quad'
    f%k = x*len(f%many)
    y = f%k**2*size(f%many)
    if (f%many(2) == 'def') y = y*x
    if (f%w(2) == 'quad') y = y*x
  end subroutine
  subroutine turns(x, y)
    real(dp), intent(in) :: x
    real(dp), intent(out) :: y
    type(form) :: f
    integer :: i
    y = x
    do i = 1, 3
      allocate (character(len=i) :: f%w(i))
      f%w = 'xyz'
      y = y*x*len(f%w)
      if (f%w(i) == 'xy') y = y*sin(x)
      deallocate (f%w)
    end do
  end subroutine
end module
