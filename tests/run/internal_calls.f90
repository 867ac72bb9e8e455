! An internal procedure that keeps nothing, in a loop of its host: its call stays joint unless somebody asks.
! head: main(x z)\(x)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! inputs: z = 0.5 .. 1.5
subroutine main(n, x, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  complex(8), intent(inout) :: z
  integer :: i
  do i = n, 1, -1
    call step(i)
  end do
contains
  subroutine step(k)
    integer, intent(in) :: k
    x(3:4) = k*aimag(z)/(1.5d0 + sin(x(2)))
    x(2) = 0.5d0*x(3)
  end subroutine step
end subroutine main
