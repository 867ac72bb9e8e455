! Structures copied, optional arguments left out, a recursive function, generic names, a module variable that is updated.
! head: state%run(r g)/(x g)
! inputs: n = 3
module state
  implicit none
  real(8) :: g(3) = [1.d0, 2.d0, 3.d0]
  real(8), save :: memory = 0.d0
  type point
    real(8) :: a, b
  end type
  type box
    type(point) :: lo, hi
    real(8) :: w(2)
  end type
  interface norm
    module procedure norm_p, norm_v
  end interface
contains
  function norm_p(p) result(r)
    type(point), intent(in) :: p
    real(8) :: r
    r = sqrt(p%a**2 + p%b**2)
  end function
  function norm_v(v) result(r)
    real(8), intent(in) :: v(:)
    real(8) :: r
    r = sum(v*v)
  end function
  recursive function fact(n, x) result(r)
    integer, intent(in) :: n
    real(8), intent(in) :: x
    real(8) :: r
    if (n <= 1) then
      r = x
    else
      r = x*fact(n - 1, x) + sin(x)
    end if
  end function
  subroutine opt(x, s)
    real(8), intent(inout) :: x
    real(8), intent(in), optional :: s
    if (present(s)) x = x*s
    x = x + 1.d0
  end subroutine
  subroutine run(n, x, r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: r
    type(box) :: bx, other
    real(8) :: t
    bx%lo%a = x(1)
    bx%lo%b = x(2)*g(1)
    bx%hi = bx%lo
    bx%w = x(1:2)*g(2:3)
    other = bx
    g = g*norm(other%hi)
    t = norm(bx%w) + fact(3, x(n))
    call opt(t)
    call opt(t, s=x(2))
    call opt(s=other%w(2), x=t)
    r = t*g(2)
  end subroutine
end module
