! NAMELIST, internal I/O, INQUIRE and formatted output carried through.
! head: top(x)\(y)
! inputs: x = 0.2 .. 0.9
! wrong interpreted: cannot be interpreted
subroutine top(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  character(40) :: text
  integer :: n, ios
  real(8) :: scale
  logical :: there
  namelist /control/ n, scale
  n = 2
  scale = 1.5d0
  text = '&control n = 3, scale = 2.5 /'
  read (text, nml=control, iostat=ios, err=10)
  write (text, '(i3, 1x, f8.3)') n, scale
  read (text, *) n, scale
  inquire (file='nothing_here', exist=there)
  if (.not. there) y = 0
  write (text, fmt=100) x(1)
100 format ('x = ', f10.4)
  y = scale*x(1)**n + x(2)*x(3)
  return
10 y = x(1)
end subroutine
