! Pointer components that lead nowhere, of one structure and of elements: what runs again is kept where there is something.
! head: absent_parts%single(y)/(x)
! inputs: n = 1 .. 2
! inputs: x = 0.5 .. 1.5
! head: absent_parts%several(y)/(x)
! inputs: n = 1 .. 2
! inputs: x = 0.5 .. 1.5
module absent_parts
  implicit none
  integer, parameter :: r = kind(1d0)

  type :: part
    real(r), pointer :: a(:) => null()
    real(r), pointer :: s => null()
    real(r) :: w = 1
  end type part
contains

  subroutine change(p)
    type(part), intent(inout) :: p
    if (associated(p%a)) p%a = p%a**2*p%w
    if (associated(p%s)) p%s = p%s*p%w
    p%w = p%w*1.5_r
  end subroutine change

  subroutine change_all(p)
    type(part), intent(inout) :: p(:)
    integer :: i
    do i = 1, size(p)
      call change(p(i))
    end do
  end subroutine change_all

  subroutine single(n, x, y)
    integer, intent(in) :: n
    real(r), intent(in) :: x(3)
    real(r), intent(out) :: y
    type(part) :: p
    real(r), target :: t(3)
    integer :: it
    t = x
    if (n == 1) then
      p%a => t
    else
      p%s => t(2)
    end if
    p%w = x(1)
    do it = 1, 2
      call change(p)
    end do
    y = p%w + sum(t)
  end subroutine single

  subroutine several(n, x, y)
    integer, intent(in) :: n
    real(r), intent(in) :: x(3)
    real(r), intent(out) :: y
    type(part) :: p(4)
    real(r), target :: t(3)
    integer :: it
    t = x
    p(n)%a => t(1:2)
    p(4)%s => t(3)
    p%w = x(1)
    do it = 1, 2
      call change_all(p)
    end do
    y = sum(p%w) + sum(t)
  end subroutine several
end module absent_parts
