! Overlapping windows of one array in modules: assumed shape, sections, nested calls, three at a time.
! head: windows%smooth(u)\(r)
! inputs: n = 7
module windows
  implicit none
contains
  subroutine smooth(n, u, r)
    integer, intent(in) :: n
    real(8), intent(in) :: u(0:n+1)
    real(8), intent(out) :: r(n)
    real(8), allocatable :: v(:, :)
    r = u(1:n)
    call three(n, u(0), u(1), u(2), r)
    call shaped(u(0:n-1), u(2:n+1), r)
    allocate(v(n, 2))
    v(:, 1) = u(1:n)
    v(:, 2) = r*u(0:n-1)
    call three(n - 1, v(1, 1), v(2, 1), v(2, 2), r)
    call pass(n, v, r)
    deallocate(v)
  end subroutine smooth

  subroutine three(n, a, b, c, r)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n), b(0:n-1), c(*)
    real(8), intent(inout) :: r(n)
    integer :: i
    do i = 1, n
      r(i) = a(i)*c(i) + 0.5d0*b(i-1)**2*r(i)
    end do
    call add(n, a, b, r)
  end subroutine three

  subroutine add(n, x, y, r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(inout) :: r(n)
    integer :: i
    do i = 1, n
      r(i) = r(i) + x(i)*y(i)
    end do
  end subroutine add

  subroutine shaped(a, b, r)
    real(8), intent(in) :: a(:), b(:)
    real(8), intent(inout) :: r(:)
    r = r + a*b
  end subroutine shaped

  subroutine pass(n, v, r)
    integer, intent(in) :: n
    real(8), intent(in) :: v(n, 2)
    real(8), intent(inout) :: r(n)
    call add(n, v(1, 2), v, r)
    call add(n, v, v, r)
    call add(n, v(1, 1), v(1, 1), r)
  end subroutine pass
end module windows
