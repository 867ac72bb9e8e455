! head: main(x4)\(s2)
! A local that is allocated and released in turns that jumps make.
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
