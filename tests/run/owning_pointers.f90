! Pointer components that a builder allocates and that own their targets; the builder begins with arrays of structures.
! head: cost(x)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.0
module meshes
  implicit none
  type cell
    real(8), pointer :: q(:) => null()
    real(8), pointer :: f(:, :) => null()
  end type cell
  type mesh
    type(cell), pointer :: cells(:) => null()
    real(8), allocatable :: area(:)
    integer :: nc = 0
  end type mesh
contains
  subroutine build(ms, nc, nq, s)
    type(mesh), intent(inout) :: ms
    integer, intent(in) :: nc, nq
    real(8), intent(in) :: s
    integer :: i
    ms%nc = nc
    allocate (ms%cells(nc))
    allocate (ms%area(nc), source=2.0d0)
    do i = 1, nc
      allocate (ms%cells(i)%q(nq))
      allocate (ms%cells(i)%f(nq, 2))
      ms%cells(i)%q = s*i
      ms%cells(i)%f = 0
    end do
  end subroutine build
  subroutine cost(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(mesh) :: ms
    integer :: i, k
    call build(ms, n, 3, x(1))
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
  end subroutine cost
end module meshes
