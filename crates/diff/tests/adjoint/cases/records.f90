! head: simulate(cost)/(ks h)
! n = 4
module types_mod
  implicit none
  type soil_t
    real(8) :: ks
    real(8) :: theta
    integer :: class
  end type soil_t
  type cell_t
    type(soil_t) :: soil
    real(8) :: area
    real(8) :: h
  end type cell_t
contains
  subroutine drain(rain, cell, cost)
    real(8), intent(in) :: rain
    type(cell_t), intent(inout) :: cell
    real(8), intent(inout) :: cost
    real(8) :: infil, q
    infil = cell%soil%ks*(1.d0 - cell%soil%theta)*cell%h
    cell%soil%theta = cell%soil%theta + 0.1d0*infil
    cell%h = cell%h + rain - infil
    if (cell%h > 0.5d0) then
      q = cell%area*(cell%h - 0.5d0)**2
      cell%h = cell%h - q/cell%area
      cost = cost + q*q
    end if
    cell%soil%theta = 0.98d0*cell%soil%theta
  end subroutine drain
end module types_mod

subroutine simulate(n, ks, h, cost)
  use types_mod
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: ks(n), h(n)
  real(8), intent(out) :: cost
  type(cell_t) :: cells(n), one
  integer :: c, t
  cost = 0.d0
  do c = 1, n
    cells(c)%soil%ks = ks(c)
    cells(c)%soil%theta = 0.1d0*c
    cells(c)%soil%class = 1
    cells(c)%area = 1.d0
    cells(c)%h = h(c)
  end do
  do t = 1, 3
    do c = 1, n
      call drain(0.3d0, cells(c), cost)
    end do
    one = cells(2)
    one%h = one%h*one%soil%theta
    cells(3) = one
  end do
  cost = cost + sum(cells%h*cells%soil%theta)
end subroutine simulate
