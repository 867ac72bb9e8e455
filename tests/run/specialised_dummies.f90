! One derivative per activity pattern, of procedures that are passed procedures: what is active at a call depends on the copy that it calls.
! options: -specializeactivity %all%
! head: path(x)\(y)
! inputs: n = 3
subroutine path(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: s
  external :: square
  call twice(square, x(3), s)
  call twice(square, s*x(2), s)
  y = s + x(1)
end subroutine

subroutine twice(p, a, r)
  implicit none
  external :: p
  real(8) :: a, r
  call once(p, a, r)
  call once(p, a*r, r)
end subroutine

subroutine once(p, a, r)
  implicit none
  external :: p
  real(8) :: a, r, t
  t = a
  call p(t, r)
end subroutine

subroutine square(t, r)
  implicit none
  real(8) :: t, r
  r = t**2 + t
end subroutine
