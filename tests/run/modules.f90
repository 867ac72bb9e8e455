! Module variables: a parameter of the model that is independent, a state that procedures pass on.
! head: run(k x)\(y state)
! inputs: k = 0.5 .. 1.5
module model
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp) :: k = 1.0_dp
  real(dp) :: state(3)
contains
  subroutine step(x)
    real(dp), intent(in) :: x
    integer :: i
    do i = 1, 3
      state(i) = state(i)*k + x*i
    end do
  end subroutine step
  subroutine run(x, y)
    real(dp), intent(in) :: x
    real(dp), intent(out) :: y
    integer :: it
    state = x
    do it = 1, 4
      call step(x*it)
    end do
    y = sum(state**2)
  end subroutine run
end module model
