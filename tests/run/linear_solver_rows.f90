! A matrix in compressed rows, not symmetric, by BiCG: the transposed solver and the product are named. The time steps begin with the last solution.
! inputs: n = 7
! inputs: speed = 0.2 .. 0.9
! inputs: source = -1.0 .. 2.0
! wrong several: derivatives in one direction
! head: transport(y)/(speed, source)
subroutine multiply(n, start, column, value, x, y)
  implicit none
  integer, intent(in) :: n, start(n+1), column(*)
  real(8), intent(in) :: value(*), x(n)
  real(8), intent(out) :: y(n)
  integer :: i, k
  do i = 1, n
    y(i) = 0.0d0
    do k = start(i), start(i+1) - 1
      y(i) = y(i) + value(k)*x(column(k))
    end do
  end do
end subroutine multiply

subroutine multiply_t(n, start, column, value, x, y)
  implicit none
  integer, intent(in) :: n, start(n+1), column(*)
  real(8), intent(in) :: value(*), x(n)
  real(8), intent(out) :: y(n)
  integer :: i, k
  y = 0.0d0
  do i = 1, n
    do k = start(i), start(i+1) - 1
      y(column(k)) = y(column(k)) + value(k)*x(i)
    end do
  end do
end subroutine multiply_t

subroutine bicg(n, start, column, value, b, x, work)
  implicit none
  integer, intent(in) :: n, start(n+1), column(*)
  real(8), intent(in) :: value(*), b(n)
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: work(n,4)
  call steps(n, start, column, value, b, x, work, .false.)
end subroutine bicg

subroutine bicg_t(n, start, column, value, b, x, work)
  implicit none
  integer, intent(in) :: n, start(n+1), column(*)
  real(8), intent(in) :: value(*), b(n)
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: work(n,4)
  call steps(n, start, column, value, b, x, work, .true.)
end subroutine bicg_t

subroutine steps(n, start, column, value, b, x, work, turned)
  implicit none
  integer, intent(in) :: n, start(n+1), column(*)
  real(8), intent(in) :: value(*), b(n)
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: work(n,4)
  logical, intent(in) :: turned
  real(8) :: q(n), s(n), rho, alpha, new
  integer :: k
  call once(x, q, turned)
  work(:,1) = b - q
  work(:,2) = work(:,1)
  work(:,3) = work(:,1)
  work(:,4) = work(:,2)
  rho = sum(work(:,1)*work(:,2))
  do k = 1, 200
    if (maxval(abs(work(:,1))) < 1.0d-14) exit
    call once(work(1,3), q, turned)
    call once(work(1,4), s, .not. turned)
    alpha = rho/sum(work(:,4)*q)
    x = x + alpha*work(:,3)
    work(:,1) = work(:,1) - alpha*q
    work(:,2) = work(:,2) - alpha*s
    new = sum(work(:,1)*work(:,2))
    work(:,3) = work(:,1) + new/rho*work(:,3)
    work(:,4) = work(:,2) + new/rho*work(:,4)
    rho = new
  end do
contains
  subroutine once(v, w, t)
    real(8), intent(in) :: v(n)
    real(8), intent(out) :: w(n)
    logical, intent(in) :: t
    if (t) then
      call multiply_t(n, start, column, value, v, w)
    else
      call multiply(n, start, column, value, v, w)
    end if
  end subroutine once
end subroutine steps

subroutine transport(n, speed, source, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: speed(n), source(n)
  real(8), intent(out) :: y
  integer :: start(n+1), column(3*n)
  real(8) :: value(3*n), b(n), x(n), work(4*n)
  integer :: i, k, t
  k = 1
  do i = 1, n
    start(i) = k
    if (i > 1) then
      column(k) = i - 1
      value(k) = -1.0d0 - speed(i)
      k = k + 1
    end if
    column(k) = i
    value(k) = 4.0d0 + speed(i)**2
    k = k + 1
    if (i < n) then
      column(k) = i + 1
      value(k) = -1.0d0 + 0.5d0*speed(i)
      k = k + 1
    end if
  end do
  start(n+1) = k
  x = 0.0d0
  y = 0.0d0
  do t = 1, 3
    b = x + source*t
    value(1) = value(1) + 0.1d0*speed(1)*x(1)
    !$AD LINEAR-SOLVER value x b TRANSPOSED bicg_t PRODUCT multiply(n, start, column, value, x, b)
    call bicg(n, start, column, value, b, x, work)
    y = y + sum(x**2)
  end do
end subroutine transport
