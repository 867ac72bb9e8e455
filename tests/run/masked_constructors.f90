! Array constructors under masks: they are evaluated whole, whatever the mask says.
! inputs: x(4) = 0.5 .. 1.5
! head: chosen(x)\(y)
! head: nested(x)\(y)
module masked_constructors
  implicit none
contains
  real(8) function bent(t)
    real(8), intent(in) :: t
    bent = t*sin(t)
  end function bent

  elemental real(8) function root(t)
    real(8), intent(in) :: t
    root = sqrt(t)
  end function root

  subroutine chosen(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: v(4)
    integer :: i
    v = x
    where (x > 1.d0)
      v = [(bent(x(i)), i = 1, 4)]
    elsewhere
      v = [bent(x(4)), x(2:3), x(1)*x(2)]*root(x)
    end where
    y = sum(v**2)
  end subroutine chosen

  subroutine nested(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: v(4)
    integer :: i
    v = 2.d0*x
    where (x > 0.8d0) v = v + [(bent(v(5 - i))*v(i), i = 1, 4)]
    y = product(v)
  end subroutine nested
end module masked_constructors
