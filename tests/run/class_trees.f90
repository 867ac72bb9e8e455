! A tree of objects of several types behind pointers, evaluated through dispatch.
! head: f(x)\(y)
! inputs: n = 3
! composite expression tree: pointers to class, recursion through dispatch
module tree
  implicit none
  type, abstract :: node
  contains
    procedure(ev), deferred :: eval
  end type
  type :: ref
    class(node), pointer :: p => null()
  end type
  type, extends(node) :: leaf
    real(8) :: c
  contains
    procedure :: eval => leaf_eval
  end type
  type, extends(node) :: plus
    type(ref) :: a, b
  contains
    procedure :: eval => plus_eval
  end type
  abstract interface
    recursive function ev(self, x) result(r)
      import :: node
      class(node), intent(in) :: self
      real(8), intent(in) :: x
      real(8) :: r
    end function
  end interface
contains
  recursive function leaf_eval(self, x) result(r)
    class(leaf), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: r
    r = self%c*x**2
  end function
  recursive function plus_eval(self, x) result(r)
    class(plus), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: r
    r = self%a%p%eval(x) + sin(self%b%p%eval(x))
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(leaf), target :: l1, l2
    type(plus), target :: s
    l1%c = x(1)
    l2%c = x(2)
    s%a%p => l1
    s%b%p => l2
    y = s%eval(x(3))
  end subroutine
end module
