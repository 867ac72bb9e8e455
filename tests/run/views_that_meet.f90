! Structures whose pointer components lead to one place, or to overlapping parts of one: passed together, read and changed, as operands of an operator, where
! the callee reaches a target by its name, too.
! head: m_views%head(x z)\(y)
! inputs: n = 4
module m_views
  implicit none
  type :: vec
    real(8), pointer :: v(:) => null()
    real(8) :: scale = 1
  end type vec
  interface operator(.dot.)
    module procedure vdot
  end interface
  real(8), target :: field(4)
contains
  function vdot(a, b) result(y)
    type(vec), intent(in) :: a, b
    real(8) :: y
    y = dot_product(a%v, b%v)*a%scale
  end function vdot
  subroutine view(a, x)
    type(vec), intent(inout) :: a
    real(8), intent(in), target :: x(:)
    a%v => x
  end subroutine view
  subroutine rescale(a, c)
    type(vec), intent(inout) :: a
    real(8), intent(in) :: c
    a%v = a%v*c
    a%scale = a%scale + c
  end subroutine rescale
  subroutine add(a, b)
    type(vec), intent(in) :: a, b
    integer :: i
    do i = 1, size(a%v)
      a%v(i) = a%v(i)*b%v(i) + sin(b%v(size(b%v)))
    end do
  end subroutine add
  subroutine push(a)
    type(vec), intent(inout) :: a
    a%v = a%v*field(2)
    field(3) = field(3)*a%v(1)
  end subroutine push
  subroutine head(n, x, z, y)
    integer, intent(in) :: n
    real(8), intent(inout), target :: x(n), z(n)
    real(8), intent(out) :: y
    type(vec) :: u, v, w
    call view(u, x)
    call view(v, z)
    call rescale(v, x(1))
    y = u .dot. v
    call view(v, x)
    y = y + (u .dot. v)**2
    call add(u, v)
    u%v => x(1:n - 1)
    v%v => x(2:n)
    call add(u, v)
    call add(v, u)
    y = y*(u .dot. v)
    field = z
    w%v => field(1:3)
    call push(w)
    u%v => field(2:4)
    call add(w, u)
    y = y + (w .dot. u)
  end subroutine head
end module m_views
