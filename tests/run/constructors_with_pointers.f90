! Constructors that give structures with pointers to what they allocate.
! head: f(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! head: g(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
module m
  implicit none
  type t
    real(8), pointer :: p(:) => null()
  end type
contains
  function new_t(x) result(r)
    real(8), intent(in) :: x(:)
    type(t) :: r
    allocate(r%p(size(x)))
    r%p = x*2
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(t) :: a
    a = new_t(x)
    a%p = x**2*a%p
    y = sum(a%p)*a%p(2)
    deallocate(a%p)
  end subroutine
  function make_t(n) result(r)
    integer, intent(in) :: n
    type(t) :: r
    allocate(r%p(n))
    r%p = 2
  end function
  subroutine g(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(t) :: a
    a = make_t(4)
    a%p = x**2*a%p
    y = sum(a%p)*a%p(2)
    deallocate(a%p)
  end subroutine
end module
