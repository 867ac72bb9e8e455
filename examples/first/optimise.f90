! Which rain explains the outflow that was observed? Thirty unknowns, found by an optimiser that calls the generated gradient.
module question
  implicit none
  integer, parameter :: n = 30
  real(8) :: observed(n)

contains

  ! The value and the gradient of the misfit for some rain.
  subroutine evaluate(rain, misfit, gradient)
    real(8), intent(in) :: rain(:)
    real(8), intent(out) :: misfit, gradient(:)
    external :: lake_grad
    call lake_grad(n, rain, gradient, observed, misfit)
  end subroutine evaluate

end module question

program optimise
  use lbfgs, only: minimise
  use question, only: n, observed, evaluate
  implicit none
  real(8) :: rain(n), misfit
  integer :: day, steps, evaluations

  rain = 0.3d0
  observed = [(0.3d0 + 0.2d0*sin(0.3d0*day), day=1, n)]
  call minimise(evaluate, rain, 1.0d-10, 200, misfit, steps, evaluations)
  print '(i0, a, i0, a, es7.1)', steps, ' steps, ', evaluations, ' evaluations, misfit ', misfit
  print '(a, 5f9.5)', 'rain on days 1 to 5:', rain(1:5)
end program optimise
