! run: -b -head "g(y)/(x)"
! has: g_b(n, x, xb, p, pb, q, qb, y, yb)
! the head names x and y; p and q are arguments that carry active values in between
subroutine g(n, x, p, q, y)
 integer, intent(in) :: n
 real(8), intent(in) :: x(n)
 real(8), intent(inout) :: p(n), q(n)
 real(8), intent(out) :: y
 integer :: i
 do i = 2, n
  p(i) = p(i-1) + x(i)
  q(i) = q(i)*p(i)
 end do
 y = sum(q*p)
end subroutine
