! head: solve(p)\(r)
! inputs: p = 0.5 .. 1.5
module newton
  implicit none
  real(8) :: tol = 1d-3
contains
  subroutine update(x, p, res, *)
    real(8), intent(inout) :: x
    real(8), intent(in) :: p
    real(8), intent(out) :: res
    res = x**2 - p
    x = x - res/(2*x)
    if (abs(res) < tol) return 1
  end subroutine
  subroutine solve(p, r)
    real(8), intent(in) :: p
    real(8), intent(out) :: r
    real(8) :: x, res
    integer :: k
    x = 1.3d0
    do k = 1, 20
      call update(x, p, res, *10)
    end do
    stop 'no'
10  r = x + step(p)
  contains
    real(8) function step(q)
      real(8), intent(in) :: q
      step = q
      call bump(step, *5)
      step = step*2
5     continue
    end function
    subroutine bump(s, *)
      real(8), intent(inout) :: s
      s = s**3
      if (s > 1) return 1
    end subroutine
  end subroutine
end module
