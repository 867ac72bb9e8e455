! head: main(x4)\(s2)
! head: early(x)\(y)
! inputs: x(3) = 0.1 .. 0.3
! Locals that are allocated and released in turns that jumps make, or passed by.
subroutine main(s2, x4)
  implicit none
  real(8), intent(out) :: s2
  real(8), intent(inout) :: x4(4)
  real(8), allocatable :: al11(:)
  integer :: w10
  w10 = 0
  80 continue
  al11 = x4
  s2 = sin(sum(al11))
  deallocate(al11)
  w10 = w10 + 1
  if (w10 < 1) goto 80
end subroutine main
subroutine early(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8), allocatable :: a(:)
  y = x(1)
  if (x(1) > 0.2d0) return
  a = x*x
  y = sum(a)*a(1)
  deallocate(a)
end subroutine early
