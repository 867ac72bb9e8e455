! Array-valued functions that take procedures.
! inputs: n = 3
! inputs: x(3) = 0.5 .. 1.5
! head: explicit_shape(x)\(y)
! head: of_its_argument(x)\(y)
! head: allocatable_value(x)\(y)
module array_valued_with_procedures
  implicit none
  abstract interface
    pure function rate(u) result(v)
      real(8), intent(in) :: u
      real(8) :: v
    end function
    function field(n, u) result(v)
      integer, intent(in) :: n
      real(8), intent(in) :: u(n)
      real(8) :: v(n)
    end function
  end interface
contains
  pure function square(u) result(v)
    real(8), intent(in) :: u
    real(8) :: v
    v = u*u
  end function

  pure function wave(u) result(v)
    real(8), intent(in) :: u
    real(8) :: v
    v = sin(u)
  end function

  function decay(n, u) result(v)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    real(8) :: v(n)
    v = -u*sum(u)
  end function

  function propagate(x, f) result(xn)
    real(8), intent(in) :: x(2)
    interface
      function f(x)
        real(8), intent(in) :: x
        real(8) :: f
      end function
    end interface
    real(8) :: xn(2)
    xn(1) = f(x(1))
    xn(2) = x(2)
  end function

  subroutine explicit_shape(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: u(2)
    u = propagate([x(1), x(2)*x(3)], square) + propagate(x(2:3), wave)
    y = sum(u)
  end subroutine

  function each(f, u) result(v)
    procedure(rate) :: f
    real(8), intent(in) :: u(:)
    real(8) :: v(size(u))
    integer :: i
    do i = 1, size(u)
      v(i) = f(u(i))*u(i)
    end do
  end function

  function step(n, f, u, h) result(v)
    integer, intent(in) :: n
    procedure(field) :: f
    real(8), intent(in) :: u(n), h
    real(8) :: v(n), k(n)
    k = f(n, u)
    v = u + h*f(n, u + 0.5d0*h*k)
  end function

  subroutine of_its_argument(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: u(n)
    integer :: i
    u = each(square, x)
    do i = 1, 3
      u = step(n, decay, u, 0.1d0)
    end do
    y = sum(each(wave, u)*x)
  end subroutine

  function chosen(f, u) result(v)
    procedure(rate) :: f
    real(8), intent(in) :: u(:)
    real(8), allocatable :: v(:)
    integer :: i
    v = [(f(u(i)), i = 1, size(u))]
  end function

  subroutine allocatable_value(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), allocatable :: u(:)
    u = chosen(square, x)
    u = chosen(wave, u)
    y = product(u)
  end subroutine
end module
