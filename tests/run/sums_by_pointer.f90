! head: main(si)\(s1)
! inputs: si = 0.5 .. 1.5
! The adjoint of a sum reads by a pointer what is cleared by name: it clears first.
subroutine main(s1, si)
  implicit none
  real(8), intent(inout) :: s1
  real(8), intent(in) :: si
  real(8), target :: tg(4)
  real(8), pointer :: q2, qs2(:)
  integer :: i
  real(8), allocatable :: a(:), b(:)
  tg = si
  qs2 => tg
  q2 => tg(2)
  do i = 2, 4
    a = tg
    qs2(i) = qs2(i) + q2
    q2 = 0.3d0*sum(a)
    b = tg
    s1 = sin(sum(b))
  end do
end subroutine main
