! The derivative has module data of its own: both are set.
program check
use sico_vars_m, only: c_slide_original => c_slide, dt_original => dt, dx_original => dx
use sico_vars_m_diff, only: imax, c_slide, c_slideb, dt, dx
implicit none
double precision :: fc, fcb, up, down, step, worst, old
integer :: i
external :: ice_main, ice_main_b
dt = 0.1d0
dx = 1.0d0
dt_original = dt
dx_original = dx
c_slide = [(0.05d0 + 0.01d0*sin(1.0d0*i), i=1, imax)]
c_slide_original = c_slide
fcb = 1
c_slideb = 0
call ice_main_b(5, fc, fcb)
worst = 0
step = 1.0d-6
do i = 1, imax
  old = c_slide_original(i)
  c_slide_original(i) = old + step
  call ice_main(5, up)
  c_slide_original(i) = old - step
  call ice_main(5, down)
  c_slide_original(i) = old
  worst = max(worst, abs((up - down)/(2*step) - c_slideb(i)))
end do
print *, 'ice: worst difference', worst
if (worst > 1.0d-7) stop 1
end program check
