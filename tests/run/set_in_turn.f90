! Elements that a turn sets, then adds to, while other turns need what they held: what is added to is not saved, unless something between needs it.
! head: layers(w, x)\(s)
! inputs: n = 4
! inputs: steps = 3
! inputs: w(16) = 0.1 .. 0.9
! inputs: x(4) = 0.3 .. 0.8
subroutine layers(n, steps, w, x, s)
  implicit none
  integer, intent(in) :: n, steps
  real(8), intent(in) :: w(n, n), x(n)
  real(8), intent(out) :: s
  real(8) :: y(n), z(n), v(n), q(2), p
  integer :: t, i, j, k
  s = 0.0d0
  y = x
  z = x
  v = x
  q = x(1:2)
  k = 1
  do t = 1, steps
    ! set, added to, used behind: no save of the sums
    do i = 1, n
      z(i) = w(i, i)*t
      do j = 1, n
        z(i) = z(i) + w(j, i)*y(j)
      end do
      z(i) = z(i) + w(1, i)
      s = s + exp(0.1d0*z(i))
    end do
    ! used in between
    do i = 1, n
      v(i) = y(i)
      do j = 1, n
        if (j == i) cycle
        v(i) = v(i) + 0.1d0*w(j, i)*v(i)**2
      end do
      s = s + v(i)**2
    end do
    ! set on one way only, and the other keeps what the last turn left
    do i = 1, n
      if (w(i, 1) > 0.3d0) y(i) = 0.5d0*z(i)
      do j = 1, i
        y(i) = y(i) + 0.1d0*w(i, j)
      end do
      s = s + y(i)**3
    end do
    ! another element when it is added to
    q(k) = y(1)
    s = s + q(1)*q(2)*y(2)
    k = 3 - k
    do i = 1, n
      q(k) = q(k) + 0.1d0*y(i)
    end do
    s = s + q(k)**2
  end do
  ! set in between, but nobody looks: only the second one runs
  p = x(1)*x(2)
  s = s + p*x(3)
  p = x(2)
  p = sin(x(3))
  s = s + p**2
end subroutine layers
