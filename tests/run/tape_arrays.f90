! Saved values in arrays indexed by the loops: triangular nests, steps, branches, a loop left early, sections, a local that has no value at first.
! head: tapes(x p)\(y)
! inputs: n = 5
subroutine tapes(n, x, p, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), p
  real(8), intent(out) :: y
  real(8) :: a(n,n), v(n), s, t, old(n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      a(i,j) = x(i)*x(j) + p
    end do
  end do
  s = p
  do k = 1, 3
    do j = 1, n
      do i = j, n
        t = s
        s = s*sin(a(i,j)) + t*t*0.1d0
        a(i,j) = a(i,j)*s
        if (s > 0.4d0) then
          t = exp(-s)
          a(i,j) = a(i,j)*t
        else
          s = s*s + 0.2d0
        end if
      end do
    end do
    do j = n, 1, -2
      old = a(:,j)*0.5d0 + 0.1d0
      v = old*s
      do i = 2, n-1
        v(i) = v(i)*v(i-1)
      end do
      s = s + 0.01d0*sum(v*v)
      a(2:n,j) = a(2:n,j)*cos(s)
    end do
    do i = 1, n
      if (i > 3) exit
      s = s*cos(a(i,1)) + 0.3d0
    end do
  end do
  y = s + sum(a)
end subroutine tapes
