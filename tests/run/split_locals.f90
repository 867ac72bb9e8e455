! Split mode where the first half has allocations and pointers of its own.
! head: split_locals(x s)\(s)
! options: -nocheckpoint forth -nocheckpoint aside -nocheckpoint inner
subroutine split_locals(x, s)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(inout) :: s
  integer :: i
  do i = 1, 2
    call forth(x, s)
    call aside(x, s)
    call inner(x, s)
  end do
end subroutine split_locals

! Allocations that the backward half needs, and one that it does not.
subroutine forth(x, s)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(inout) :: s
  real(8), allocatable :: w(:), v(:), u(:)
  integer :: i
  allocate (w(4), v(4))
  allocate (u(3))
  w = [1.d0, 2.d0, 3.d0, 4.d0]
  v = x*w
  do i = 1, 3
    u(i) = 1.d0
  end do
  s = s*sin(sum(v*w))
end subroutine forth

! A pointer to a local array.
subroutine aside(x, s)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(inout) :: s
  real(8), target :: t(4)
  real(8), pointer :: p(:)
  p => t
  t = x*s
  s = s*p(2) + sin(p(3))
end subroutine aside

! A procedure inside.
subroutine inner(x, s)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(inout) :: s
  real(8) :: t
  t = s*x(1)
  call inside()
  s = s*t
contains
  subroutine inside()
    t = t*x(4)
    s = sin(s*t)
  end subroutine inside
end subroutine inner
