! An allocated array of structures that is passive, given to a dummy that is active in another call.
! head: cost(j)/(x)
! inputs: x = 0.7
module s
  implicit none
  type state
    real(8) :: h, q
  end type
contains
  elemental subroutine mix(a, b, c)
    type(state), intent(in) :: a, b
    type(state), intent(inout) :: c
    c%h = c%h + a%h*b%h
    c%q = c%q + a%q*b%q
  end subroutine
  subroutine cost(x, j)
    real(8), intent(in) :: x
    real(8), intent(out) :: j
    type(state), allocatable :: ref(:), u(:), v(:)
    integer :: i
    allocate (ref(3), u(3), v(3))
    do i = 1, 3
      ref(i) = state(1.0/i, 2.0*i)
      u(i) = state(x*i, x**2)
      v(i) = state(x, x)
    end do
    call mix(ref, u, v)
    call mix(u, ref, v)
    j = sum(u%h*v%q)
  end subroutine
end module
