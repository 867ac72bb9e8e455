! Structures whose components have initial values other than zero: their derivatives start from zero.
! head: total(x)\(y)
module parts
  implicit none
  type :: part
    real(8) :: u
    real(8) :: w = 1
  end type
  type :: pair
    type(part) :: a, b
  end type
contains
  subroutine make(p, x)
    type(part), intent(out) :: p
    real(8), intent(in) :: x
    p%u = x*3
    if (x < 0) p%w = x
  end subroutine
end module
subroutine total(x, y)
  use parts
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type(part), allocatable :: c(:)
  type(part) :: d
  type(pair) :: e
  allocate(c(2))
  c(1)%u = x
  c(1)%w = x**2
  c(2)%u = x*3
  call make(d, x)
  e%a%u = x*2
  e%b = d
  e%a%w = e%a%w*d%u
  y = sum(c%u*c%w) + d%u*d%w + e%a%u*e%a%w*e%b%w
end subroutine
