! Objects in loops that MOVE_ALLOC gives another dynamic type: what a statement takes from components that an object does not have is zero.
! head: run(x)\(f)
! inputs: x(3) = 0.5 .. 1.5
module m
  implicit none
  type shape
    real(8) :: s = 0
  end type
  type, extends(shape) :: disc
    real(8) :: r = 0
  end type
  type holder
    type(disc), allocatable :: own
    class(shape), allocatable :: held
  end type
  type box
    real(8), allocatable :: own(:)
    real(8), allocatable :: held(:)
  end type
contains
  subroutine run(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    type(holder) :: h(3)
    integer :: i
    do i = 1, 3
      allocate(h(i)%own)
      h(i)%own%s = x(i)**2
      h(i)%own%r = x(i)
      call move_alloc(h(i)%own, h(i)%held)
    end do
    f = 0
    do i = 1, 3
      f = f + h(i)%held%s**2
    end do
  end subroutine
end module
