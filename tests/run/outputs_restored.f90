! Outputs that an adjoint sets and puts back: INTENT(OUT) has undefined what they were on entry, which the caller still needs.
! inputs: x(4) = 0.5 .. 1.5
! inputs: s = 0.5 .. 1.5
! head: element(x, s)\(x s)
! head: scalar(x, s)\(x s)
subroutine last(v, s)
  implicit none
  real(8), intent(in) :: v(4)
  real(8), intent(out) :: s
  integer :: i
  do i = 2, 4
    s = tanh(0.125d0 - v(i - 1)*v(i))
  end do
end subroutine last
subroutine grow(v, s)
  implicit none
  real(8), intent(in) :: v(4)
  real(8), intent(out) :: s
  s = v(1)
  s = s*s + v(2)
  s = sin(s)
end subroutine grow
subroutine element(x, s)
  implicit none
  real(8), intent(inout) :: x(4), s
  s = sin(sum(x(1:3)))*x(4)
  call last([x(2:4), s], x(4))
end subroutine element
subroutine scalar(x, s)
  implicit none
  real(8), intent(inout) :: x(4), s
  x(1) = x(1)*s
  call grow(x, s)
  x(2) = x(2)*s*s
  call last(x, s)
end subroutine scalar
