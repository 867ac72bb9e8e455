! run: -b
! has: table_b(
! lacks: interface
! bare procedures that a project pastes between a module's head and foot after differentiation
subroutine f(n, x, y)
 implicit none
 integer, intent(in) :: n
 real(8), intent(in) :: x(n)
 real(8), intent(out) :: y
 real(8) :: w(n)
 call table(x, w)
 y = sum(w)
end subroutine
subroutine table(x, w)
 implicit none
 real(8), intent(in) :: x(:)
 real(8), intent(out) :: w(:)
 w = x**3
end subroutine
