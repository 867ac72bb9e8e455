! Module arrays that a passive setup allocates and a passive shutdown releases; a workspace that one procedure alone differentiates.
! head: run(a)\(j)
! inputs: n = 5
! inputs: m = 3
! inputs: a(5) = 0.2 .. 0.9
module state
  implicit none
  private
  public :: run
  real(8), allocatable, save :: h(:), flux(:), weight(:)
  real(8), allocatable, save :: scratch(:)
contains
  subroutine setup(n)
    integer, intent(in) :: n
    integer :: i
    allocate (h(n), flux(0:n), weight(n))
    if (.not. allocated(scratch)) allocate (scratch(n))
    h = 1.0d0
    flux = 0.0d0
    do i = 1, n
      weight(i) = 1.0d0/(1 + i)
    end do
  end subroutine setup
  subroutine shutdown()
    deallocate (h, flux, weight)
    if (allocated(scratch)) deallocate (scratch)
  end subroutine shutdown
  subroutine step(a)
    real(8), intent(in) :: a(:)
    integer :: i, n
    n = size(a)
    do i = 1, n
      scratch(i) = h(i)*h(i)*a(i)
    end do
    do i = 1, n - 1
      flux(i) = 0.5d0*(scratch(i) + scratch(i+1))
    end do
    do i = 1, n
      h(i) = h(i) - 0.1d0*(flux(i) - flux(i-1))
    end do
  end subroutine step
  subroutine run(n, m, a, j)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: j
    integer :: k
    call setup(n)
    do k = 1, m
      call step(a)
    end do
    j = sum(weight*h**2)
    call shutdown()
  end subroutine run
end module state
