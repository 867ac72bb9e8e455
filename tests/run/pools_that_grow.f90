! MOVE_ALLOC gives a pool another allocation, though no assignment does.
! head: pools_that_grow%total(y)/(x)
! head: pools_that_grow%doubled(y)/(x)
! head: pools_that_grow%alike(y)/(x)
module pools_that_grow
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
  subroutine total(x, y)
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
  ! a local
  subroutine doubled(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    real(8), allocatable :: a(:), t(:)
    integer :: k
    allocate(a(1), source=1d0)
    a = x(1)
    do k = 1, 3
      allocate(t(2*size(a)))
      t(:size(a)) = a*x(2)
      t(size(a)+1:) = a*a
      call move_alloc(t, a)
    end do
    y = sum(a)
  end subroutine
  ! of one shape
  subroutine alike(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8), allocatable :: a(:), t(:)
    integer :: k
    allocate(a(3), source=0d0)
    a = x
    do k = 1, 2
      allocate(t(3))
      t = a*x(k)
      call move_alloc(t, a)
    end do
    y = sum(a*x)
  end subroutine
end module
