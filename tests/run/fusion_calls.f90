! Calls in a loop that ends in a sum; the callee overwrites what it is given.
! head: fusion_calls(x)\(f)
! inputs: n = 5
! inputs: x = -1.0 .. 1.0
subroutine grow(a, b, k)
  implicit none
  real(8), intent(inout) :: a
  real(8), intent(out) :: b
  integer, intent(inout) :: k
  a = a*a + 0.1d0
  b = sin(a)*a
  a = a*b
  k = k + 1
end subroutine grow
subroutine fusion_calls(n, x, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  real(8) :: t, u
  integer :: i, k
  interface
    subroutine grow(a, b, k)
      real(8), intent(inout) :: a
      real(8), intent(out) :: b
      integer, intent(inout) :: k
    end subroutine grow
  end interface
  f = 0d0
  k = 0
  do i = 1, n
    t = x(i)*3d0
    call grow(t, u, k)
    t = t*u*x(k)
    call grow(t, u, k)
    k = k - 1
    f = f + u*t
  end do
end subroutine fusion_calls
