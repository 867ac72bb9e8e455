! PRIVATE module variables beside names of other units.
! head: top(x)\(y)
module m
  implicit none
  double precision, private :: x0 = 1d0, xb, z0 = 2d0
contains
  subroutine set(x)
    double precision, intent(inout) :: x
    x0 = x0*x
    x = x0*x*z0
    z0 = sin(x0)
  end subroutine
  subroutine reset
    x0 = 1d0; z0 = 2d0
  end subroutine
end module
subroutine top(x, y)
  implicit none
  double precision, intent(in) :: x
  double precision, intent(out) :: y
  double precision :: z
  call clear
  z = x
  call inner(z)
  z = sin(z)
  call inner(z)
  y = z
contains
  subroutine clear
    use m
    call reset
  end subroutine
  subroutine inner(x0)
    use m, only: doit => set
    double precision, intent(inout) :: x0
    call doit(x0)
    x0 = x0*x0
  end subroutine
end subroutine
