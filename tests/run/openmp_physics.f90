! Columns with physics, changed in place by procedures that have loops and tables of their own, and private work arrays.
! head: physics(t,q,precip)/(t,q)
! inputs: ncol = 5
! inputs: nlev = 6
! inputs: t(nlev,ncol) = 250 .. 300
! inputs: q(nlev,ncol) = 0.001 .. 0.02
! inputs: p(nlev,ncol) = 20000 .. 100000
! inputs: dt = 100
! options: -openmp
module column_physics
  implicit none
  real(8), parameter :: lv = 2.5d6, cp = 1004d0, rv = 461d0
contains
  subroutine saturation(t, p, qs, dqs)
    real(8), intent(in) :: t, p
    real(8), intent(out) :: qs, dqs
    real(8) :: es
    if (t > 273.16d0) then
      es = 610.78d0*exp(17.27d0*(t - 273.16d0)/(t - 35.86d0))
    else
      es = 610.78d0*exp(21.87d0*(t - 273.16d0)/(t - 7.66d0))
    end if
    qs = 0.622d0*es/(p - 0.378d0*es)
    dqs = lv*qs/(rv*t*t)
  end subroutine
  subroutine condense(n, t, q, p, precip)
    integer, intent(in) :: n
    real(8), intent(inout) :: t(n), q(n)
    real(8), intent(in) :: p(n)
    real(8), intent(inout) :: precip
    integer :: k, it
    real(8) :: qs, dqs, dq
    do k = 1, n
      do it = 1, 2
        call saturation(t(k), p(k), qs, dqs)
        if (q(k) > qs) then
          dq = (q(k) - qs)/(1d0 + lv/cp*dqs)
          q(k) = q(k) - dq
          t(k) = t(k) + lv/cp*dq
          precip = precip + dq*(p(k)/1d5)
        end if
      end do
    end do
  end subroutine
  subroutine diffuse(n, x, kz, dt, work)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(in) :: kz(n), dt
    real(8), intent(out) :: work(n, 3)
    integer :: k
    real(8) :: m
    do k = 1, n
      work(k,1) = 0d0
      work(k,2) = 1d0
      work(k,3) = 0d0
      if (k > 1) then
        work(k,1) = -dt*kz(k)
        work(k,2) = work(k,2) + dt*kz(k)
      end if
      if (k < n) then
        work(k,3) = -dt*kz(k+1)
        work(k,2) = work(k,2) + dt*kz(k+1)
      end if
    end do
    do k = 2, n
      m = work(k,1)/work(k-1,2)
      work(k,2) = work(k,2) - m*work(k-1,3)
      x(k) = x(k) - m*x(k-1)
    end do
    x(n) = x(n)/work(n,2)
    do k = n-1, 1, -1
      x(k) = (x(k) - work(k,3)*x(k+1))/work(k,2)
    end do
  end subroutine
end module
subroutine physics(ncol, nlev, t, q, p, dt, precip)
  use column_physics
  implicit none
  integer, intent(in) :: ncol, nlev
  real(8), intent(inout) :: t(nlev, ncol), q(nlev, ncol)
  real(8), intent(in) :: p(nlev, ncol), dt
  real(8), intent(out) :: precip(ncol)
  real(8) :: work(nlev, 3), kz(nlev), s
  integer :: i, k
  !$omp parallel do private(work, kz, s, k)
  do i = 1, ncol
    precip(i) = 0d0
    kz(1) = 0d0
    do k = 2, nlev
      s = (t(k,i) - t(k-1,i))/300d0
      if (s > 0d0) then
        kz(k) = 1d-3/(1d0 + 10d0*s)
      else
        kz(k) = 1d-3*sqrt(1d0 - 16d0*s)
      end if
    end do
    call diffuse(nlev, t(:,i), kz, dt, work)
    call diffuse(nlev, q(:,i), kz, dt, work)
    call condense(nlev, t(1,i), q(1,i), p(1,i), precip(i))
  end do
  !$omp end parallel do
end subroutine
