! Joint mode: what the callee's adjoint needs and the call overwrites is its snapshot; the callee restores what its callers need.
! test: tbr, push, use, dead, needed
! head: f from x to y
subroutine f(x, y)       ! needed: x
  real(8) :: x, y, a, b
  a = x*x                ! use: x
  b = x                  ! tbr: x
  y = a*b                ! use: a b | tbr: x | dead: yes
  call g(a, b)           ! use: a b | tbr: x a b | push: a
  y = y + a*b            ! use: a b | tbr: x b | dead: yes
end subroutine f
subroutine g(p, q)       ! needed: p q
  real(8), intent(inout) :: p
  real(8), intent(in) :: q
  p = p*q                ! use: p q | tbr: p | push: p
  p = p*q                ! use: p q | tbr: q | dead: yes
end subroutine g
