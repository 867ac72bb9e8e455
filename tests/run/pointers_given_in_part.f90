! head: inner_cells(w)\(s)
! inputs: n = 6
! inputs: s(6) = 0.1
! inputs: w(6) = 0.5 .. 1.5
! head: twice(x)\(y)
! inputs: x(6) = 0.5 .. 1.5
! inputs: y(6) = 0.1
! What a head gives back through pointers is given back whole: its derivative is zero where nothing is written.
module pointers_given_in_part
  implicit none
  type state
    real(8), pointer :: s(:) => null()
    real(8), pointer :: w(:) => null()
  end type state
  real(8), pointer :: flux(:) => null(), field(:) => null()
contains

  subroutine inner_cells(n, s, w)
    integer, intent(in) :: n
    real(8), pointer :: s(:), w(:)
    integer :: i
    do i = 2, n - 1
      s(i) = w(i)*w(i - 1)
    end do
  end subroutine inner_cells

  subroutine twice(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(inout) :: y(6)
    real(8), target :: a(6), b(6)
    type(state) :: cell
    a = x
    b = y
    cell%s => b
    cell%w => a
    call step(cell)
    y = b
    a = 2.0d0*y
    call step(cell)
    y = y + b
  end subroutine twice

  subroutine step(c)
    type(state), intent(inout) :: c
    c%s(2) = c%w(1)**2
    c%s(4) = c%w(3)*c%s(2)
  end subroutine step

end module pointers_given_in_part
