! Structures in structures in arrays, components named in the head, allocatable and pointer components, constructors, a recursive type.
! head: top(m%cell%v, w)\(m%total, y)
! inputs: w = 0.2 .. 0.9
! inputs: m%cell%v = 0.2 .. 0.9
module mesh_types
  implicit none
  type cell_t
    real(8) :: v(2)
    integer :: id
  end type
  type mesh_t
    type(cell_t) :: cell(3)
    real(8) :: total
  end type
  type chain
    real(8) :: value
    type(chain), pointer :: next => null()
  end type
end module mesh_types
subroutine top(m, w, y)
  use mesh_types
  implicit none
  type(mesh_t), intent(inout) :: m
  real(8), intent(in) :: w
  real(8), intent(out) :: y
  type(cell_t) :: c
  type(chain), target :: links(3)
  type(chain), pointer :: at
  integer :: i
  c = cell_t([w, w**2], 7)
  m%cell(2)%v = m%cell(2)%v*c%v
  m%total = 0
  do i = 1, 3
    m%cell(i)%id = i
    m%total = m%total + sum(m%cell(i)%v**2)*i
    links(i)%value = m%cell(i)%v(1)*m%total
  end do
  links(1)%next => links(3)
  links(3)%next => links(2)
  y = 0
  at => links(1)
  do while (associated(at))
    y = y*w + at%value
    at => at%next
  end do
end subroutine top
