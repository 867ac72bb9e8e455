! WHERE with ELSEWHERE, nested, with masks that the statements change.
! head: f(x)\(y)
! inputs: n = 6
! inputs: x = -1 .. 1
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  real(8) :: v(n), w(n)
  v = x*2.0d0
  w = 1.0d0
  where (v > 0.0d0)
    v = v**2 - 1.0d0
    w = v*x
  elsewhere (v < -0.7d0)
    v = -v
    x = x*w
  elsewhere
    w = sin(x)
  end where
  where (x > 0.0d0) x = x*v - 2.0d0
  where (x < 0.3d0)
    where (v > 0.2d0)
      x = x*v
    elsewhere
      x = x + w
    end where
    w = w*x
  end where
  y = sum(v*w + x)
end subroutine
