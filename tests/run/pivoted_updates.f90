! A loop that is reversed turn by turn asks of arrays as a whole what others ask element by element: rows are exchanged by an index that is computed, and
! nothing of the update is saved, since the exchange is reversed from saved values; the same with a row that is known, and with turns that compute so
! much that running them again pays.
! inputs: n = 6
! inputs: a(6,6) = 0.5 .. 1.5
! head: pivoted(a)\(a)
! head: reversed(a)\(a)
! head: scaled(a)\(a)
subroutine pivoted(n, a, piv)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer, intent(out) :: piv(n)
  integer :: p
  integer :: i, j, k
  real(8) :: t
  do k = 1, n
    p = k
    do i = k + 1, n
      if (abs(a(i, k)) > abs(a(p, k))) p = i
    end do
    piv(k) = p
    do j = 1, n
      t = a(k, j)
      a(k, j) = a(p, j)
      a(p, j) = t
    end do
    do i = k + 1, n
      a(i, k) = a(i, k)/a(k, k)
    end do
    do j = k + 1, n
      t = a(k, j)
      do i = k + 1, n
        a(i, j) = a(i, j) - a(i, k)*t
      end do
    end do
  end do
end subroutine pivoted

! The row is known, and what the search finds decides about a number that goes into the update.
subroutine reversed(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i, j, k, p
  real(8) :: t, s
  do k = 1, n - 1
    p = n
    s = 1.d0
    do i = k + 1, n
      if (a(i, k) > a(p, k)) then
        p = i
        s = 0.5d0*s
      end if
    end do
    do j = 1, n
      t = a(k, j)
      a(k, j) = a(k + 1, j)
      a(k + 1, j) = t*s
    end do
    do j = k + 1, n
      t = a(k, j)*a(p, k)
      do i = k + 1, n
        a(i, j) = a(i, j) - 0.1d0*a(i, k)*t
      end do
    end do
  end do
end subroutine reversed

! Two loops whose turns pay when they run again, and one that does not.
subroutine scaled(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i, j, k, p
  real(8) :: t, u, v
  do k = 1, n
    p = 1 + mod(k*k, n)
    do j = 1, n
      t = sin(a(k, j))
      u = t*a(p, j)
      v = u*exp(-t) + t
      if (u > 0.5d0) v = v*u
      a(k, j) = 0.5d0*v*t + u
    end do
    do j = 1, n
      t = a(k, j)
      a(k, j) = a(p, j)
      a(p, j) = t
    end do
    do j = k + 1, n
      do i = k + 1, n
        a(i, j) = a(i, j) - 0.1d0*a(i, k)*a(k, j)
      end do
    end do
    do j = 1, n
      t = cos(a(j, k))
      u = t*t
      v = u*t + a(j, k)
      a(j, k) = v*u*t
    end do
  end do
end subroutine scaled
