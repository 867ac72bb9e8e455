! Fixed points in DO loops that are left when they have converged: an EXIT in the middle, at the end, under ELSE; in procedures; Newton's method; in a loop.
! head: outer(p q)\(y)
! inputs: p = 0.5 .. 1
! inputs: q = 0.5 .. 1
module solvers
  implicit none
contains
  subroutine relax(p, z, last)
    real(8), intent(in) :: p
    real(8), intent(inout) :: z
    real(8), intent(out) :: last
    real(8) :: znew
    integer :: it
    last = 0
    !$AD FP-LOOP z
    do it = 1, 500
      znew = 0.5d0*cos(z*p) + 0.25d0*p
      last = znew*p
      if (abs(znew - z) < 1.0d-16) exit
      z = znew
    end do
  end subroutine relax
  real(8) function root(a)
    real(8), intent(in) :: a
    real(8) :: x, dx
    integer :: it
    x = 1 + a
    !$AD FP-LOOP "x"
    do it = 1, 60
      dx = (x*x*x - a)/(3*x*x)
      if (abs(dx) <= 1.0d-15*abs(x) .or. it == 60) then
        if (it == 60) print *, 'no convergence'
        exit
      else
        x = x - dx
      end if
    end do
    root = x
  end function root
end module solvers
subroutine outer(p, q, y)
  use solvers
  implicit none
  real(8), intent(inout) :: p
  real(8), intent(in) :: q
  real(8), intent(out) :: y
  real(8) :: z, last, u(2), s
  integer :: k
  z = q
  y = 0
  do k = 1, 3
    call relax(p, z, last)
    p = p*0.9d0 + 0.1d0*root(q + last)
    y = y + z*last*p
  end do
  u = q
  s = p*q
  !$AD FP-LOOP "u" 1.0d-15
  do k = 1, 80
    s = 0.3d0*u(2)*p
    u(1) = 0.3d0*sin(u(1)) + s
    u(2) = 0.4d0*u(1) + q*p
  end do
  y = y*u(1) + u(2)*s
end subroutine outer
