! Private and reduced variables whose values in front of their loop adjoints need, and data changed in place by calls, twice.
! head: g(u,s)/(u,w)
! inputs: n = 6
! inputs: m = 3
! inputs: u(m,n) = 0.2 .. 1
! inputs: w(m) = 0.2 .. 1
! options: -openmp
module em
contains
  subroutine inplace(m, v, w)
    integer, intent(in) :: m
    real(8), intent(inout) :: v(m)
    real(8), intent(in) :: w(m)
    integer :: k
    do k = 2, m
      v(k) = v(k)*v(k-1) + w(k)*v(k)**2
    end do
  end subroutine
end module
subroutine g(n, m, u, w, s)
  use em
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: u(m, n)
  real(8), intent(in) :: w(m)
  real(8), intent(out) :: s
  real(8) :: t(m), a, r
  integer :: i, k
  ! t, a and r have values that are needed by adjoints in front of the loop
  t = w*w
  a = sum(t)
  r = a*a
  s = sin(a)*r
  u = u*exp(u)
  !$omp parallel do private(t, a, k) reduction(+:r)
  do i = 1, n
    t = u(:, i)*s
    call inplace(m, u(:, i), t)
    a = 0d0
    do k = 1, m
      a = a + u(k, i)*t(k)
    end do
    call inplace(m, u(1, i), w)
    r = r + a*a
  end do
  s = s*r
  u = u*u
  !$omp parallel do private(t)
  do i = 1, n
    t = u(:, i)
    call inplace(m, t, w)
    u(:, i) = t*u(:, i)
  end do
end subroutine
