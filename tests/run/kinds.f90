! Quadruple precision inside a double precision procedure.
! head: f(x)\(y)
! inputs: n = 3
subroutine f(n, x, y)
  implicit none
  integer, parameter :: qp = selected_real_kind(30)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(qp) :: acc
  integer :: i
  acc = 0.0_qp
  do i = 1, n
    acc = acc + real(x(i), qp)**2*sin(acc + 1.0_qp)
  end do
  y = real(acc, 8)
end subroutine
