! CLASS pointers to nodes, some of which have no real component.
! head: f(x)\(y)
module m
  implicit none
  type :: node
  end type
  type, extends(node) :: leaf
    integer :: i = 1
  end type
  type, extends(node) :: const
    real(8) :: c = 0
  end type
contains
  function eval(p, x) result(v)
    class(node), intent(in) :: p
    real(8), intent(in) :: x(:)
    real(8) :: v
    v = 0
    select type (p)
    type is (leaf)
      v = x(p%i)
    type is (const)
      v = p%c
    end select
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(leaf), target :: l
    type(const), target :: c
    class(node), pointer :: p, q
    l%i = 2
    c%c = x(3)**2
    p => l
    q => c
    y = eval(p, x)*eval(q, x)
  end subroutine
end module
