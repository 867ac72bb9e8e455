! Procedures that put nodes into lists which references name: `grid(k)`, `mesh%cell(k)%first`, with OPTIONAL and keyword arguments.
! head: forces(e)/(x, w)
! inputs: x(4) = 0.1 .. 0.9
! inputs: w(4) = 0.5 .. 1.5

module cell_lists

  implicit none

  type node
    real(8) :: x, w = 1
    type(node), pointer :: next => null()
  end type node

  type cell
    type(node), pointer :: first => null()
    integer :: n = 0
  end type cell

  type mesh
    type(cell) :: cell(2)
  end type mesh

contains

  subroutine insert(c, x, w)
    type(cell), intent(inout) :: c
    real(8), intent(in) :: x
    real(8), intent(in), optional :: w
    type(node), pointer :: p
    allocate (p)
    p%x = x
    if (present(w)) then
      p%w = w
    else
      p%w = 0.5d0*x
    end if
    p%next => c%first
    c%first => p
    c%n = c%n + 1
  end subroutine insert

  subroutine push(first, x)
    type(node), pointer, intent(inout) :: first
    real(8), intent(in) :: x
    type(node), pointer :: p
    allocate (p)
    p%x = x
    p%next => first
    first => p
  end subroutine push

end module cell_lists

subroutine forces(x, w, e)

  use cell_lists

  implicit none
  real(8), intent(in) :: x(4), w(4)
  real(8), intent(out) :: e
  type(cell) :: grid(0:1)
  type(mesh) :: m
  type(node), pointer :: p, q
  integer :: i, k

  do i = 1, 4
    k = 1 + mod(i, 2)
    if (i < 4) then
      call insert(grid(mod(i, 2)), w=w(i), x=x(i))
    else
      call insert(grid(0), x(i))
    end if
    call push(m%cell(k)%first, x(i)*w(i))
  end do
  e = 0
  do k = 0, 1
    p => grid(k)%first
    do while (associated(p))
      q => m%cell(2 - k)%first
      do while (associated(q))
        e = e + p%w*q%w/(1 + (p%x - q%x)**2)*grid(k)%n
        q => q%next
      end do
      q => p%next
      deallocate (p)
      p => q
    end do
  end do
  do k = 1, 2
    p => m%cell(k)%first
    do while (associated(p))
      q => p%next
      deallocate (p)
      p => q
    end do
  end do

end subroutine forces
