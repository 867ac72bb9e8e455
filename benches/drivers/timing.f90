! What the drivers share: the shortest time of several repetitions, a checksum of the derivatives, one line of output.
module timing
  implicit none
  real(8) :: primal = huge(1.d0), derivative = huge(1.d0), adjoint = huge(1.d0), by_hand = huge(1.d0)
  real(8) :: check = 0.d0
  real(8), private :: since
contains

  subroutine start()
    call cpu_time(since)
  end subroutine start

  subroutine stop_clock(best)
    real(8), intent(inout) :: best
    real(8) :: now
    call cpu_time(now)
    best = min(best, now - since)
  end subroutine stop_clock

  ! Weighs every element differently: two gradients that agree here agree.
  subroutine weigh(x)
    real(8), intent(in) :: x(:)
    integer :: i
    do i = 1, size(x)
      check = check + x(i)*(1.d0 + 0.5d0*sin(real(i, 8)))
    end do
  end subroutine weigh

  function repetitions(usual) result(n)
    integer, intent(in) :: usual
    integer :: n, status
    character(len=16) :: text
    call get_command_argument(1, text, status=status)
    n = usual
    if (status == 0) read (text, *) n
  end function repetitions

  ! Primal in milliseconds, ratio, checksum.
  subroutine report()
    print '(f10.4, f8.2, es24.15)', primal*1.d3, derivative/primal, check
  end subroutine report

  ! Primal in milliseconds, ratios of the tangent, of the adjoint and of one written by hand, and how far they are from each other.
  subroutine both(tangent, dot, hand)
    real(8), intent(in) :: tangent, dot
    real(8), intent(in), optional :: hand
    if (present(hand)) then
      print '(f10.4, 4f8.2, es10.1)', primal*1.d3, derivative/primal, adjoint/primal, by_hand/primal, adjoint/by_hand, &
        max(abs(dot - tangent), abs(hand - tangent))/abs(tangent)
    else
      print '(f10.4, 2f8.2, 2a8, es10.1)', primal*1.d3, derivative/primal, adjoint/primal, '-', '-', abs(dot - tangent)/abs(tangent)
    end if
  end subroutine both
end module timing
