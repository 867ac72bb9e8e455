! MOVE_ALLOC of arrays of structures, of locals and of components.
! head: f(x)\(y)
module m
  implicit none
  type :: layer
    real(8) :: w = 0
    integer :: n = 0
  end type
  type :: network
    type(layer), allocatable :: layers(:)
  end type
contains
  subroutine add(net, l)
    type(network), intent(inout) :: net
    type(layer), intent(in) :: l
    type(layer), allocatable :: tmp(:)
    integer :: i, k
    k = 0
    if (allocated(net%layers)) k = size(net%layers)
    allocate (tmp(k + 1))
    do i = 1, k
      tmp(i) = net%layers(i)
    end do
    tmp(k + 1) = l
    call move_alloc(tmp, net%layers)
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(network) :: net
    type(layer) :: l
    l%w = x(1)*x(2)
    call add(net, l)
    l%w = x(3)**2
    call add(net, l)
    y = net%layers(1)%w*net%layers(2)%w
  end subroutine
end module
