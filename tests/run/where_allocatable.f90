! Whole allocatable arrays under a mask keep their allocation; what is passive there has the derivative zero.
! head: main(s x)\(s v)
! inputs: x(4) = 0.5 .. 1.5
! inputs: s(4) = -1 .. 1
subroutine main(s, x, v)
  implicit none
  integer, parameter :: n = 4
  real(8), intent(inout) :: s(n)
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: v
  real(8), allocatable :: a(:), b(:)
  allocate (a(n), b(n))
  a = x*s
  b = 2
  where (x > 1)
    s = a*x
    a = b
  elsewhere
    a = a**2
    b = 3
  end where
  where (a > 0.5d0) a = b
  v = sum(a*x) + sum(b)
end subroutine
