! A passive call is kept for what it computes; control inside the callee counts.
! test: live, dead
! head: f from x to y
subroutine f(x, y)
  real(8) :: x, y, a, b, k
  a = 1.0d0
  k = 2.0d0 ! live: a
  b = 0.0d0 ! live: a k | dead: yes
  call g(a, k) ! live: a k
  call g(b, k) ! live: a | dead: yes
  y = x*a ! live: a | dead: yes
end subroutine f
subroutine g(p, q)
  real(8) :: p
  real(8), intent(in) :: q
  if (q > 1.0d0) p = 7.0d0
end subroutine g
