! A pointer may mean each of its targets; what is written through it is written in part.
! test: varied, active
! head: f from x to y
subroutine f(x, y, k)
  integer :: k
  real(8) :: x, y
  real(8), target :: a, b, c
  real(8), pointer :: p
  p => a               ! varied: x | active: x
  if (k > 0) p => b    ! varied: x | active: x
  p = x                ! varied: x a b | active: b
  c = x                ! varied: x a b c | active: b
  a = 0.0d0            ! varied: x b c | active: b
  y = p                ! varied: x b c y | active: y
end subroutine f
