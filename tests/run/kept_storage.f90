! head: main(s)\(s)
! inputs: n = 3
! options: -nocheckpoint update
! A local array whose last value does not matter, but whose earlier one is given back, is allocated again in the backward half.
subroutine update(m, r)
  implicit none
  integer, intent(in) :: m
  real(8), intent(inout) :: r
  real(8), allocatable :: w(:)
  w = [[0.5d0, 0.75d0], 1.25d0]
  r = tanh(w(m)*r)/(1.5d0 + sin(r))
  w(:) = w(:) + sin(0.5d0*w*w)*w
  if (sum(w) < 0) r = 0
  deallocate (w)
end subroutine update
subroutine main(n, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: s
  call update(n, s)
  s = s*s
end subroutine main
