! head: m%cost(j)/(z)
! head: m%again(j)/(z)
! inputs: z = 0.5 .. 1.5
! Passive nodes of a list are released and allocated again: the type leads to itself, and nothing of them is asked for again.
module m
  implicit none
  type node
    integer :: i = 1
    type(node), pointer :: next => null()
  end type
  type row
    integer :: i = 1
    type(row), pointer :: next(:) => null()
  end type
  type(node), allocatable, save :: lst(:)
  type(row), allocatable, save :: rows(:)
contains
  subroutine cost(z, j)
    real(8), intent(in) :: z(3)
    real(8), intent(out) :: j
    integer :: k
    if (allocated(lst)) deallocate(lst)
    allocate(lst(3))
    j = 0
    do k = 1, 3
      lst(k)%i = k
      j = j + z(lst(k)%i)**2
    end do
  end subroutine
  subroutine again(z, j)
    real(8), intent(in) :: z(3)
    real(8), intent(out) :: j
    integer :: k
    if (allocated(rows)) deallocate(rows)
    allocate(rows(3))
    j = 1
    do k = 1, 3
      rows(k)%i = 4 - k
      j = j*z(rows(k)%i) + sin(z(k))
    end do
  end subroutine
end module
