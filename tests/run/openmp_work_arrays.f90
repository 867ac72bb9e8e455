! Columns in parallel, each with work arrays of its own.
! head: columns(r)/(t,q)
! inputs: n = 5
! inputs: m = 4
! options: -openmp
subroutine columns(n, m, t, q, r)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: t(m, n), q(n)
  real(8), intent(out) :: r(m, n)
  real(8) :: w(m), f(0:4), a
  integer :: i, k
  !$omp parallel do private(k, w, f, a) schedule(dynamic, 2)
  do i = 1, n
    f(0) = q(i)
    do k = 1, m
      w(k) = t(k, i)*t(k, i)
      f(k) = f(k-1)*cos(w(k))
    end do
    a = 0d0
    do k = 1, m
      a = a + w(k)*f(k)
    end do
    do k = 1, m
      r(k, i) = a*f(k) + w(k)
    end do
  end do
end subroutine
