! Procedure components of elements of an array.
! head: f(x)\(y)
! inputs: n = 3
! procedure pointer as dummy and in array of components; functional style
module fp
  implicit none
  abstract interface
    pure function act(z) result(a)
      real(8), intent(in) :: z
      real(8) :: a
    end function
  end interface
  type :: layer
    procedure(act), pointer, nopass :: phi => null()
    real(8) :: w, b
  end type
contains
  pure function relu(z) result(a)
    real(8), intent(in) :: z
    real(8) :: a
    a = max(0d0, z)
  end function
  pure function sig(z) result(a)
    real(8), intent(in) :: z
    real(8) :: a
    a = 1/(1 + exp(-z))
  end function
  function pick(k) result(p)
    integer, intent(in) :: k
    procedure(act), pointer :: p
    p => relu
    if (k == 2) p => sig
  end function
  subroutine forward(net, z)
    type(layer), intent(in) :: net(:)
    real(8), intent(inout) :: z
    integer :: i
    do i = 1, size(net)
      z = net(i)%phi(net(i)%w*z + net(i)%b)
    end do
  end subroutine
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(layer) :: net(2)
    integer :: i
    net(1)%phi => relu
    net(2)%phi => sig
    do i = 1, 2
      net(i)%w = x(i)
      net(i)%b = 0.1d0*x(3)
    end do
    y = x(1)*x(2)
    call forward(net, y)
  end subroutine
end module
