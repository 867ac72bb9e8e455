! Turns that run again and overwrite small arrays of their own: elements that no adjoint of the same turn wants as they were are not saved, others are:
! squared in place, multiplied by their neighbours, handed on from turn to turn.
! head: pairs(e)/(x s)
! inputs: n = 4
! inputs: x = 0.1 .. 1.4
! inputs: s = 0.5 .. 1.5
! head: carried(e)/(x s)
! inputs: n = 4
! inputs: x = 0.1 .. 1.4
! inputs: s = 0.5 .. 1.5
subroutine pairs(n, x, s, e)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(3, n), s
  real(8), intent(out) :: e
  real(8) :: d(3), r2, w
  integer :: i, j, k
  e = 0.d0
  do i = 1, n
    do j = i + 1, n
      r2 = 0.d0
      do k = 1, 3
        d(k) = x(k, i) - x(k, j)
        if (d(k) > 0.5d0) then
          d(k) = d(k) - 1.d0
        else if (d(k) < -0.5d0) then
          d(k) = d(k) + 1.d0
        end if
        r2 = r2 + d(k)*d(k)
      end do
      if (r2 < 0.7d0) then
        w = s/(r2 + 0.1d0)
        do k = 1, 3
          d(k) = d(k)*d(k)
          e = e + w*sin(d(k))
        end do
        do k = 2, 3
          d(k) = d(k)*d(k-1)
        end do
        e = e + d(3)*d(2)
      end if
    end do
  end do
end subroutine pairs

subroutine carried(n, x, s, e)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(3, n), s
  real(8), intent(out) :: e
  real(8) :: d(3), q(3), r
  integer :: i, j, k
  e = 0.d0
  q = s
  do i = 1, n
    do j = 1, n
      do k = 1, 3
        d(k) = x(k, i)*x(k, j)
        r = d(k)*q(k)
        d(k) = exp(-d(k))*r
        q(k) = q(k)*(1.d0 + 0.1d0*sin(d(k)))
      end do
      d(1) = d(1)*d(3)*d(2)
      e = e + d(1)*d(1) + d(2)*q(3)
    end do
  end do
end subroutine carried
