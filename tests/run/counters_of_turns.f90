! Loops whose turns set a variable before they read it, while adjoints in front of them need what it had.
! head: rows(y)/(x)
! inputs: n = 4
! inputs: order(4) = 3, 1, 4, 2
! inputs: x = 0.2 .. 0.9
! head: scalars(y)/(x)
! inputs: n = 4
! inputs: x = 0.2 .. 0.9
! head: arrays(y)/(x)
! inputs: n = 4
! inputs: x = 0.2 .. 0.9
module turns
  implicit none
contains
  subroutine rows(n, order, x, y)
    integer, intent(in) :: n, order(n)
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    real(8) :: w(n)
    integer :: j, l
    do j = 1, n
      l = order(j)
      w(j) = x(l)**2
      if (w(j) > 0.1d0) then
        w(j) = w(j)*x(l)
      end if
    end do
    do j = 1, n
      l = order(j)
      y(l) = w(j)
    end do
  end subroutine

  subroutine scalars(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: t, s
    integer :: j
    t = x(1)*x(2)
    s = sin(t)*t
    y = s*t
    do j = 1, n
      t = x(j)**2
      y = y + t*x(1)
    end do
  end subroutine

  subroutine power(n, t, v)
    integer, intent(in) :: n
    real(8), intent(in) :: t
    real(8), intent(out) :: v(n)
    integer :: k
    v(1) = t
    do k = 2, n
      v(k) = v(k - 1)*t
    end do
  end subroutine

  subroutine arrays(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: v(50)
    integer :: j
    call power(n, x(2), v)
    y = v(n)*sin(v(2))
    do j = 1, n
      call power(n, x(j), v)
      y = y + v(n)*v(1)*v(2)
    end do
  end subroutine
end module
