! A field made by a constructor, refined and released: procedures that change the allocation of their arguments.
! head: run(start k)\(cost)
! inputs: n = 4
! inputs: nt = 4
! inputs: k = 0.5 .. 1.0
! inputs: dt = 0.01
! inputs: start(4) = 0.5 .. 1.5
module field_mod
  implicit none
  integer, parameter :: wp = kind(1.0d0)
  type :: field
    real(wp), allocatable :: u(:), flux(:)
    real(wp) :: dx = 1.0_wp
  end type field
contains
  subroutine make(f, n, dx, start)
    type(field), intent(out) :: f
    integer, intent(in) :: n
    real(wp), intent(in) :: dx, start(n)
    allocate (f%u(0:n + 1), f%flux(n + 1))
    f%dx = dx
    f%u(0) = 0.0_wp
    f%u(1:n) = start
    f%u(n + 1) = 0.0_wp
  end subroutine make

  subroutine advance(f, k, dt)
    type(field), intent(inout) :: f
    real(wp), intent(in) :: k, dt
    integer :: i, n
    n = ubound(f%u, 1) - 1
    do i = 1, n + 1
      f%flux(i) = -k*f%u(i - 1)*(f%u(i) - f%u(i - 1))/f%dx
    end do
    do i = 1, n
      f%u(i) = f%u(i) - dt*(f%flux(i + 1) - f%flux(i))/f%dx
    end do
  end subroutine advance

  subroutine refine(f)
    type(field), intent(inout) :: f
    real(wp), allocatable :: fine(:)
    integer :: i, n
    n = ubound(f%u, 1) - 1
    allocate (fine(0:2*n + 1))
    fine = 0.0_wp
    do i = 1, n
      fine(2*i - 1) = 0.75_wp*f%u(i) + 0.25_wp*f%u(i - 1)
      fine(2*i) = 0.75_wp*f%u(i)*f%u(i) + 0.25_wp*f%u(i + 1)
    end do
    f%u = fine
    f%dx = 0.5_wp*f%dx
    deallocate (f%flux)
    allocate (f%flux(2*n + 1))
  end subroutine refine

  subroutine release(f)
    type(field), intent(inout) :: f
    deallocate (f%u)
    deallocate (f%flux)
  end subroutine release

  subroutine run(n, nt, k, dt, start, cost)
    integer, intent(in) :: n, nt
    real(wp), intent(in) :: k, dt, start(n)
    real(wp), intent(out) :: cost
    type(field) :: f
    integer :: t
    call make(f, n, 0.5_wp, start)
    do t = 1, nt
      call advance(f, k, dt)
      if (t == 2) call refine(f)
    end do
    cost = sum(f%u**2)*f%dx
    call release(f)
  end subroutine run
end module field_mod
