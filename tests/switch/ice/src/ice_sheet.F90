module sico_vars_m
use sico_types_m
implicit none
integer, parameter :: imax = 20
real(wp) :: H(imax), H_new(imax), c_slide(imax), vol
real(wp) :: dt, dx
end module sico_vars_m

!> Volume of an ice sheet after some steps; each step solves a tridiagonal system of a library.
subroutine ice_main(nsteps, fc)
use sico_types_m
use sico_vars_m
implicit none
integer, intent(in) :: nsteps
real(wp), intent(out) :: fc
real(wp) :: lower(imax), diagonal(imax), upper(imax), rhs(imax), d
integer :: i, n
external :: tri_solve
H = 1.0_wp
do n = 1, nsteps
  do i = 1, imax
    d = c_slide(i)*H(i)**3*dt/dx**2
    lower(i) = -d
    upper(i) = -d
    diagonal(i) = 1.0_wp + 2.0_wp*d
    rhs(i) = H(i) + 0.1_wp*dt
  end do
  call tri_solve(imax, lower, diagonal, upper, rhs, H_new)
  H = H_new
end do
vol = sum(H)*dx
fc = vol
#ifdef VERBOSE
write(6, *) 'volume', fc
#endif
end subroutine ice_main
