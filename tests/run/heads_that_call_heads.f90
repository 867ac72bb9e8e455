! Heads of which one calls another: what the called one does not touch, but its caller has set, keeps its adjoint.
! head: course%traj(rng)/(v0)
! options: -head course%dragf(d)/(v) -head drag%plain(w)/(v)
module air
  implicit none
  real(8) :: rho = 1.2d0, mass = 2d0
end module air
module drag
  implicit none
contains
  subroutine plain(v, w)
    real(8), intent(in) :: v
    real(8), intent(out) :: w
    w = sin(v)
  end subroutine plain
end module drag
module course
  use air, only: rho, mass
  use drag, only: plain
  implicit none
  real(8) :: wind(2)
contains
  subroutine traj(v0, rng)
    real(8), intent(in) :: v0
    real(8), intent(out) :: rng
    real(8) :: d, w
    mass = 2d0 + v0
    rho = v0*v0
    wind = [v0, 2*v0]
    call dragf(v0, d)
    call plain(v0, w)
    rng = d*mass + w*wind(1) + wind(2)**2
  end subroutine traj
  subroutine dragf(v, d)
    real(8), intent(in) :: v
    real(8), intent(out) :: d
    d = 0.5d0*v*v*rho
    if (wind(1) > 100d0) d = 0d0
  end subroutine dragf
end module course
