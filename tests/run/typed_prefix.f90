! Functions whose structure type stands in the prefix.
! inputs: x = 0.5 .. 1.5
! head: kept(x)\(y)
module typed_prefix
  implicit none
  type :: ring
    integer :: cap = 0
    real(8), allocatable :: buf(:)
  end type
  type :: point
    real(8) :: x, y
  end type
contains
  type(ring) function ring_of(n, v) result(r)
    integer, intent(in) :: n
    real(8), intent(in) :: v
    r%cap = n
    allocate(r%buf(n))
    r%buf = v
  end function

  pure type(point) function turned(p)
    type(point), intent(in) :: p
    turned%x = -p%y
    turned%y = p%x*p%y
  end function

  elemental type(point) function moved(p, by)
    type(point), intent(in) :: p
    real(8), intent(in) :: by
    moved = point(p%x + by, p%y*by)
  end function

  subroutine kept(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(ring) :: past
    type(point) :: p, q, r
    past = ring_of(4, x)
    p = turned(point(x, past%buf(2)))
    q = moved(p, x)
    r = moved(q, x*x)
    y = past%buf(1)*past%buf(2) + q%x*r%y
  end subroutine
end module
