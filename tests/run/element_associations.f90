! Elements of an array of structures with procedure pointers are assigned as a whole, in another procedure, and again.
! head: f(x)\(y)
module m
  implicit none
  abstract interface
    pure function act_i(x) result(y)
      real(8), intent(in) :: x
      real(8) :: y
    end function
  end interface
  type :: layer
    real(8) :: w = 0
    procedure(act_i), pointer, nopass :: act => null()
  end type
  type :: network
    type(layer), allocatable :: l(:)
  end type
contains
  pure function sq(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = x**2
  end function
  subroutine add(net, i, l)
    type(network), intent(inout) :: net
    integer, intent(in) :: i
    type(layer), intent(in) :: l
    if (.not. allocated(net%l)) allocate(net%l(2))
    net%l(i) = l
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(network) :: net
    type(layer) :: l
    l%act => sq
    l%w = 1
    call add(net, 1, l)
    call add(net, 2, l)
    net%l(1)%w = x
    net%l(2)%w = x**2
    y = net%l(1)%act(net%l(1)%w)*net%l(2)%act(net%l(2)%w)
    call add(net, 1, l)
    y = y + net%l(1)%act(net%l(1)%w*y)
  end subroutine
end module
