! What owns a derivative is allocated for its sake, with the bounds and under the tests that this needs.
! test: live, dead
! head: f from x to y
subroutine f(n, x, y)
  integer :: n, m
  real(8) :: x, y
  real(8), allocatable :: a(:), b(:)
  m = n + 1 ! live: b n x
  if (n > 3) allocate (b(m)) ! live: b m n x
  allocate (a(m)) ! live: b m x
  a = x ! live: a b x
  b = 1.0d0 ! live: a b
  y = sum(a) ! live: a b | dead: yes
  deallocate (a, b) ! live: a b
end subroutine f
