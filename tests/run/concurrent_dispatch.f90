! DO CONCURRENT calls pure functions by a procedure pointer, by a binding that the dynamic type decides, and by a pure procedure around one: their tangents are pure.
! head: pointed(x)\(f)
! head: bound(x)\(f)
! head: around(x)\(f)
! inputs: x(3) = 0.5 .. 1.5
module concurrent_dispatch
  implicit none
  abstract interface
    pure function law(r) result(k)
      real(8), intent(in) :: r
      real(8) :: k
    end function
  end interface
  type chosen
    procedure(law), pointer, nopass :: f => null()
  end type
  type :: kernel
    real(8) :: s = 2
  contains
    procedure :: f => first
  end type
  type, extends(kernel) :: other
  contains
    procedure :: f => second
  end type
contains
  pure function square(r) result(k)
    real(8), intent(in) :: r
    real(8) :: k
    k = r**2
  end function
  pure function cube(r) result(k)
    real(8), intent(in) :: r
    real(8) :: k
    k = r**3
  end function
  pure function first(self, r) result(k)
    class(kernel), intent(in) :: self
    real(8), intent(in) :: r
    real(8) :: k
    k = self%s*r**2
  end function
  pure function second(self, r) result(k)
    class(other), intent(in) :: self
    real(8), intent(in) :: r
    real(8) :: k
    k = self%s*r**3
  end function
  pure function total(k, x) result(s)
    class(kernel), intent(in) :: k
    real(8), intent(in) :: x(:)
    real(8) :: s
    integer :: i
    s = 0
    do i = 1, size(x)
      s = s + k%f(x(i))
    end do
  end function
  subroutine pointed(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    type(chosen) :: k
    real(8) :: c(3)
    integer :: i
    k%f => square
    if (x(1) > 1) k%f => cube
    do concurrent (i=1:3)
      c(i) = k%f(x(i))
    end do
    f = sum(c**2)
  end subroutine
  subroutine bound(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    class(kernel), allocatable :: k
    real(8) :: c(3)
    integer :: i
    allocate (other :: k)
    k%s = x(1)
    do concurrent (i=1:3)
      c(i) = k%f(x(i))
    end do
    f = sum(c**2)
  end subroutine
  subroutine around(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    class(kernel), allocatable :: k
    real(8) :: c(3)
    integer :: i
    allocate (kernel :: k)
    k%s = x(2)
    do concurrent (i=1:3)
      c(i) = total(k, x(:i))
    end do
    f = sum(c**2)
  end subroutine
end module
