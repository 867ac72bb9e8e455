! Derivatives of structures that have the types of the structures themselves, also where only few components have a derivative.
! options: -difftypes original
! head: original_types%filled(y)/(x)
! inputs: x(3) = 0.5 .. 1.5
! inputs: g%a(3) = 0.5 .. 1.5
! inputs: g%c%n = 2
! inputs: g%c%wet = true
! head: original_types%moved(y)/(x)
! inputs: x(3) = 0.5 .. 1.5
module original_types
  implicit none
  type cell
    integer :: n
    real(8) :: u(3), k
    logical :: wet
  end type cell
  type grid
    type(cell) :: c(2)
    real(8), allocatable :: a(:)
    character(4) :: name
  end type grid
contains
  subroutine filled(g, x, y)
    type(grid), intent(inout) :: g
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(cell) :: l
    l%n = 3
    l%wet = .true.
    l%k = 0.5d0
    l%u = x**2
    g%c(1) = l
    g%a(:) = x*g%c(1)%u(l%n)
    call damp(g%c(1), y)
    y = y + sum(g%a)*g%c(2)%k
  end subroutine filled

  subroutine damp(c, y)
    type(cell), intent(inout) :: c
    real(8), intent(out) :: y
    c%u = c%u*c%k
    if (c%wet) c%u(2) = c%u(1)*c%u(c%n)
    y = sum(c%u)
  end subroutine damp

  subroutine moved(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(cell) :: cells(2), one
    integer :: i
    do i = 1, 2
      cells(i) = cell(i, x*i, 1.0d0, i == 1)
    end do
    one = cells(1)
    cells(1) = cells(2)
    call damp(cells(1), y)
    y = y*one%u(2)
  end subroutine moved
end module original_types
