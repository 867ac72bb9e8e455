! inputs: n = 3
! head: runs%run(x)\(y)
! head: runs%moves(x)\(y)
! Structures with allocations of their own: passive ones that are passed where others are active, and arrays of them that are assigned.
module runs
  implicit none
  integer, parameter :: dp = kind(1d0)
  type site
    real(dp), allocatable :: c(:)
    real(dp) :: area = 1
  end type
  type params
    real(dp), allocatable :: w(:)
    real(dp), allocatable :: s
    real(dp) :: a = 1
    type(site) :: in
    type(site) :: two(2)
  end type
contains
  subroutine model(p, x, y)
    type(params), intent(in) :: p
    real(dp), intent(in) :: x(:)
    real(dp), intent(out) :: y
    integer :: i
    y = sum(p%w*x)*p%a + p%s
    if (allocated(p%in%c)) y = y + sum(p%in%c**2)
    do i = 1, 2
      y = y + sum(p%two(i)%c)*p%a
    end do
  end subroutine model

  subroutine mix(sites, k, flux)
    type(site), intent(inout) :: sites(:)
    real(dp), intent(in) :: k
    real(dp), intent(out) :: flux
    integer :: i
    flux = 0
    do i = 1, size(sites)
      flux = flux + k*sum(sites(i)%c)*sites(i)%area
      sites(i)%c = sites(i)%c*(1 - k)
    end do
  end subroutine mix

  subroutine run(n, x, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y
    type(params) :: ref, q
    type(site) :: still(3), moved(3)
    type(site), allocatable :: some(:)
    real(dp) :: z
    integer :: i
    allocate (ref%w(n), source=0.5_dp)
    ref%s = 0.25_dp
    do i = 1, 2
      ref%two(i)%c = [1.0_dp, 0.5_dp]
    end do
    y = 0
    do i = 1, 2
      call model(ref, x, z)
      y = y + z
      q%two = ref%two
      q%w = x*ref%w
      q%s = x(2)
      q%in%c = x
      q%two(1)%c = x
      call model(q, x, z)
      y = y*z
    end do
    allocate (some(0:2))
    do i = 1, 3
      allocate (still(i)%c(i), source=0.5_dp*i)
      moved(i)%c = x*i
      some(i-1)%c = [1.0_dp, 2.0_dp]
    end do
    do i = 1, 2
      call mix(moved, x(1), z)
      y = y + z
      call mix(still(2:3), x(2), z)
      y = y + z*z
      call mix(some, x(1)*x(2), z)
      y = y + z*sum(some(1)%c)
    end do
  end subroutine run
  subroutine moves(n, x, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y
    type(site) :: a(2), b(0:1)
    integer :: i
    a(1)%c = x
    a(2)%c = x(1:2)
    b = a
    y = 0
    do i = 1, 2
      y = y*x(1) + sum(b(0)%c**2)*sum(a(2)%c)
      b(0)%c = b(0)%c(1:2)**2
      a = b
      b(1) = a(1)
      b(1)%c = b(1)%c*x(1)
      a(1)%c = [x(1), x*a(2)%c(1)]
    end do
    y = y + sum(b(1)%c)
  end subroutine moves
end module runs
