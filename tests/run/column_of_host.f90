! A column of a grid of COMMON, of a host, of a module and of a structure is saved, and not the grid.
! head: in_common(f)/(k)
! head: in_host(f)/(k)
! head: allocated_grid(f)/(k)
! head: in_module(f)/(k)
! head: in_allocated(f)/(k)
! inputs: k = 0.9
module hosts
  implicit none
  integer, parameter :: nz = 4, nc = 5
  real(8), allocatable :: deep(:, :)
  type state
    real(8) :: t(nz, 0:nc)
    real(8), allocatable :: u(:, :)
  end type state
  type(state) :: all
contains
  subroutine set_common(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    real(8) :: t
    common /grids/ t(4, 5)
    if (i <= 5) t(:, i) = t(:, i)**2*k
  end subroutine set_common

  subroutine in_common(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    real(8) :: t
    common /grids/ t(4, 5)
    t = 0.8d0
    do step = 1, 2
      do i = 1, 6
        call set_common(i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine in_common

  subroutine in_host(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    real(8) :: t(nz, nc)
    t = 0.8d0
    do step = 1, 2
      do i = 1, nc
        call set(i)
      end do
    end do
    f = sum(t**2)
  contains
    subroutine set(j)
      integer, intent(in) :: j
      if (j == 3) return
      t(:, j) = t(:, j)**2*k
    end subroutine set
  end subroutine in_host

  subroutine set_deep(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    if (allocated(deep) .and. i > 1) deep(:, i) = deep(:, i)**2*k
  end subroutine set_deep

  subroutine allocated_grid(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i
    call set_deep(2, k)
    allocate (deep(nz, nc))
    deep = 0.8d0
    do i = 0, nc
      call set_deep(i, k)
    end do
    f = sum(deep**2)
    deallocate (deep)
  end subroutine allocated_grid

  subroutine set_in_module(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    if (i <= nc) all%t(:, i) = all%t(:, i)**2*k
    if (i > 1) all%u(:, i - 2) = all%u(:, i - 2)**2*k
  end subroutine set_in_module

  subroutine in_module(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i
    allocate (all%u(2, 0:nc - 1))
    all%t = 0.8d0
    all%u = 0.7d0
    do i = 0, nc + 1
      call set_in_module(i, k)
    end do
    f = sum(all%t**2) + sum(all%u**2)
    deallocate (all%u)
  end subroutine in_module

  subroutine set_allocated(s, i, k)
    type(state), intent(inout) :: s
    integer, intent(in) :: i
    real(8), intent(in) :: k
    s%t(2:, i) = s%t(2:, i)**2*k
    if (i < nc) s%u(2, i:i + 1) = s%u(2, i:i + 1)**2*k
  end subroutine set_allocated

  subroutine in_allocated(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i
    type(state) :: s
    allocate (s%u(2, nc))
    s%t = 0.8d0
    s%u = 0.7d0
    do i = 1, nc
      call set_allocated(s, i, k)
    end do
    f = sum(s%t**2) + sum(s%u**2)
  end subroutine in_allocated
end module hosts
