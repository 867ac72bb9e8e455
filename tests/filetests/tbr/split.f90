! Split mode: the callee saves what it overwrites; what it still uses behind its end stays required.
! test: tbr, push, use
! head: f from x to y
! split
subroutine f(x, y)
  real(8) :: x, y, a, b
  a = x
  b = x
  call g(a, b)    ! use: a b
  b = 1.0d0       ! tbr: b | push: b
  y = a*b*a       ! use: a b
end subroutine f
subroutine g(p, q)
  real(8), intent(inout) :: p
  real(8), intent(in) :: q
  p = p*q         ! use: p q | push: p
end subroutine g
