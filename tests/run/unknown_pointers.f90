! Pointer components without an initial status, allocated for the caller in an array of structures that is itself allocated through a pointer.
! head: cost(x)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.0
module meshes
  implicit none
  type cell
    real(8), pointer :: q(:)
    real(8), pointer :: f(:, :)
  end type cell
  type mesh
    type(cell), pointer :: cells(:)
    real(8), allocatable :: area(:)
    integer :: nc = 0
  end type mesh
contains
  subroutine build(ms, nc, nq)
    type(mesh), intent(inout) :: ms
    integer, intent(in) :: nc, nq
    integer :: i
    ms%nc = nc
    allocate (ms%cells(nc))
    allocate (ms%area(nc), source=2.0d0)
    do i = 1, nc
      allocate (ms%cells(i)%q(nq))
      allocate (ms%cells(i)%f(nq, 2))
      ms%cells(i)%q = 0.1d0*i
      ms%cells(i)%f = 0
    end do
  end subroutine build
  subroutine destroy(ms)
    type(mesh), intent(inout) :: ms
    integer :: i
    do i = 1, ms%nc
      deallocate (ms%cells(i)%q, ms%cells(i)%f)
    end do
    deallocate (ms%cells)
    deallocate (ms%area)
    ms%nc = 0
  end subroutine destroy
  subroutine cost(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(mesh) :: ms
    integer :: i, k
    call build(ms, n, 3)
    do k = 1, 2
      do i = 1, n
        ms%cells(i)%q = ms%cells(i)%q + x(i)*ms%area(i)
        ms%cells(i)%f(:, 1) = ms%cells(i)%q**2
        ms%cells(i)%f(:, 2) = ms%cells(i)%q*x(1)
      end do
    end do
    y = 0
    do i = 1, n
      y = y + sum(ms%cells(i)%f)
    end do
    call destroy(ms)
  end subroutine cost
end module meshes
