! test: tbr, push
! head: f from x to y
module m
  type cell
    real(8) :: p, v
  end type
end module m
subroutine f(x, y, c, d)
  use m
  real(8) :: x, y, z
  type(cell) :: c, d
  z = x*c%p*c%v
  c%p = 1.0d0 ! tbr: c%p c%v | push: c%p
  d = c ! tbr: c%v
  c = d ! tbr: c%v | push: c%v
  y = z*c%p*d%v
end subroutine f
