! head: f(y)/(x)
! inputs: n = 5
! inputs: x(5) = 0.5 .. 1.5
! `a%t(1:2)` of an array of structures and `names(:)(1:2)` are the parts of each text, no sections of the array.
subroutine f(n, x, y)
  implicit none
  type line
    character(len=7) :: lower, upper
    real(8) :: flux
  end type line
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  character(len=7) :: names(5)
  character(len=4) :: short(5)
  type(line) :: a(5)
  integer :: i
  names = (/"3d 4f  ", "3s 3p  ", "3d 4p  ", "4f 5g  ", "3d 4f' "/)
  a%lower = names
  a%upper = "none"
  a(:)%upper(1:2) = names(:)(4:5)
  short = names(:)(1:4)
  do i = 1, 5
    a(i)%flux = x(i)**2 + x(1)
  end do
  where (a%lower(2:2) == "s") a%flux = a%flux*x(2)
  if (all(short(:)(3:3) == " ")) a%flux = 2*a%flux
  y = sum(a%flux, mask=a%lower(1:2) == "3d" .and. a%upper(1:2) == "4f" .and. a%upper(3:4) == "ne")
  associate (t => names(2:4))
    if (t(2)(1:2) == 1_"3d") y = y*x(3)
    if (any(t(1:2)(4:5) == "3p")) y = y + a(2)%flux
  end associate
end subroutine f
