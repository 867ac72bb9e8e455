! head: shape(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! head: bounds(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! head: scalars(x, s)\(y)
! inputs: x(4) = 0.5 .. 1.5
! inputs: s = 0.7
! head: itself(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! head: orders(x, s)\(y)
! inputs: x(4) = 0.5 .. 1.5
! inputs: s = 0.7
module elemental_hosts
  implicit none
  real(8) :: scale = 1d0
contains
  elemental subroutine weigh(k, w, v, r)
    integer, intent(in) :: k
    real(8), intent(in) :: w, v
    real(8), intent(out) :: r
    r = v*w*scale + k*v*v
  end subroutine weigh

  elemental real(8) function power(k, w, v)
    integer, intent(in) :: k
    real(8), intent(in) :: w, v
    power = w*v**k*scale
  end function power

  ! The arrays that give the shape are passive.
  subroutine shape(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: r(3)
    integer :: k(3)
    scale = x(3)*x(4)
    k = [1, 2, 3]
    call weigh(k, [0.5d0, 1.5d0, 2.5d0], x(2), r)
    y = r(1)*r(2) + r(3)*x(1)
  end subroutine shape

  subroutine bounds(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: r(-1:2), w(4)
    integer :: k(0:3)
    scale = x(3)
    k = [2, 1, 3, 2]
    w = [0.5d0, 1.5d0, 2.5d0, 1d0]
    r = power(k, w, x)
    y = sum(r) + sum(power(k, w, x(1)))
    call weigh(k(0:2), w(2:4), x(1), r(-1:1))
    y = y + r(-1)*r(0)*r(1)*r(2)
  end subroutine bounds

  subroutine scalars(x, s, y)
    real(8), intent(in) :: x(4), s
    real(8), intent(out) :: y
    real(8) :: r(4)
    scale = s*s
    r = power([1, 2, 3, 4], 2d0, s*x(1))
    y = r(2)*r(3) + x(4)
    r = power(2, [1d0, 2d0, 3d0, 4d0], s)
    y = y + sum(r*x)
  end subroutine scalars

  subroutine orders(x, s, y)
    real(8), intent(in) :: x(4), s
    real(8), intent(out) :: y
    real(8) :: r(2, 3)
    integer :: k(2, 3), i
    scale = x(4)
    k = reshape([(i, i=1, 6)], [2, 3])
    call weigh(k, 1d0, s*x(3), r)
    y = r(1, 1)*r(2, 3)
    call weigh(k(1, :), x(1), s, r(1, :))
    y = y + sum(r(1, :)*r(2, :))
  end subroutine orders
  ! The old elements give all the new ones.
  subroutine itself(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: r(4)
    scale = x(2)
    r = x*x
    r = power(2, r(1), x)
    r = power([1, 2, 3, 1], r(4:1:-1), r(2))
    y = r(1)*r(2) + r(3)*r(4)
  end subroutine itself
end module elemental_hosts
