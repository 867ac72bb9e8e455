! Directives in procedures that are put in the place of their calls: their names are those of the copies.
! head: solve(x)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.2
subroutine solve(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: w(:)
  real(8) :: z, s
  integer :: k
  s = x(1)*x(2)
  z = x(3)
  k = 2
  call iterate(s, 1)
  y = s*z*k + sum(w**2)
  deallocate (w)
contains
  subroutine iterate(u, some)
    real(8), intent(inout) :: u
    integer, intent(in) :: some
    real(8) :: z, old
    integer :: k, i
    z = u
    allocate (w(n))
    old = u + 1
    !$AD FP-LOOP "z" 1.0e-15
    do while (abs(z - old) > 1.0d-15)
      old = z
      z = 0.3d0*cos(z) + 0.2d0*x(1)*u
    end do
    k = some + 1
    !$AD BINOMIAL-CKP 6 k 1
    do i = 1, 5
      u = u*z*cos(u) + 0.1d0
    end do
    !$AD CHECKPOINT-START
    w = x*u
    w(k) = w(k)*w(1)*some
    !$AD CHECKPOINT-END
  end subroutine iterate
end subroutine solve
