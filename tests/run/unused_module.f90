! head: energy(e)/(x)
! options: -nocheckpoint recip
! inputs: x = 0.5 .. 1.5
! What a call changes in a module that the caller does not use is saved: the derivatives have a USE of their own, with another name where
! that one is taken. A module of which nothing is derived has no copy, unless it keeps the variable to itself or protects it.
module counts
  implicit none
  integer :: n = 1
end module counts
module steps
  implicit none
  integer, private :: k = 1
  integer, protected :: l = 1
contains
  subroutine start
    k = 1
    l = 1
  end subroutine start
  subroutine step
    k = k + 1
    l = l + 2
  end subroutine step
  integer function steps_made()
    steps_made = k
  end function steps_made
end module steps
module fields
  implicit none
  real(8) :: x(4), q(4)
end module fields
subroutine count_up
  use counts
  use steps, only: step
  implicit none
  n = n + 2
  call step
end subroutine count_up
subroutine fill
  use counts
  use steps, only: steps_made, l
  use fields
  implicit none
  q = x*sin(x)*n + x**2*steps_made()*l
end subroutine fill
subroutine recip(e)
  use fields
  implicit none
  real(8), intent(inout) :: e
  integer :: k
  do k = 1, 2
    call count_up
    call fill
    e = e + sum(q*q)*0.01d0
  end do
end subroutine recip
subroutine twice(e)
  implicit none
  real(8), intent(inout) :: e
  real(8) :: n
  n = sin(e)
  call recip(e)
  e = e*n
  call recip(e)
end subroutine twice
subroutine energy(e)
  use counts, only: n
  use steps, only: start
  use fields
  implicit none
  real(8), intent(out) :: e
  n = 1
  call start
  e = x(1)
  call twice(e)
  call recip(e)
end subroutine energy
