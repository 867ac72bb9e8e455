! A lake, day by day: rain fills it, and the fuller it is, the faster it drains.
! misfit says how far the outflow is from the one that was observed.
subroutine lake(n, rain, observed, misfit)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: rain(n), observed(n)
  real(8), intent(out) :: misfit
  real(8) :: storage, outflow
  integer :: day

  storage = 1.0d0
  misfit = 0.0d0
  do day = 1, n
    storage = storage + rain(day)
    outflow = 0.1d0*storage**2
    storage = storage - outflow
    misfit = misfit + (outflow - observed(day))**2
  end do
end subroutine lake
