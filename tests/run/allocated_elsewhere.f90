! Components that are allocated and released by an index which changes afterwards: their adjoints find them by its earlier value.
! head: layers(x)\(y)
module columns
  implicit none
  type :: layer
    real(8), allocatable :: t(:)
    real(8) :: depth = 1
  end type
end module
subroutine layers(x, y)
  use columns
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  type(layer), allocatable :: c(:)
  integer :: k, n
  allocate(c(2))
  k = 2
  n = 3
  allocate(c(k)%t(n))
  c(k)%t = x*x(1)
  c(k)%depth = x(2)
  k = 1
  n = 2
  allocate(c(k)%t(n))
  c(k)%t = x(1:2)**2
  y = sum(c(1)%t*c(2)%t(2:3))*c(2)%depth
  k = 2
  deallocate(c(k)%t)
  k = 1
  allocate(c(2)%t(2))
  c(2)%t = y*c(k)%t
  y = y + sum(c(2)%t**2)
end subroutine
