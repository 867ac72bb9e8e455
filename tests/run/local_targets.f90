! CLASS pointer components at local targets, recursive evaluation.
! head: f(x)\(y)
module m
  implicit none
  type, abstract :: node
  contains
    procedure(ev), deferred :: eval
  end type
  abstract interface
    recursive function ev(self) result(v)
      import
      class(node), intent(in) :: self
      real(8) :: v
    end function
  end interface
  type, extends(node) :: const
    real(8) :: c
  contains
    procedure :: eval => const_eval
  end type
  type, extends(node) :: prod
    class(node), pointer :: l => null(), r => null()
  contains
    procedure :: eval => prod_eval
  end type
contains
  recursive function const_eval(self) result(v)
    class(const), intent(in) :: self
    real(8) :: v
    v = self%c
  end function
  recursive function prod_eval(self) result(v)
    class(prod), intent(in) :: self
    real(8) :: v
    v = self%l%eval()*self%r%eval()
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(const), target :: c1, c2
    type(prod), target :: p
    c1%c = x**2
    c2%c = sin(x)
    p%l => c1
    p%r => c2
    y = p%eval()
  end subroutine
end module
