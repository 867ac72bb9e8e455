! test: varied, useful, derivative
! head: f from x to y
subroutine f(n, x, y)
  integer :: n
  real(8) :: x(n), y
  real(8), allocatable :: a(:), b(:)
  allocate (a(n)) ! varied: x | useful: x | derivative: yes
  a = x ! varied: a x | useful: x | derivative: yes
  allocate (b, source=a) ! varied: a b x | useful: a | derivative: yes
  deallocate (a) ! varied: b x | useful: b | derivative: yes
  y = sum(b) ! varied: b x y | useful: b | derivative: yes
  deallocate (b) ! varied: x y | useful: y | derivative: yes
end subroutine f
