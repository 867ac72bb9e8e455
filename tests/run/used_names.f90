! Derivatives of module variables beside locals with such names.
! head: top(x)\(y)
module m
  implicit none
  double precision :: t = 1d0
contains
  subroutine set(x)
    double precision, intent(in) :: x
    double precision :: tb, td
    tb = x*2d0
    td = tb*x
    t = tb*td
    t = t*exp(tb*td)
  end subroutine
end module
subroutine top(x, y)
  use m, only: set
  implicit none
  double precision, intent(in) :: x
  double precision, intent(out) :: y
  call set(x)
  call use_it(y)
end subroutine
subroutine use_it(y)
  use m, only: t
  implicit none
  double precision, intent(out) :: y
  double precision :: tb, td
  tb = sin(t)
  td = tb*t
  y = td*tb
end subroutine
