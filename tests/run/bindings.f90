! Type-bound procedures, PASS and generic bindings.
! head: f(x)\(y)
! inputs: n = 3
module m
  implicit none
  type :: counter
    real(8) :: total = 0.0d0
    real(8) :: gain = 1.0d0
  contains
    procedure :: add
    procedure, pass(self) :: value => get_value
    procedure, private :: addv
    generic :: push => add, addv
  end type
contains
  subroutine add(self, v)
    class(counter), intent(inout) :: self
    real(8), intent(in) :: v
    self%total = self%total + self%gain*v**2
  end subroutine
  subroutine addv(self, v)
    class(counter), intent(inout) :: self
    real(8), intent(in) :: v(:)
    integer :: i
    do i = 1, size(v)
      call self%add(v(i))
    end do
  end subroutine
  real(8) function get_value(self)
    class(counter), intent(in) :: self
    get_value = sqrt(self%total)
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(counter) :: c
    c%gain = x(1)
    call c%add(x(2))
    call c%push(x)
    call c%push(x(3)*x(1))
    y = c%value()
  end subroutine
end module
