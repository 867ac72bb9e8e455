! -module auto: a module whose data callers set is used as it is; one that keeps to itself what derivatives need is copied, and so is what uses it; one
! whose procedure keeps a counter is copied, too.
! options: -module auto
! head: model%cost(n, h)\(c)
! inputs: n = 3
! inputs: h(3) = 0.5 .. 1.5
! inputs: gravity = 9.0 .. 10.0
! head: model%drag(h)\(c)
! inputs: n = 3
! inputs: h(3) = 0.5 .. 1.5
module phys
  implicit none
  real(8) :: gravity
contains
  subroutine energy(n, h, e)
    integer, intent(in) :: n
    real(8), intent(in) :: h(n)
    real(8), intent(out) :: e
    e = 0.5d0*gravity*sum(h*h)
  end subroutine energy
end module phys
module laws
  implicit none
  private
  public :: friction
  real(8) :: speed = 0.5d0
contains
  subroutine friction(n, h, f)
    integer, intent(in) :: n
    real(8), intent(in) :: h(n)
    real(8), intent(out) :: f
    speed = sum(h)*0.1d0
    f = slope(speed)*speed
  end subroutine friction
  function slope(s) result(r)
    real(8), intent(in) :: s
    real(8) :: r
    r = sin(s)
  end function slope
end module laws
module counting
  implicit none
contains
  subroutine count(u)
    real(8), intent(inout) :: u
    integer, save :: calls = 0
    calls = calls + 1
    if (calls > 0) u = u*u
  end subroutine count
end module counting
module model
  use phys
  use laws, only: friction
  use counting
  implicit none
contains
  subroutine cost(n, h, c)
    integer, intent(in) :: n
    real(8), intent(in) :: h(n)
    real(8), intent(out) :: c
    real(8) :: f
    call energy(n, h, c)
    call friction(n, h, f)
    c = c + f
    call count(c)
  end subroutine cost
  subroutine drag(n, h, c)
    integer, intent(in) :: n
    real(8), intent(in) :: h(n)
    real(8), intent(out) :: c
    call friction(n, h, c)
    c = c*h(1)
  end subroutine drag
end module model
