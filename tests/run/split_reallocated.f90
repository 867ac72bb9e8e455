! Split mode: a local that an assignment allocates, whose last state the backward half does not need.
! options: -nocheckpoint scaled -nocheckpoint step
! head: main(x level)/(x level)
! inputs: x(4) = 0.5 .. 1.5
! inputs: level = 0.5 .. 1.5
module held
  implicit none
  type holder
    real(8), allocatable :: w(:)
  end type holder
  real(8) :: level
end module held

subroutine scaled(w, s)
  use held
  implicit none
  real(8), intent(in) :: w(4)
  real(8), intent(inout) :: s
  level = level*level
  if (size(w) > 4) s = 0.d0
end subroutine scaled

subroutine step(x)
  use held
  implicit none
  real(8), intent(inout) :: x(4)
  type(holder) :: h, g
  allocate (h%w(4), g%w(4))
  call scaled(h%w, g%w(3))
  h%w = [x(1:3), 0.125d0]
end subroutine step

subroutine main(x)
  use held
  implicit none
  real(8), intent(inout) :: x(4)
  call step(x)
  x(1) = x(1)*level
end subroutine main
