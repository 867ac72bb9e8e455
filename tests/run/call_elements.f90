! head: march(x)\(y)
! inputs: x(6) = 0.5 .. 1.5
! head: coupled(x)\(y)
! inputs: x(6) = 0.5 .. 1.5
! head: valued(x)\(y)
! inputs: x(6) = 0.5 .. 1.5
! head: backwards(x)\(y)
! inputs: x(6) = 0.5 .. 1.5
! head: rows(x)\(y)
! inputs: x(6) = 0.5 .. 1.5
module call_elements
  implicit none
contains
  pure subroutine step(before, c, after)
    real(8), intent(in) :: before, c
    real(8), intent(out) :: after
    after = sin(before)*c + before*before
  end subroutine step

  pure real(8) function next(before, c)
    real(8), intent(in) :: before, c
    next = before*cos(c) + c*c
  end function next

  pure subroutine relax(v, w)
    real(8), intent(in) :: v(3)
    real(8), intent(out) :: w(3)
    w(1) = v(2)*v(3)
    w(2) = v(1)*v(1)
    w(3) = sin(v(1))*v(2)
  end subroutine relax

  ! Each element is set once, in front of all that read it.
  subroutine march(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y
    real(8) :: a(6)
    integer :: k
    a(1) = x(1)
    do k = 2, 6
      call step(a(k - 1), x(k), a(k))
    end do
    y = a(6)*a(3)
  end subroutine march

  ! What is read later is overwritten even later.
  subroutine coupled(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y
    real(8) :: a(6), t
    integer :: k
    a = x
    y = 0d0
    do k = 2, 6
      call step(a(k), a(k - 1), t)
      call step(a(k)*t, x(k), a(k - 1))
      y = y + a(k - 1)*t
    end do
  end subroutine coupled

  subroutine valued(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y
    real(8) :: a(6)
    integer :: k
    a = 0d0
    a(1) = x(1)*x(1)
    do k = 2, 6
      a(k) = next(a(k - 1), x(k))
    end do
    y = a(6)*a(2)
  end subroutine valued

  ! Here the old element is needed: it has been read by others before.
  subroutine backwards(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y
    real(8) :: a(6)
    integer :: k
    a = x
    do k = 5, 1, -1
      a(k + 1) = a(k + 1)*a(k)
      call step(a(k + 1), x(k), a(k))
      call step(a(k), x(k + 1), a(k + 1))
    end do
    y = sum(a*a)
  end subroutine backwards

  subroutine rows(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y
    real(8) :: a(3, 4)
    integer :: k
    a = 0d0
    a(:, 1) = x(1:3)
    do k = 2, 4
      call relax(a(:, k - 1), a(:, k))
    end do
    do k = 1, 3
      call relax(a(:, k + 1), a(:, k))
      y = a(1, k)
    end do
    y = y*sum(a)
  end subroutine rows
end module call_elements
