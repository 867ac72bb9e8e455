! An output whose value an adjoint does not need, and its caller does: the call must not undefine it.
! head: run(x k)\(cost)
! inputs: n = 6
! inputs: x = 0.5 .. 1.5
! inputs: k = 0.1 .. 0.4
module tank
  implicit none
contains
  subroutine step(level, k, flow, rate)
    real(8), intent(inout) :: level
    real(8), intent(in) :: k
    real(8), intent(out) :: flow, rate(2)
    flow = k*level
    rate(1) = 2.0d0*k
    rate(2) = level*k
    level = level - flow
  end subroutine step
  subroutine run(n, x, k, cost)
    integer, intent(in) :: n
    real(8), intent(in) :: x, k
    real(8), intent(out) :: cost
    real(8) :: level, flow, rate(2)
    integer :: i
    level = x
    cost = 0.0d0
    do i = 1, n
      call step(level, k, flow, rate)
      if (i > 2) cost = cost + flow*flow*rate(1) + sin(flow*rate(2))
    end do
  end subroutine run
end module tank
