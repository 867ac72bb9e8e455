! Components behind several allocatable and pointer links, in arrays of structures: each link is asked where one structure has it, before what it leads to
! is cleared.
! head: ice%run(j)/(t0)
! inputs: t0(3) = 1.0 .. 2.0
module ice
  implicit none
  type layer
    real(8) :: t = 0, s(2) = 0
  end type
  type heat
    real(8), allocatable :: q(:)
  end type
  type cat
    real(8) :: h = 0
    type(layer) :: lay(2)
    type(heat), allocatable :: heat
    real(8), pointer :: w(:) => null()
  end type
  type cell
    type(cat), allocatable :: cat(:)
    real(8) :: sst = 0
  end type
  type region
    type(cell), pointer :: cells(:) => null()
  end type
  type(cell), allocatable, save :: cells(:)
  type(region), save :: regions(2)
contains
  subroutine init
    integer :: i
    allocate (cells(3))
    do i = 1, 2
      allocate (cells(i)%cat(3))
      allocate (cells(i)%cat(2)%heat)
      allocate (cells(i)%cat(2)%heat%q(i))
      allocate (cells(i)%cat(3)%w(2))
      cells(i)%cat(3)%w = 0
    end do
    allocate (regions(2)%cells(2))
    allocate (regions(2)%cells(1)%cat(3))
  end subroutine
  subroutine finish
    integer :: i
    do i = 1, 2
      deallocate (cells(i)%cat(3)%w)
    end do
    deallocate (cells)
    deallocate (regions(2)%cells)
  end subroutine
  subroutine run(t0, j)
    real(8), intent(in) :: t0(3)
    real(8), intent(out) :: j
    integer :: i
    call init
    do i = 1, 2
      cells(i)%cat%h = t0*i
      cells(i)%cat(2)%heat%q = t0(i)
      cells(i)%cat(3)%w = t0(i)**2
      cells(i)%cat(1)%lay%t = t0(2:3)
      cells(i)%cat(1)%lay(2)%s = t0(1:2)
      cells(i)%sst = sum(cells(i)%cat(2)%heat%q)*cells(i)%cat(3)%w(1)
    end do
    regions(2)%cells(1)%cat%h = t0*t0
    j = sum(cells(1)%cat%h*cells(2)%cat%h) + cells(1)%sst*cells(2)%sst
    j = j + cells(1)%cat(1)%lay(2)%t*cells(2)%cat(1)%lay(2)%s(1)
    j = j + sum(regions(2)%cells(1)%cat%h)*cells(1)%cat(3)%w(2)
    call finish
  end subroutine
end module
