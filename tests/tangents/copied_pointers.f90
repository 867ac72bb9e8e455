! Copies of structures share what their pointers lead to, also by SOURCE=: what is set through one is set for the other.
! head: sourced(y)/(x)
! head: several(y)/(x)
! head: typed(y)/(x)
! head: nested(y)/(x)
module copied_pointers
  implicit none
  type :: box
    real(8), pointer :: v(:) => null()
    integer :: k = 0
  end type box
  type :: crate
    type(box) :: inner(2)
  end type crate
contains
  subroutine sourced(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    type(box), allocatable :: q
    type(box) :: s
    allocate (s%v(2))
    s%v = x(1:2)**2
    s%k = 1
    allocate (q, source=s)
    q%v(1) = 0.5d0
    q%v(2) = q%v(2)*x(3)
    y(1) = s%v(1)*x(3)*q%k
    y(2) = s%v(2)*s%v(1)
    deallocate (s%v)
  end subroutine sourced

  subroutine several(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    type(box), allocatable :: q(:)
    type(box) :: s(2)
    integer :: i
    do i = 1, 2
      allocate (s(i)%v(2))
      s(i)%v = x(i:i + 1)**2
    end do
    allocate (q(2), source=s)
    q(2)%v(1) = q(1)%v(1)*x(3)
    y(1) = s(2)%v(1)
    y(2) = q(2)%v(2)*s(1)%v(1)
    do i = 1, 2
      deallocate (s(i)%v)
    end do
  end subroutine several

  subroutine typed(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    class(box), allocatable :: q
    type(box) :: s
    allocate (s%v(2))
    s%v = x(1:2)**2
    allocate (q, source=s)
    q%v(1) = 0.5d0
    y(1) = s%v(1)*x(3)
    y(2) = s%v(2)*s%v(1)
    deallocate (s%v)
  end subroutine typed

  subroutine nested(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    type(crate), allocatable :: q
    type(crate) :: s
    allocate (s%inner(1)%v(2))
    s%inner(1)%v = x(1:2)**2
    allocate (q, source=s)
    q%inner(1)%v(1) = 0.5d0
    y(1) = s%inner(1)%v(1)*x(3)
    y(2) = s%inner(1)%v(2)
    deallocate (s%inner(1)%v)
  end subroutine nested
end module copied_pointers
