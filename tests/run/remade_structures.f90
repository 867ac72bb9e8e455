! Arrays of structures with allocatable components that are released in the middle of a procedure, and allocated again.
! head: multigrid(x)\(e)
module mesh_mod
  implicit none
  integer, parameter :: dp = kind(1d0)
  type cell
    real(dp), allocatable :: u(:)
    real(dp) :: w = 1d0
  end type
  type mesh
    type(cell), allocatable :: cells(:)
    integer :: level = 0
  end type
contains
  subroutine refine(m, fine)
    type(mesh), intent(in) :: m
    type(mesh), intent(out) :: fine
    integer :: i, n
    n = size(m%cells)
    allocate(fine%cells(2*n))
    do i = 1, n
      allocate(fine%cells(2*i-1)%u(2), fine%cells(2*i)%u(2))
      fine%cells(2*i-1)%u = m%cells(i)%u*0.75d0
      fine%cells(2*i)%u = m%cells(i)%u**2
      fine%cells(2*i-1)%w = m%cells(i)%w/2
      fine%cells(2*i)%w = m%cells(i)%w*m%cells(i)%u(1)
    end do
    fine%level = m%level + 1
  end subroutine
  real(dp) function energy(m)
    type(mesh), intent(in) :: m
    integer :: i
    energy = 0
    do i = 1, size(m%cells)
      energy = energy + m%cells(i)%w*dot_product(m%cells(i)%u, m%cells(i)%u)
    end do
  end function
end module

subroutine multigrid(x, e)
  use mesh_mod
  implicit none
  real(dp), intent(in) :: x(4)
  real(dp), intent(out) :: e
  type(mesh) :: coarse, fine
  type(cell), allocatable :: work(:)
  integer :: i
  allocate(coarse%cells(2))
  do i = 1, 2
    allocate(coarse%cells(i)%u(2))
    coarse%cells(i)%u = x(2*i-1:2*i)
  end do
  call refine(coarse, fine)
  e = energy(fine)
  deallocate(coarse%cells)
  allocate(work(3))
  do i = 1, 3
    allocate(work(i)%u(i))
    work(i)%u = x(i)*fine%cells(i)%u(1)
    work(i)%w = sin(x(i))
  end do
  do i = 1, 3
    e = e + work(i)%w*sum(work(i)%u**3)
  end do
  deallocate(work)
  allocate(coarse%cells(1))
  allocate(coarse%cells(1)%u(2))
  coarse%cells(1)%u = [e, x(1)]
  coarse%cells(1)%w = x(2)
  e = e + energy(coarse)
  deallocate(fine%cells)
  e = e*x(3)
end subroutine
