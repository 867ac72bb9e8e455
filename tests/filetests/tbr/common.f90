! A global that the callee overwrites behind the back of its caller.
! test: tbr, push, use, dead, needed
! head: f from x to y
subroutine f(x, y) ! needed: x
  real(8) :: x, y, p, q
  common /blk/ p, q
  p = x
  y = p*p ! use: p
  call g(x) ! tbr: p | push: p | use: p x
  y = y*p*q ! tbr: x | use: p q y | dead: yes
end subroutine f
subroutine g(z) ! needed: a z
  real(8) :: z, a, b
  common /blk/ a, b
  a = a*z ! tbr: a | push: a | use: a z
  b = a*a ! tbr: z | use: a | dead: yes
end subroutine g
