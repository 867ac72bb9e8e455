! run: -b
! says: 'etype' has no declaration
! has: real(kind=
! has: y
module prec
  implicit none
  integer, parameter :: rt = 8
end module
module consts
  use prec
  implicit none
  integer(kind=etype), parameter :: tri = 1
  real(kind=rt), parameter :: two = 2.0_rt
end module
subroutine f(x, y)
  use consts
  implicit none
  real(kind=8) :: x, y
  y = two*x*x
end subroutine
