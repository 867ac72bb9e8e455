! Minimises a function of many variables from its values and gradients: the method of Broyden, Fletcher, Goldfarb and Shanno with limited
! memory (Nocedal and Wright, Numerical Optimization, algorithm 7.4). The step along a direction is found by bisection, such that the weak
! conditions of Wolfe hold.
module lbfgs
  implicit none
  private
  public :: minimise

  integer, parameter :: dp = kind(1.0d0)
  integer, parameter :: kept = 7                  ! pairs of steps and changes of the gradient that are remembered
  integer, parameter :: most_tries = 40           ! of one step
  real(dp), parameter :: decrease = 1.0e-4_dp     ! of the value, as part of what the slope promises
  real(dp), parameter :: flatter = 0.9_dp         ! of the slope

  abstract interface
    subroutine value_and_gradient(x, f, g)
      import :: dp
      real(dp), intent(in) :: x(:)
      real(dp), intent(out) :: f, g(:)
    end subroutine value_and_gradient
  end interface

contains

  ! Moves x until no component of the gradient is above tolerance, by at most most_steps steps. Tells the value there, the steps and the
  ! evaluations that were made.
  subroutine minimise(evaluate, x, tolerance, most_steps, f, steps, evaluations)
    procedure(value_and_gradient) :: evaluate
    real(dp), intent(inout) :: x(:)
    real(dp), intent(in) :: tolerance
    integer, intent(in) :: most_steps
    real(dp), intent(out) :: f
    integer, intent(out) :: steps, evaluations
    real(dp) :: s(size(x), kept), y(size(x), kept), rho(kept)
    real(dp), dimension(size(x)) :: g, direction, x_before, g_before
    real(dp) :: f_before, slope, step, shortest, longest
    integer :: pairs, try
    logical :: bracketed

    call evaluate(x, f, g)
    evaluations = 1
    pairs = 0
    do steps = 0, most_steps - 1
      if (maxval(abs(g)) <= tolerance) return
      direction = -product_with_inverse(g, s, y, rho, pairs)
      slope = dot_product(g, direction)
      x_before = x
      g_before = g
      f_before = f
      step = 1.0_dp
      if (pairs == 0) step = min(1.0_dp, 1.0_dp/norm2(g))
      shortest = 0.0_dp
      bracketed = .false.
      do try = 1, most_tries
        x = x_before + step*direction
        call evaluate(x, f, g)
        evaluations = evaluations + 1
        if (.not. f <= f_before + decrease*step*slope) then
          longest = step
          bracketed = .true.
        else if (dot_product(g, direction) < flatter*slope) then
          shortest = step
        else
          exit
        end if
        if (bracketed) then
          step = 0.5_dp*(shortest + longest)
        else
          step = 2.0_dp*step
        end if
      end do
      if (try > most_tries) return
      call remember(x - x_before, g - g_before, s, y, rho, pairs)
    end do
  end subroutine minimise

  ! The approximate inverse of the second derivatives, times v. The newest pair comes first.
  function product_with_inverse(v, s, y, rho, pairs) result(r)
    real(dp), intent(in) :: v(:), s(:, :), y(:, :), rho(:)
    integer, intent(in) :: pairs
    real(dp) :: r(size(v)), alpha(kept)
    integer :: k

    r = v
    do k = 1, pairs
      alpha(k) = rho(k)*dot_product(s(:, k), r)
      r = r - alpha(k)*y(:, k)
    end do
    if (pairs > 0) r = r/(rho(1)*dot_product(y(:, 1), y(:, 1)))
    do k = pairs, 1, -1
      r = r + s(:, k)*(alpha(k) - rho(k)*dot_product(y(:, k), r))
    end do
  end function product_with_inverse

  ! Puts a pair in front of the others; the oldest is forgotten.
  subroutine remember(step, change, s, y, rho, pairs)
    real(dp), intent(in) :: step(:), change(:)
    real(dp), intent(inout) :: s(:, :), y(:, :), rho(:)
    integer, intent(inout) :: pairs

    pairs = min(pairs + 1, kept)
    s = cshift(s, -1, dim=2)
    y = cshift(y, -1, dim=2)
    rho = cshift(rho, -1)
    s(:, 1) = step
    y(:, 1) = change
    rho(1) = 1.0_dp/dot_product(step, change)
  end subroutine remember

end module lbfgs
