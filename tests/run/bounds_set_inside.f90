! head: bounds_set_inside(s, x, z)/(s, a, x, z)
! inputs: n = 4
! Bounds and steps that the turns set anew: a loop runs by what they are in front of it, also where all of its turns are fused with their adjoints.
subroutine bounds_set_inside(n, s, a, x, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: s(3)
  real(8), intent(in) :: a
  real(8), intent(inout) :: x(8), z(4)
  call upper(s(1), a, z)
  call stepped(n, s(2), a, x)
  call tested(n, s(3), a)
end subroutine bounds_set_inside

subroutine upper(s, a, z)
  implicit none
  integer, parameter :: none = 0
  real(8), intent(inout) :: s
  real(8), intent(in) :: a
  real(8), intent(inout) :: z(4)
  integer :: last, i, j
  last = 2
  do i = 1, last
    last = 1
    s = s + a
    do j = 1, none
      z(last + j) = log(2d0 + sin(s))
    end do
  end do
end subroutine upper

subroutine stepped(n, s, a, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: s
  real(8), intent(in) :: a
  real(8), intent(inout) :: x(8)
  integer :: first, last, step, i
  first = 2
  step = 3
  last = 2*n
  do i = first, last, step
    first = 1
    step = 1
    last = i - 1
    s = s + x(last)*sin(a)
  end do
end subroutine stepped

subroutine tested(n, s, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: s
  real(8), intent(in) :: a
  integer :: last, j
  last = n
  do while (last > 0)
    j = last - 1
    last = j
    s = s + j*a**2
  end do
end subroutine tested
