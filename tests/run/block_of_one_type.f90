! head: m%cost(f)/(k)
! inputs: k = 0.5 .. 1.5
! An object of an extended type in a BLOCK in a loop begins anew in each turn: it is of that type and no other, and nothing of that is saved.
module m
  implicit none
  type, abstract :: op_t
    integer :: n = 0
  contains
    procedure(apply_if), deferred :: apply
  end type
  abstract interface
    subroutine apply_if(self, x, y)
      import :: op_t
      class(op_t), intent(in) :: self
      real(8), intent(in) :: x(:)
      real(8), intent(out) :: y(:)
    end subroutine
  end interface
  type, extends(op_t) :: diag_t
    real(8), allocatable :: val(:)
  contains
    procedure :: apply => diag_apply
  end type
contains
  subroutine diag_apply(self, x, y)
    class(diag_t), intent(in) :: self
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y(:)
    y = self%val*x
  end subroutine
  subroutine solve(a, b, x)
    class(op_t), intent(in) :: a
    real(8), intent(in) :: b(:)
    real(8), intent(inout) :: x(:)
    real(8) :: w(size(b))
    call a%apply(b, w)
    x = x + w*x
  end subroutine
  subroutine cost(k, f)
    real(8), intent(in) :: k(3)
    real(8), intent(out) :: f
    real(8) :: u(3)
    integer :: it
    u = 1
    do it = 1, 2
      block
        type(diag_t) :: a
        allocate(a%val(3))
        a%val = k*it
        call solve(a, k, u)
      end block
    end do
    f = sum(u**2)
  end subroutine
end module
