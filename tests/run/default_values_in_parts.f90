! head: m%cost(f)/(x)
! inputs: n = 3
! inputs: x = 0.5 .. 1
! inputs: cell(3) = 1
! inputs: cell%kind = 1
! A type of which some components have default initial values: its derivative begins at zero in all of them, structures too.
module m
  implicit none
  type pore_t
    real(8) :: size(2)
    real(8) :: tilt
  end type
  type soil_t
    real(8) :: ks, por
    type(pore_t) :: pore
  end type
  type cell_t
    real(8) :: area = 1
    type(soil_t) :: soil = soil_t(1d0, 0.4d0, pore_t([1d0, 2d0], 0d0))
    integer :: kind = 1
    real(8) :: th(3) = 0.3d0
    type(pore_t) :: open
    real(8) :: depth
  end type
  type(cell_t), allocatable, save :: cell(:)
contains
  subroutine cost(x, n, f)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: f
    integer :: i
    if (allocated(cell)) deallocate(cell)
    allocate(cell(n))
    f = 0
    do i = 1, n
      cell(i)%th = x(i)
      cell(i)%area = x(i)**2
      cell(i)%soil%ks = x(i)
      cell(i)%soil%pore%size(2) = sin(x(i))
      cell(i)%open%size = x(i)
      cell(i)%open%tilt = 2
      cell(i)%depth = 1 + x(i)
      f = f + cell(i)%area*cell(i)%soil%ks**2*cell(i)%soil%por + sum(cell(i)%th)**2
      f = f + cell(i)%depth*sum(cell(i)%soil%pore%size)*sum(cell(i)%open%size)
    end do
  end subroutine
end module
