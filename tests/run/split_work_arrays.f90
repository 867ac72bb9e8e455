! head: march(u0 dt)\(cost)
! inputs: nt = 3
! inputs: u0(5) = 0.2 .. 0.9
! inputs: dt = 0.1 .. 0.2
! options: -nocheckpoint tendency -nocheckpoint factor
! head: solve(a b)\(x)
! inputs: n = 3
! inputs: a(3,3) = 1. .. 2.
! inputs: b(3) = 0.5 .. 1.
! options: -nocheckpoint tendency -nocheckpoint factor
! What a backward half does not read need not be what its forward half left: work arrays of a module. What it does read, is: factors.
module split_work
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp), allocatable, private :: work(:)
  real(dp), private :: flux(101), slope(101)
  integer, private :: calls = 0
  real(dp), private :: pivot(3)
contains

  subroutine tendency(u, du)
    real(dp), intent(in) :: u(:)
    real(dp), intent(out) :: du(:)
    integer :: n, i
    n = size(u)
    if (.not. allocated(work)) allocate (work(n))
    calls = calls + 1
    work = u*u
    flux(1) = 0
    flux(n+1) = 0
    do i = 2, n
      slope(i) = u(i) - u(i-1)
      flux(i) = 0.5_dp*(work(i-1) + work(i))*slope(i)
    end do
    du = flux(1:n) - flux(2:n+1)
  end subroutine tendency

  subroutine march(u0, nt, dt, cost)
    real(dp), intent(in) :: u0(:)
    integer, intent(in) :: nt
    real(dp), intent(in) :: dt
    real(dp), intent(out) :: cost
    real(dp) :: u(size(u0)), du(size(u0)), k2(size(u0))
    integer :: k
    u = u0
    do k = 1, nt
      call tendency(u, du)
      call tendency(u + 0.5_dp*dt*du, k2)
      u = u + dt*k2
    end do
    cost = sum(u**2) + flux(2)*slope(3)
  end subroutine march

  ! In place: its backward half starts from the factors and the pivots.
  subroutine factor(n, a)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n, n)
    integer :: i, j
    do j = 1, n
      a(j, j) = a(j, j) + n
      pivot(j) = 1/a(j, j)
      do i = j + 1, n
        a(i, j) = a(i, j)*pivot(j)
        a(i, j+1:) = a(i, j+1:) - a(i, j)*a(j, j+1:)
      end do
    end do
  end subroutine factor

  subroutine solve(n, a, b, x)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n, n), b(n)
    real(dp), intent(out) :: x(n)
    real(dp) :: w(n, n)
    integer :: i, k
    w = a
    x = b
    do k = 1, 2
      call factor(n, w)
      do i = 1, n
        x(i) = (x(i) - dot_product(w(i, :i-1), x(:i-1)))*pivot(i)
      end do
      w = w*w + a
      pivot = pivot*x
    end do
  end subroutine solve
end module split_work
