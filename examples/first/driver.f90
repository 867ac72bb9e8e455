! The misfit and its gradient with respect to the rain of each day, in one call.
program driver
  implicit none
  integer, parameter :: n = 30
  real(8) :: rain(n), rainb(n), observed(n), misfit
  integer :: day
  external :: lake_grad

  rain = 0.3d0
  observed = [(0.3d0 + 0.2d0*sin(0.3d0*day), day=1, n)]
  call lake_grad(n, rain, rainb, observed, misfit)
  print '(a, f9.5)', 'misfit', misfit
  print '(a, 5f9.5)', 'gradient on days 1 to 5:', rainb(1:5)
end program driver
