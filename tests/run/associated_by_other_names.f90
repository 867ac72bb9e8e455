! head: by_pointer(y)/(x)
! inputs: x = 0.6 .. 1.4
! head: by_association(y)/(x)
! inputs: x = 0.6 .. 1.4
! head: around(y)/(x)
! inputs: x = 0.6 .. 1.4
! What is associated with an expression has the value of the beginning, whatever changes behind it, and by whatever name.
subroutine by_pointer(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8), target :: v(3)
  real(8), pointer :: p(:)
  v = x
  p => v
  associate (d => v(2)*x)
    p(2) = p(2)*x**2
    y = d*p(2)
  end associate
end subroutine by_pointer

subroutine by_association(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: v(3)
  v = x
  associate (d => v(2)*x)
    associate (a => v(2))
      associate (b => a)
        b = b*x**2
        y = d*a
      end associate
    end associate
  end associate
end subroutine by_association

subroutine around(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type cell
    real(8) :: a(2)
  end type cell
  type(cell) :: c
  c%a = x
  associate (a => c%a)
    associate (d => c%a(1)*x)
      a(1) = a(1)*x
      y = sin(d)*a(1)
    end associate
  end associate
end subroutine around
