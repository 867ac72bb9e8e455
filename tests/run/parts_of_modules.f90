! Procedures that change an element or a column of a grid of their module: that is saved, and not the grid. What says which one is set anew each time.
! head: grids%settle(f)/(h c)
module grids
  implicit none
  integer, parameter :: n = 6
  integer :: row = 2, last = 4
  real(8) :: h(n, n), c(n, n)
  real(8), allocatable :: deep(:, :)
contains
  subroutine cell(i, j)
    integer, intent(in) :: i, j
    h(i, j) = c(i, j)*h(i, j) + h(i - 1, j)*h(i + 1, j)*(1d0 - c(i, j))
  end subroutine cell

  subroutine column(j)
    integer, intent(in) :: j
    integer :: k
    do k = 2, n
      deep(k, j) = deep(k, j)*sin(deep(k - 1, j) + h(k, j))
    end do
  end subroutine column

  ! How far it goes the module says.
  subroutine part()
    h(row:last, 1) = h(row:last, 1)*h(row, 2)
  end subroutine part

  ! It calls what changes the grid, too.
  subroutine both(i)
    integer, intent(in) :: i
    h(i, 3) = h(i, 3)**2
    call cell(i, 4)
  end subroutine both

  subroutine settle(f)
    real(8), intent(out) :: f
    integer :: i, j, it
    allocate (deep(n, n))
    deep = 0.3d0*c
    do it = 1, 3
      do j = 1, n
        do i = 2, n - 1
          call cell(i, j)
        end do
        call column(j)
      end do
      row = 1 + it
      last = row + it - 1
      call part()
      call both(it + 1)
    end do
    row = 1
    last = 1
    f = sum(h(:, 1)**2) + sum(deep*h)
    deallocate (deep)
  end subroutine settle
end module grids
