! Kinds that Tapenade's runtime has no entry for, sections of them, and pointers: under `-runtime tapenade` they wait on the tape as text.
! head: f(y)/(x)
! inputs: x = 0.5 .. 1.5
module smalls
  implicit none
  type :: cell
    integer(2) :: kind
    real(8) :: w
  end type
contains
  subroutine f(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(2)
    integer(1) :: por
    integer(2) :: k(3), m(2,2)
    logical(1) :: neg
    type(cell) :: c
    real(8), pointer :: p(:)
    real(8), target :: a(4), b(4)
    integer :: i, bytes
    bytes = 3
    a = x
    b = 2*x
    y = 0
    por = 1
    k = [1_2, 2_2, 3_2]
    m = 1
    neg = x(1) > 0.7d0
    do i = 1, 4
      por = int(mod(i, 3), 1) + 1_1
      k(1:2) = int([por, por], 2)
      m(:, 1) = por
      c%kind = por
      c%w = x(i)
      neg = x(por) > 1
      if (mod(i, 2) == 0) then
        p => a
      else
        p => b(1:3)
      end if
      y(1) = y(1) + p(por)**2 * k(1) * m(2,1) * c%w**c%kind
      if (neg) y(2) = y(2) + sin(x(por)) * bytes * y(1)
      p(por) = p(por) * x(i)
    end do
  end subroutine
end module
