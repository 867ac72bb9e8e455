! In split mode: a passive local that is allocated, updated element by element, and gone when the backward half runs.
! head: top(y)/(x)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
module split_allocatable_local
  implicit none
contains
  subroutine scale(v, s)
    real(8), intent(inout) :: v(:)
    real(8), intent(in) :: s
    v(1) = v(2)*v(1)*s
  end subroutine scale

  subroutine inner(n, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: a, b
    real(8), allocatable :: w(:)
    b = a*a
    allocate (w(n))
    w = 0.5d0
    w(n) = w(n) + 0.5d0
    call scale(w, 2.0d0)
    b = b*a*sum(w)
  end subroutine inner

  subroutine unread(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a
    real(8), allocatable :: w(:)
    a = a*a
    allocate (w(n))
    w = 0.5d0
    w(n) = w(n) + 0.5d0
    if (w(n) > 2.0d0) print *, w
  end subroutine unread

  subroutine top(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: t
    t = x(n)*x(1)
    !$AD NOCHECKPOINT
    call unread(n, t)
    call inner(n, t, y)
  end subroutine top
end module split_allocatable_local
