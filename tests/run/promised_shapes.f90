! head: run(f)\(cost)
! inputs: nt = 3
! inputs: f(6) = 0.2 .. 0.9
! options: -keepshapes
! head: advance(dt m)\(m)
! inputs: m%u(4) = 0.3 .. 0.8
! inputs: m%v(4) = 0.3 .. 0.8
! inputs: m%w(1)%q(4) = 0.3 .. 0.8
! inputs: m%w(2)%q(4) = 0.3 .. 0.8
! head: smooth(a b)\(a b)
! inputs: a(5) = 0.1 .. 0.5
! inputs: b(5) = 0.1 .. 0.5
module promised_state
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp), allocatable :: u(:), unew(:)

  type layer
    real(dp), allocatable :: q(:)
  end type layer

  type model
    real(dp), allocatable :: u(:), v(:)
    type(layer) :: w(2)
  end type model

contains

  subroutine setup(n)
    integer, intent(in) :: n
    if (.not. allocated(u)) allocate (u(n), unew(n))
    u = 0.1_dp
    unew = 0.0_dp
  end subroutine setup

  ! As codes have it that keep their state in modules.
  subroutine step(dt)
    real(dp), intent(in) :: dt
    integer :: i
    do i = 2, size(u) - 1
      unew(i) = u(i) + dt*(u(i+1) - 2*u(i) + u(i-1))*u(i)
    end do
    unew(1) = u(1)
    unew(size(u)) = u(size(u))
    u = unew
  end subroutine step

  subroutine run(nt, f, cost)
    integer, intent(in) :: nt
    real(dp), intent(in) :: f(:)
    real(dp), intent(out) :: cost
    integer :: k
    call setup(size(f))
    u = f
    do k = 1, nt
      call step(0.1_dp)
    end do
    cost = sum(u*u)
  end subroutine run

  ! Components, also of elements.
  subroutine advance(dt, m)
    real(dp), intent(in) :: dt
    type(model), intent(inout) :: m
    integer :: k
    do k = 1, 3
      m%v = m%u*m%w(1)%q + dt
      m%u = sin(m%v)*dt
      m%w(2)%q = m%w(2)%q*m%u
      m%w(1) = m%w(2)
    end do
  end subroutine advance

  ! A local array gets its allocation by assignment all the same.
  subroutine smooth(a, b)
    real(dp), allocatable, intent(inout) :: a(:), b(:)
    real(dp), allocatable :: mean(:)
    integer :: k
    do k = 1, 2
      mean = 0.5_dp*(a + b)
      call swap_parts(a, b)
      a = a*mean
      b = cos(mean)*b
    end do
  end subroutine smooth

  subroutine swap_parts(x, y)
    real(dp), allocatable, intent(inout) :: x(:), y(:)
    real(dp), allocatable :: t(:)
    t = x
    x = y*t
    y = t
  end subroutine swap_parts
end module promised_state
