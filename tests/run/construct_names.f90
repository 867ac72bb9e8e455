! Names of constructs, written in one case where they begin and in another where they are left.
! head: s(x)\(x y)
! inputs: n = 5
! head: t(x)\(y)
! inputs: n = 5
subroutine s(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  integer :: i, j
  y = 0.d0
  Outer: do i = 1, n
    inner: do j = 1, n
      if (x(j) > 1.2d0) cycle OUTER
      if (x(i) > 1.35d0) exit outer
      if (x(i) < 0.7d0) exit Inner
      y = y + x(i)*x(j)**2
      x(j) = sin(x(j))*1.1d0
    end do INNER
    x(i) = x(i)*y
  end do outer
end subroutine
subroutine t(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  y = x(1)
  i = 0
  Turns: do while (y < 20.d0)
    i = i + 1
    if (i > 3*n) exit TURNS
    Kind: select case (mod(i, 3))
    case (0)
      if (x(1 + mod(i, n)) > 1.d0) exit kind
      y = y + x(1 + mod(i, n))**2
    case (1)
      if (y > 5.d0) cycle turns
      y = y*(1.d0 + 0.1d0*x(2))
    case default
      y = y + sin(x(3))
    end select KIND
    y = y + 0.1d0*x(1)*y
  end do turns
end subroutine
