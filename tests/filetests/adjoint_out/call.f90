! The adjoint of a joint call runs the forward sweep of its callee.
! test: adj-out, push, dead
! head: f from x to y
subroutine f(x, y)
  real(8) :: x, y, a, b
  a = x ! adj-out: a b
  b = 2.0d0 ! adj-out: a b
  call g(a, b) ! adj-out: a | push: b
  y = a*a ! dead: yes
end subroutine f
subroutine g(p, q)
  real(8) :: p, q
  q = q*q ! adj-out: q
  p = p*q ! dead: yes
end subroutine g
