! Iterations that end early, the value of the last one, a maximum: what stays serial in adjoints.
! head: lasts(y,z)/(x)
! inputs: n = 8
! options: -openmp
subroutine lasts(n, x, y, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n), z
  real(8) :: t, w(2), mx
  integer :: i
  w(1) = x(1)**2
  w(2) = x(2)
  t = 0
  mx = -1d30
  !$omp parallel do default(private) shared(x, y, n) lastprivate(t) firstprivate(w) reduction(max:mx)
  do i = 1, n
    t = x(i)**2
    if (mod(i,3) == 0) then
      y(i) = 0d0
      cycle
    end if
    y(i) = t*w(1) + w(2)*x(n+1-i)
    mx = max(mx, x(i))
  end do
  z = t*mx
end subroutine
