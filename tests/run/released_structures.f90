! Arrays of structures with allocatable components that are released at the end; ALLOCATE with STAT, ERRMSG and MOLD.
! head: top(x)\(y)
! inputs: n = 4
module m
  implicit none
  type cell
    real(8), allocatable :: v(:)
    real(8) :: s
  end type
contains
  subroutine top(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), allocatable :: a(:), b(:)
    type(cell), allocatable :: ks(:)
    integer :: st, i
    character(80) :: msg
    allocate(a(n), stat=st, errmsg=msg)
    if (st /= 0) stop 1
    a = x
    allocate(b, mold=a)
    b = a**2
    y = sum(a*b)
    allocate(ks(3))
    do i = 1, 3
      allocate(ks(i)%v(n))
      ks(i)%v = x*i
      ks(i)%s = x(i)
    end do
    do i = 1, 3
      ks(i)%v(2) = ks(i)%v(1)*ks(i)%s
      y = y + sum(ks(i)%v)*ks(i)%s
    end do
    deallocate(ks)
    deallocate(b)
    y = y*a(1)
    deallocate(a)
  end subroutine
end module
