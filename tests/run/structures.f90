! Structure constructors: nested, with keywords, with default components, that read what they replace.
! head: f(x)\(y)
! inputs: n = 3
module m
  implicit none
  type :: vec
    real(8) :: x, y
  end type
  type :: body
    integer :: id = 0
    type(vec) :: pos
    real(8) :: w(3) = 0.0d0
  end type
contains
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(body) :: b, c
    type(vec) :: v
    b = body(1, vec(x(1)*x(2), sin(x(3))), [x(1), x(2)**2, x(3)])
    c = body(id=2, w=b%w*x(1), pos=vec(y=b%pos%x, x=b%pos%y))
    v = vec(c%pos%x*2.0d0, c%pos%y)
    v = vec(v%y, v%x*v%y)
    c = body(3, v, c%w(3:1:-1))
    y = c%pos%x + c%pos%y*sum(c%w*b%w)
  end subroutine
end module
