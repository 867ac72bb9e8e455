! Arrays of structures in one structure that are assigned to each other, and elements of structures in structures.
! head: f(y)/(x)
! inputs: x = 0.5 .. 1.5
module m47
  implicit none
  type :: vec
    real(8) :: v(3) = [1d0, 2d0, 3d0]
  end type
  type :: cell
    type(vec) :: pos, vel
    integer :: id = 7
  end type
  type :: world
    type(cell) :: c(2)
    type(cell), allocatable :: more(:)
    real(8) :: dt
  end type
contains
  pure function energy(c) result(e)
    type(cell), intent(in) :: c(:)
    real(8) :: e
    integer :: i
    e = 0
    do i = 1, size(c)
      e = e + 0.5d0*sum(c(i)%vel%v**2) + c(i)%pos%v(3)
    end do
  end function
  elemental subroutine move(c, dt)
    type(cell), intent(inout) :: c
    real(8), intent(in) :: dt
    c%pos%v = c%pos%v + dt*c%vel%v
    c%vel = vec(c%vel%v*(1 - dt))
    c%id = c%id + 1
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y(2)
    type(world) :: w
    type(world), allocatable :: copy
    w%c(1)%vel%v = x(1:3)
    w%c(2) = cell(vec(x(4:6)), vec(), 3)
    w%dt = x(1)*0.1d0
    w%more = w%c(2:1:-1)
    call move(w%c, w%dt)
    copy = w
    call move(copy%more, w%dt*2)
    call move(copy%c(2), copy%dt)
    w%more(1)%pos = copy%c(2)%vel
    y(1) = energy(w%c)*energy(w%more)
    y(2) = energy([copy%c, copy%more]) + copy%c(1)%id*x(2) + sum(copy%more%pos%v(2))
  end subroutine
end module
