! head: wheres(y)/(x)
! n = 6
subroutine wheres(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: u(n), v(n), s
  s = x(1)
  u = x*s
  v = u
  where (u > 0.3d0)
    u = sqrt(u)*s
  elsewhere (u > 0.1d0)
    u = u/x
  elsewhere
    u = 0.1d0*v
  end where
  where (v > 0.2d0) v = v*v*s
  where (u > 0.15d0)
    v = v*0.5d0
  elsewhere
    v = sum(v) - v
  end where
  y = sum(u*v) + sum(u, mask=v > 0.1d0)
end subroutine wheres
