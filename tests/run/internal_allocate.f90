! Internal procedures allocate and release variables of their host.
! head: work(x)\(y)
! inputs: n = 3
subroutine work(x, n, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: w(:), v(:)
  integer :: it
  y = 0
  do it = 1, 3
    call open(it + 1)
    w(1:2) = w(1:2)*x(1)
    y = y + sum(w**2) + v(1)
    call close
  end do
contains
  subroutine open(m)
    integer, intent(in) :: m
    allocate(w(m), v(1))
    w = x(2)*m
    v = sum(x)
  end subroutine
  subroutine close
    y = y*w(1)
    deallocate(w, v)
  end subroutine
end subroutine
