! Calls that change elements of an array whose places the arguments tell: of these only is kept what they had.
! head: setters(x)\(y)
! head: updates(x)\(y)
! head: shifted(x)\(y)
! head: matrices(x)\(y)
! head: counted(x)\(y)
! inputs: x(5) = 0.5 .. 1.5
module call_one_element
  implicit none
  integer, parameter :: dp = kind(1.d0), n = 5
contains
  subroutine set(a, i, v)
    real(dp), intent(inout) :: a(:)
    integer, intent(in) :: i
    real(dp), intent(in) :: v
    a(i) = v
  end subroutine

  subroutine add(a, i, j, v)
    real(dp), intent(inout) :: a(n)
    integer, intent(in) :: i, j
    real(dp), intent(in) :: v
    real(dp) :: t
    t = v*a(j)
    a(i) = a(i) + t**2
    if (t > 0.0_dp) a(j + 1) = a(j + 1)*a(i)
  end subroutine

  subroutine put(m, i, j, v)
    real(dp), intent(inout) :: m(:, :)
    integer, intent(in) :: i, j
    real(dp), intent(in) :: v
    m(i, j) = m(i, j)*v
    m(j, i) = m(i, j)
  end subroutine

  subroutine next(a, i, v)
    real(dp), intent(inout) :: a(*)
    integer, intent(inout) :: i
    real(dp), intent(in) :: v
    a(i) = a(i)*v
    i = i + 1
    a(i) = a(i) + v
  end subroutine

  subroutine setters(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y
    real(dp) :: a(n)
    integer :: i, it
    y = 0.0_dp
    do it = 1, 3
      do i = 1, n
        call set(a, i, x(i)**it)
      end do
      y = y + sum(a**2)
    end do
  end subroutine

  subroutine updates(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y
    real(dp) :: a(n)
    integer :: i
    a = x
    do i = 1, n - 1
      call add(a, i, n - i, x(i))
      call add(a, j=i, i=i, v=a(i + 1))
    end do
    y = sum(a)
  end subroutine

  subroutine shifted(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y
    real(dp) :: a(0:n - 1), b(n)
    integer :: i
    a = x
    b = 1.0_dp
    do i = 1, n
      call set(a, i, x(i)*a(i - 1))
      call set(b(2:), (i + 2)/2, a(0)*x(i))
      y = a(0)*b(2)
    end do
    y = y + sum(a*b)
  end subroutine

  subroutine matrices(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y
    real(dp) :: m(n, n)
    integer :: i, j
    m = 1.0_dp
    do i = 1, n
      do j = i, n
        call put(m, i, j, x(i)*x(j))
        call put(m, j, i, m(1, j)*x(i))
      end do
    end do
    y = sum(m)
  end subroutine

  subroutine counted(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y
    real(dp) :: a(n)
    integer :: i, k
    a = x
    i = 1
    do k = 1, n - 1
      call next(a, i, x(k)*a(k))
    end do
    y = sum(a)
  end subroutine
end module
