! A function's result, and locals around a procedure inside, which sets them; in split mode too.
! head: host_results(s x)\(host_results x)
function host_results(s, x) result(res)
  implicit none
  real(8), intent(in) :: s
  real(8), intent(inout) :: x(3)
  real(8) :: res, t, u
  integer :: k
  res = s*s
  t = s
  call scale_all()
  res = res + sin(s)*t
  k = 2
  u = 0.5d0*advance()
  t = u + t*x(k)
  res = res*t
contains
  subroutine scale_all()
    x = x*sin(t)
    t = t*x(2)
  end subroutine scale_all
  function advance() result(r)
    real(8) :: r
    r = x(k)**2
    t = t*r
    res = res + t
    k = 3
  end function advance
end function host_results
