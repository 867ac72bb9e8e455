! run: -b -head "energy(e)/(h)"
! has: module phys_diff
! run: -b -module auto -head "energy(e)/(h)"
! has: use phys, only
! lacks: rho = 0
! run: -d -module reuse -head "energy(e)/(h)"
! has: use phys, only
module phys
  implicit none
  real(8) :: gravity = 0, rho = 0
contains
  subroutine init(g, r)
    real(8), intent(in) :: g, r
    gravity = g; rho = r
  end subroutine
  subroutine energy(n, h, e)
    integer, intent(in) :: n
    real(8), intent(in) :: h(n)
    real(8), intent(out) :: e
    e = 0.5d0*rho*gravity*sum(h*h)
  end subroutine
end module
