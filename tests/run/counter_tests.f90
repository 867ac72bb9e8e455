! Tests of loop variables are decided again in the reversed loops, whatever stands before them: first statements of turns, inner loops, a local reused.
! head: counters(k0 t0)\(y)
! inputs: n = 4
! inputs: m = 3
subroutine sweep(n, a, d)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: d(n)
  integer :: i
  d(1) = d(1)/a(1)
  do i = 2, n
    d(i) = (d(i) - 0.2d0*d(i-1))/a(i)
  end do
end subroutine sweep

subroutine counters(n, m, k0, t0, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: k0(n,m), t0(n,m)
  real(8), intent(out) :: y
  real(8) :: t(n,m), a(n), d(n), west, east
  integer :: i, j, it
  t = t0
  do it = 1, 2
    do j = 1, m
      do i = 1, n
        west = 0.d0
        east = 0.d0
        if (i > 1) west = k0(i-1,j)*k0(i,j)
        if (i < n .and. j /= it) east = k0(i+1,j) + t(i+1,j)
        a(i) = 2.d0 + west + east
        d(i) = t(i,j) + west*east
      end do
      call sweep(n, a, d)
      do i = 1, n
        t(i,j) = d(i)
      end do
    end do
  end do
  y = sum(t*t)
end subroutine counters
