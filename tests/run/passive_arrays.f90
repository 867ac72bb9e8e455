! Passive arrays where a callee's tangent wants derivatives: sections, assumed shapes and allocatables of extents that are known only there.
! inputs: a(4) = 0.5 .. 1.5
! inputs: x(4) = 0.5 .. 1.5
! head: top(x)\(y)
module passive_arrays
  implicit none
contains
  subroutine s(u, r, t)
    real(8), intent(inout) :: u(:)
    real(8), intent(out) :: r
    real(8), intent(in) :: t
    r = 0.01d0*t*t
    u = u*t
  end subroutine s
  subroutine top(a, x, y)
    real(8), intent(inout) :: a(:)
    real(8), intent(inout) :: x(:)
    real(8), intent(out) :: y
    real(8) :: y1, y2, t1
    real(8), allocatable :: w(:), v(:,:)
    real(8) :: z(size(x)), z2(size(x))
    integer :: i, j
    z = x
    t1 = x(1)
    call s(z, y1, t1)
    y1 = y1 + sum(z)
    call s(a, y2, y1); y1 = y1 + y2
    j = size(x)/2
    call s(a(1:j), y2, y1); y1 = y1 + y2
    z2 = 3.d0
    call s(z2(1:j), y2, y1); y1 = y1 + y2
    allocate(w(j), v(j,3))
    w = 1.d0
    v = 2.d0
    call s(w, y2, y1); y1 = y1 + y2
    call s(w(2:), y2, y1); y1 = y1 + y2
    do i = 1, 3
      call s(v(:,i), y2, y1); y1 = y1 + y2
      call s(v(i:,i), y2, y1); y1 = y1 + y2
    end do
    y = y1
    deallocate(w)
  end subroutine top
end module passive_arrays
