! Turns that set an element of their own, from a scalar that they compute from elements set before, run again for the scalar alone. And turns just outside of that.
! head: standing%solve(lo di up rhs)\(x)
! inputs: n = 7
! inputs: lo(7) = 0.1 .. 0.4
! inputs: up(7) = 0.1 .. 0.4
! inputs: di(7) = 1.5 .. 2
! inputs: rhs(7) = -1 .. 1
! head: standing%backwards(a b)\(y)
! inputs: n = 7
! inputs: a(7) = 0.5 .. 1.5
! inputs: b(7) = 0.5 .. 1.5
! head: standing%read_before(a b)\(y)
! inputs: n = 7
! inputs: a(7) = 0.5 .. 1.5
! inputs: b(7) = 0.5 .. 1.5
! head: standing%read_later(a b)\(y)
! inputs: n = 7
! inputs: a(7) = 0.5 .. 1.5
! inputs: b(7) = 0.5 .. 1.5
! head: standing%written_again(a b)\(y)
! inputs: n = 7
! inputs: a(7) = 0.5 .. 1.5
! inputs: b(7) = 0.5 .. 1.5
! head: standing%twice_in_turn(a b)\(y)
! inputs: n = 7
! inputs: a(7) = 0.5 .. 1.5
! inputs: b(7) = 0.5 .. 1.5
! head: standing%in_pairs(a b)\(y)
! inputs: n = 7
! inputs: a(7) = 0.5 .. 1.5
! inputs: b(7) = 0.5 .. 1.5
! head: standing%chosen(a b)\(y)
! inputs: n = 7
! inputs: a(7) = 0.5 .. 1.5
! inputs: b(7) = 0.5 .. 1.5
! head: standing%stepped(a b)\(y)
! inputs: n = 7
! inputs: a(7) = 0.5 .. 1.5
! inputs: b(7) = 0.5 .. 1.5
! head: standing%nested(a b)\(y)
! inputs: n = 7
! inputs: a(7) = 0.5 .. 1.5
! inputs: b(7) = 0.5 .. 1.5
! head: standing%by_index(a b)\(y)
! inputs: n = 7
! inputs: a(7) = 0.5 .. 1.5
! inputs: b(7) = 0.5 .. 1.5
! inputs: at(7) = 2, 1, 3, 4, 4, 6, 5
! head: standing%summed(a b)\(y)
! inputs: n = 7
! inputs: a(7) = 0.5 .. 1.5
! inputs: b(7) = 0.5 .. 1.5
module standing
  implicit none
  integer, parameter :: dp = kind(1.0d0)
contains
  subroutine solve(n, lo, di, up, rhs, x)
    integer, intent(in) :: n
    real(dp), intent(in) :: lo(n), di(n), up(n), rhs(n)
    real(dp), intent(out) :: x(n)
    real(dp) :: c(n), d(n), m
    integer :: i
    c(1) = up(1)/di(1)
    d(1) = rhs(1)/di(1)
    do i = 2, n
      m = di(i) - lo(i)*c(i - 1)
      c(i) = up(i)/m
      d(i) = (rhs(i) - lo(i)*d(i - 1))/m
    end do
    x(n) = d(n)
    do i = n - 1, 1, -1
      x(i) = d(i) - c(i)*x(i + 1)
    end do
  end subroutine solve

  ! From the last to the first, every second.
  subroutine backwards(n, a, b, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n), b(n)
    real(dp), intent(out) :: y
    real(dp) :: c(0:n + 2), m
    integer :: i
    c = 1
    do i = n, 1, -2
      m = b(i) + a(i)*c(i + 2)
      c(i) = m**2/(1 + m)
    end do
    y = c(1)*c(3) + c(2)
  end subroutine backwards

  ! A turn reads what another one will overwrite.
  subroutine read_before(n, a, b, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n), b(n)
    real(dp), intent(out) :: y
    real(dp) :: c(n), m
    integer :: i
    c = b
    do i = 2, n - 1
      m = a(i)*c(i - 1) + c(i + 1)
      c(i) = m*m
    end do
    y = sum(c)
  end subroutine read_before

  ! The element is read when the turn begins, and then set.
  subroutine read_later(n, a, b, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n), b(n)
    real(dp), intent(out) :: y
    real(dp) :: c(n), m
    integer :: i
    c = b
    do i = 2, n
      m = a(i)*c(i - 1)*c(i)
      c(i) = m*sin(m)
    end do
    y = sum(c)
  end subroutine read_later

  ! Another loop overwrites what the turns have set.
  subroutine written_again(n, a, b, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n), b(n)
    real(dp), intent(out) :: y
    real(dp) :: c(n), m
    integer :: i
    c(1) = a(1)
    do i = 2, n
      m = b(i) - a(i)*c(i - 1)
      c(i) = a(i)/(1 + m**2)
    end do
    y = c(n)*c(2)
    do i = 2, n
      m = b(i)*a(i - 1)
      c(i) = m/(1 + y**2)
    end do
    y = y + c(3)*c(4)
  end subroutine written_again

  ! The turn sets its element twice.
  subroutine twice_in_turn(n, a, b, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n), b(n)
    real(dp), intent(out) :: y
    real(dp) :: c(n), m
    integer :: i
    c(1) = a(1)
    y = 0
    do i = 2, n
      m = b(i) - a(i)*c(i - 1)
      c(i) = a(i)/(1 + m**2)
      y = y + c(i)**2
      m = m*a(i) + c(i)
      c(i) = b(i)/(2 + m*m)
    end do
    y = y + sum(c)
  end subroutine twice_in_turn

  ! Two elements of one array in a turn, and one that two turns share.
  subroutine in_pairs(n, a, b, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n), b(n)
    real(dp), intent(out) :: y
    real(dp) :: c(2*n + 1), d(n + 1), m
    integer :: i
    c(1:2) = a(1)
    d = b(1)
    do i = 2, n
      m = b(i) - a(i)*c(2*i - 3)
      c(2*i - 1) = a(i)/(1 + m**2)
      c(2*i) = m*m*c(2*i - 2)
      d(i) = d(i)*m
      d(i + 1) = m*c(2*i)
    end do
    y = sum(c(:2*n)) + sum(d)
  end subroutine in_pairs

  subroutine chosen(n, a, b, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n), b(n)
    real(dp), intent(out) :: y
    real(dp) :: c(n), d(n), m
    integer :: i
    c(1) = a(1)
    d = 0
    do i = 2, n
      m = b(i) - a(i)*c(i - 1)
      if (m > 0.2_dp) then
        c(i) = a(i)/(1 + m**2)
        d(i) = m*c(i)
      else
        c(i) = m*m
      end if
    end do
    y = sum(c*d)
  end subroutine chosen

  ! The work array is used in every step again.
  subroutine stepped(n, a, b, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n), b(n)
    real(dp), intent(out) :: y
    real(dp) :: c(n), t(n), m
    integer :: i, s
    t = b
    do s = 1, 3
      c(1) = a(1)*t(1)
      do i = 2, n
        m = t(i) - a(i)*c(i - 1)
        c(i) = a(i)/(1 + m**2)
      end do
      t = t*c
    end do
    y = sum(t)
  end subroutine stepped

  ! A column of its own in every turn of the outer loop.
  subroutine nested(n, a, b, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n), b(n)
    real(dp), intent(out) :: y
    real(dp) :: c(n, n), m
    integer :: i, j
    c(:, 1) = a
    do j = 2, n
      c(1, j) = b(j)
      do i = 2, n
        m = b(i) - a(j)*c(i - 1, j)*c(i, j - 1)
        c(i, j) = a(i)/(1 + m**2)
      end do
    end do
    y = sum(c(n, :))
  end subroutine nested

  ! Which elements are set is not known.
  subroutine by_index(n, at, a, b, y)
    integer, intent(in) :: n, at(n)
    real(dp), intent(in) :: a(n), b(n)
    real(dp), intent(out) :: y
    real(dp) :: c(n), m
    integer :: i
    c = b
    do i = 2, n
      m = b(i) - a(i)*c(at(i - 1))
      c(at(i)) = a(i)/(1 + m**2)
    end do
    y = sum(c)
  end subroutine by_index

  ! What the turn reads is summed up in a loop of its own: forward substitution with a triangular matrix.
  subroutine summed(n, a, b, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n), b(n)
    real(dp), intent(out) :: y
    real(dp) :: c(n), s
    integer :: i, j
    do i = 1, n
      s = b(i)
      do j = 1, i - 1
        s = s - a(j)*b(i)*c(j)
      end do
      c(i) = s/(1 + a(i)**2)
    end do
    y = sum(c**2)
  end subroutine summed
end module standing
