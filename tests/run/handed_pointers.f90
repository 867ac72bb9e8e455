! Dummy pointers to arrays of structures, which hold pointers in turn.
! head: handed_pointers%total(cells%a)\(y cells%a)
! inputs: n = 2
! inputs: cells(2) = 0.5 .. 1.5
! inputs: cells%a(3) = 0.5 .. 1.5
! inputs: cells%id = 1
! inputs: stack(4) = 1
module handed_pointers
  implicit none
  type cell
    integer :: id, unread
    logical :: unread_too
    real(8), dimension(:), pointer :: a
  end type
contains
  subroutine total(cells, n, y, stack)
    type(cell), dimension(:), pointer :: cells
    integer, intent(in) :: n
    real(8), intent(out) :: y
    integer, dimension(:), pointer :: stack
    integer :: i
    y = 0.d0
    do i = 1, n
      if (stack(i) == cells(i)%id) cells(i)%a(1) = cells(i)%a(1)**2*cells(i)%a(3)
      y = y + cells(i)%a(1)*cells(i)%a(2)
    end do
  end subroutine
end module
