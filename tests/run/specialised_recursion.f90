! head: top(x)\(y)
! inputs: n=3
! options: -specializeactivity %all%
module m
  implicit none
  real(8) :: scale = 2d0, bias

contains
  subroutine top(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: a, b, z(n)
    bias = 1d0; scale = 2d0
    call down(n, x(1), 2d0, a)
    call down(n, 3d0, x(2), b)
    scale = a
    call down(n, 1.5d0, 0.5d0, y)
    bias = x(3)
    z = vec(n, x, b)
    y = y + a*b + sum(z)
    z = vec(n, [1d0,2d0,3d0], b)
    y = y*z(2) + bias
  end subroutine
  recursive subroutine down(k, p, q, r)
    integer, intent(in) :: k
    real(8), intent(in) :: p, q
    real(8), intent(out) :: r
    real(8) :: s
    if (k <= 0) then
      r = p*q*scale
    else
      call down(k - 1, q, p*1.1d0, s)
      r = s + sin(p) + bias
    end if
  end subroutine
  function vec(n, v, w) result(r)
    integer, intent(in) :: n
    real(8), intent(in) :: v(n), w
    real(8) :: r(n)
    r = v**2*w
  end function
end module
