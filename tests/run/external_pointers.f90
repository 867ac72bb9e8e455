! Procedure pointers in external procedures, whose targets are in modules.
! head: top(x)\(y)
! inputs: x = 0.5 .. 1.5
! inputs: kind = 2
! head: march(x)\(y)
! inputs: n = 4
! inputs: x = 0.5 .. 1.5
module laws
  implicit none
  abstract interface
    function law(a) result(f)
      real(8), intent(in) :: a
      real(8) :: f
    end function
    subroutine change(n, t, r)
      integer, intent(in) :: n
      real(8), intent(in) :: t
      real(8), intent(inout) :: r
    end subroutine
  end interface
contains
  function linear(a) result(f)
    real(8), intent(in) :: a
    real(8) :: f
    f = 3*a
  end function
  function square(a) result(f)
    real(8), intent(in) :: a
    real(8) :: f
    f = a**2
  end function
  subroutine grow(n, t, r)
    integer, intent(in) :: n
    real(8), intent(in) :: t
    real(8), intent(inout) :: r
    r = r + t*r/n
  end subroutine
end module
module other_laws
  implicit none
contains
  subroutine decay(n, t, r)
    integer, intent(in) :: n
    real(8), intent(in) :: t
    real(8), intent(inout) :: r
    r = r*exp(-t/n)
  end subroutine
end module
subroutine top(kind, x, y)
  use laws
  implicit none
  integer, intent(in) :: kind
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  procedure(law), pointer :: p
  select case (kind)
  case (1)
    p => linear
  case default
    p => square
  end select
  y = p(x)*x + p(x*x)
end subroutine
subroutine march(n, x, y)
  use laws, only: change, grow
  use other_laws
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  procedure(change), pointer :: now
  integer :: k
  y = x
  do k = 1, n
    now => grow
    if (mod(k, 2) == 0) now => decay
    call now(k, x, y)
    y = y*y
  end do
end subroutine
