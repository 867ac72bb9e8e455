! Recomputability: the code of RR-7957 figure 11, and what stands in the way.
! test: again
! head: fig11 from a b t x z to a b t x z
! head: hindered from x y to x y
subroutine fig11(m, i, ind1, ind2, a, b, z, t, x)
  integer :: m, i, ind1(m), ind2(m)
  real(8) :: a(m+1), b(m), z(m), t(m), x, c
  integer :: n
  n = ind1(i)
  b(n) = (a(n)+b(n))*0.5
  a(n) = a(n)+x
  c = a(n)*b(n)
  a(n) = a(n)*a(n+1)
  n = ind2(i)       ! again: n
  z(n) = z(n) + c
  n = ind2(i+1)     ! again: n
  c = a(n)/b(n)
  t(n) = t(n) - c
end subroutine fig11

subroutine hindered(n, k, idx, x, y)
  integer :: n, k, idx(n), i, j
  real(8) :: x(n), y, w
  j = idx(1)
  x(j) = x(j)*y
  j = idx(2)        ! again:
  idx(1) = j
  j = k             ! again:
  if (y > 0) j = 2  ! again: j
  x(j) = y
  j = 3             ! again:
  w = y
  do i = 1, n
    j = k + 1       ! again:
    x(j) = x(j)*w
    j = i           ! again: j
  end do
  w = x(1)          ! again: w
  w = w*w           ! again:
  x(1) = 0
end subroutine hindered
