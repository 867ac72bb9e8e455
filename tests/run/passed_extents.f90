! Dummies with the extents of what is passed, active inside only: their derivatives are locals with these extents and lower bounds.
! head: counted(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! inputs: low(4) = 0
! inputs: from = 2
! head: spared(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! head: nested(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
module passed_extents
  implicit none
contains
  subroutine counted(x, y, low, from)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y
    real(8), intent(inout) :: low(0:)
    integer, intent(in) :: from
    integer :: i
    do i = 1, size(x)
      low(i - 1) = x(i)**2
    end do
    call shifted(low, from, y)
    y = y*low(1)*low(2)
  end subroutine counted

  subroutine shifted(low, from, y)
    integer, intent(in) :: from
    real(8), dimension(from - 3:), intent(inout) :: low
    real(8), intent(out) :: y
    low(from - 3) = low(from)*low(from - 2)
    y = low(from - 3)
    low(from) = 1.d0
  end subroutine shifted

  subroutine flux(x, y, op, square, from)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y
    real(8), dimension(0:), intent(inout), optional :: op
    real(8) :: square(:, 2:)
    integer, intent(in) :: from
    optional :: square
    integer :: i
    y = 0.d0
    if (present(op)) then
      op = sin(x)
      y = y + op(from)*op(0)
    end if
    if (present(square)) then
      do i = 1, size(square, 1)
        square(i, 2) = x(i)*x(1)
        square(i, 3) = square(i, 2)*x(i)
      end do
      y = y + sum(square)
    end if
    y = y + x(1)*x(2)
  end subroutine flux

  subroutine spared(x, y)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y
    real(8) :: w(5), s(2, 2), part
    integer :: k
    y = 1.d0
    do k = 1, 2
      call flux(x, part, w(1:size(x)), from=k)
      y = y*part
      call flux(x*y, part, square=s, from=1)
      y = y + part
      call flux(y*x, part, from=1)
      y = y*part
    end do
    call flux(x, part, w(2:), s, 2)
    y = y + part
  end subroutine spared

  ! What is passed on, or not.
  subroutine outer(x, y, op)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y
    real(8), intent(inout), optional :: op(:)
    call flux(x, y, op, from=1)
    if (present(op)) y = y*op(1)
  end subroutine outer

  subroutine nested(x, y)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y
    real(8) :: w(4), part
    call outer(x, y, w)
    call outer(x, part)
    y = y*part
  end subroutine nested
end module passed_extents
