! A pool that grows by MOVE_ALLOC, whose parts are found by their beginnings.
! head: f(y)/(x)
! inputs: x(2) = 0.5 .. 1.5
module j2
  implicit none
  type bank
    real(8), allocatable :: pool(:)
    integer :: used = 0
  end type
  type net
    type(bank) :: b
  end type
contains
  subroutine reserve(b, n, i0)
    type(bank), intent(inout) :: b
    integer, intent(in) :: n
    integer, intent(out) :: i0
    real(8), allocatable :: t(:)
    if (.not. allocated(b%pool)) allocate(b%pool(2), source=0d0)
    if (b%used + n > size(b%pool)) then
      allocate(t(2*size(b%pool)))
      t = 0
      t(:b%used) = b%pool(:b%used)
      call move_alloc(t, b%pool)
    end if
    i0 = b%used + 1
    b%used = b%used + n
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(2)
    type(net) :: nn
    integer :: l
    integer, allocatable :: i0(:)
    allocate(i0(3))
    do l = 1, 3
      call reserve(nn%b, 2, i0(l))
      nn%b%pool(i0(l):i0(l)+1) = x*l
    end do
    y(1) = sum(nn%b%pool**2)
    y(2) = x(1)
  end subroutine
end module
