! Host association, module variables under USE with a rename, keyword and optional arguments, generic names.
! test: varied, formals, globals
! head: f from x to y
module state
  real(8) :: alpha, beta
  interface add
    module procedure add_to
  end interface
contains
  subroutine add_to(a, b, c) ! formals: a=ua b=va
    real(8), intent(inout) :: a
    real(8), intent(in) :: b
    real(8), intent(in), optional :: c
    a = a + b ! varied: a b
    if (present(c)) a = a*c ! varied: a b
  end subroutine add_to
end module state
subroutine f(x, y) ! formals: x=va y=ua | globals: alpha=a
  use state, only: gain => alpha, add
  real(8) :: x, y, t
  gain = x ! varied: alpha x
  t = 1.0d0 ! varied: alpha x
  call inner ! varied: alpha t x
  y = 0.0d0 ! varied: alpha t x
  call add(b=t, a=y) ! varied: alpha t x y
contains
  subroutine inner ! globals: alpha=va t=ua
    t = gain*t ! varied: alpha t
  end subroutine inner
end subroutine f
