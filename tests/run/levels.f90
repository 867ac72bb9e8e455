! Time levels: pointers of modules and structures that routines associate and swap.
! head: module_levels(x)\(y)
! head: structure_levels(x)\(y)
! head: rings(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
module levels
  implicit none
  integer, parameter :: dp = kind(1.d0), n = 4
  real(dp), target :: a(n), b(n), c(n)
  real(dp), pointer :: old(:), now(:), new(:)
  type :: field
    real(dp) :: v(n)
  end type
  type :: model
    type(field) :: f(2)
    real(dp), pointer :: past(:) => null(), next(:) => null()
  end type
contains
  subroutine begin()
    old => a
    now => b
    new => c
  end subroutine

  subroutine rotate()
    real(dp), pointer :: t(:)
    t => old
    old => now
    now => new
    new => t
  end subroutine

  subroutine leap(dt)
    real(dp), intent(in) :: dt
    integer :: i
    do i = 1, n
      new(i) = old(i) + dt*now(i)**2
    end do
  end subroutine

  subroutine module_levels(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y
    integer :: k
    call begin()
    old = x
    now = x**2
    do k = 1, 5
      call leap(0.1_dp)
      call rotate()
    end do
    y = sum(now*old)
  end subroutine

  subroutine attach(m)
    type(model), intent(inout), target :: m
    m%past => m%f(1)%v
    m%next => m%f(2)%v
  end subroutine

  subroutine swap(m)
    type(model), intent(inout) :: m
    real(dp), pointer :: t(:)
    t => m%past
    m%past => m%next
    m%next => t
  end subroutine

  subroutine structure_levels(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y
    type(model), target :: m
    integer :: k
    call attach(m)
    m%past = x
    do k = 1, 4
      m%next = m%past*x + cshift(m%past, 1)*0.2_dp
      call swap(m)
    end do
    y = sum(m%past**2)
  end subroutine

  subroutine rings(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y
    integer :: k
    call begin()
    do k = 1, 6
      if (mod(k, 2) == 0) then
        old => a
        now => b
      else
        old => b
        now => a
      end if
      if (k == 1) now = x
      old = now*x + sin(now)
    end do
    y = sum(a*b)
  end subroutine
end module
