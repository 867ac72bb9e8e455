! What is overwritten while only part of it, or a host's variable, is passed: its derivative becomes zero, through several calls.
! head: main(x s)\(x y)
! inputs: x(4) = 0.5 .. 1.5
! inputs: s = 0.5 .. 1.5
module steps
  implicit none
contains
  subroutine set(v)
    real(8), intent(out) :: v
    v = 0.5d0
  end subroutine set
  subroutine pass_on(v)
    real(8), intent(inout) :: v
    call set(v)
  end subroutine pass_on
  subroutine set_all(n, v)
    integer, intent(in) :: n
    real(8), intent(out) :: v(n)
    v = 0.25d0
  end subroutine set_all
  subroutine pass_section(v)
    real(8), intent(inout) :: v(:)
    v(1) = v(1)*v(2)
    call set_all(size(v), v)
  end subroutine pass_section
end module steps
subroutine main(x, s, y)
  use steps
  implicit none
  real(8), intent(inout) :: x(4), s
  real(8), intent(out) :: y
  real(8) :: a(4), b(4), h
  a = x*s
  b = x**2
  h = x(1)*s
  call pass_on(a(2))
  call pass_section(b(2:3))
  y = sum(a*b)*h
  call inside(h + 0.5d0, (h))
  y = y + h*x(2)
  x = maxval(x)*x
  x = x + minval(x)
  x = maxval(x)
contains
  subroutine inside(p, q)
    real(8), intent(in) :: p, q
    h = 2.d0
    y = y*p*q
  end subroutine inside
end subroutine main
