! Pointer components that lead to what other components of the structure own: with bounds, another rank, parts; used in one statement.
! wrong several: may have gaps
! head: model(x)\(y)
module views
  implicit none
  type :: field
    real(8), pointer :: flat(:) => null()
    real(8), pointer :: grid(:, :) => null()
    real(8), pointer :: inner(:) => null()
    integer :: nx = 0
  end type field
contains
  subroutine create(self, nx, ny)
    type(field), intent(inout) :: self
    integer, intent(in) :: nx, ny
    allocate (self%flat(nx*ny))
    self%flat = 0.0d0
    self%grid(1:nx, 0:ny - 1) => self%flat
    self%inner(2:) => self%flat(2:nx*ny - 1)
    self%nx = nx
  end subroutine create

  subroutine mix(u)
    type(field), intent(inout) :: u
    u%flat = u%flat*u%flat(size(u%flat):1:-1)
    u%inner = u%inner*u%grid(1, 0) + u%flat(2:5)
    u%grid(:, 1) = sin(u%grid(:, 0))*u%flat(1:3)
    u%flat(4) = u%inner(4)*u%flat(1)
  end subroutine mix

  subroutine release(self)
    type(field), intent(inout) :: self
    nullify (self%grid, self%inner)
    deallocate (self%flat)
  end subroutine release
end module views

subroutine model(x, y)
  use views
  implicit none
  real(8), intent(in) :: x(3, 2)
  real(8), intent(out) :: y
  type(field) :: u
  real(8), target :: own(6)
  type(field), target :: v
  call create(u, 3, 2)
  u%grid = x
  call mix(u)
  u%flat = u%flat*u%grid(2, 1)
  v%flat => own
  v%inner => own(2:5)
  v%flat = u%flat
  v%inner = v%flat(2:5)*v%inner
  y = sum(u%grid) + sum(v%flat*u%flat)
  call release(u)
end subroutine model
