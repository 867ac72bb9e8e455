! Updates in place by a table, with loops that do not count: the tape is needed, and adjoints are serial.
! head: inplace(u,s)/(u)
! inputs: n = 6
! inputs: idx = 1, 3, 5, 2, 4, 6
! options: -openmp
subroutine inplace(n, idx, u, s)
  implicit none
  integer, intent(in) :: n, idx(n)
  real(8), intent(inout) :: u(n)
  real(8), intent(out) :: s
  integer :: i, k
  real(8) :: a, b
  s = 0
  !$omp parallel do private(k, a, b) reduction(+:s)
  do i = 1, n
    k = idx(i)
    a = u(k)
    do while (a > 0.3d0)
      a = a*0.7d0
    end do
    if (a > 0.25d0) then
      b = a*a
    else
      b = exp(a)
    end if
    u(k) = b*u(k)
    u(k) = u(k)**2
    s = s + u(k)*b
  end do
end subroutine
