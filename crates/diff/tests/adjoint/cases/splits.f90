! head: main_step(h)/(h g)
! n = 4
module s
  implicit none
contains
  subroutine inner(n, dt, h, q)
    integer, intent(in) :: n
    real(8), intent(in) :: dt
    real(8), intent(inout) :: h(n)
    real(8), intent(out) :: q
    integer :: i, k
    real(8) :: w(n)
    q = 0.d0
    k = 1
    do i = 1, n
      w(i) = h(i)*h(k)
      h(i) = h(i) + dt*q
      q = h(i)*w(k)*0.2d0
      if (q > 0.1d0) cycle
      k = i
      h(i) = h(i) - q*dt
    end do
    q = q*w(k)
  end subroutine inner

  real(8) function leaf(a, b)
    real(8), intent(in) :: a, b
    leaf = a*b
    leaf = leaf*leaf
  end function leaf
end module s

subroutine main_step(n, h, g)
  use s
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: h(n)
  real(8), intent(in) :: g
  real(8) :: q, r
  integer :: t
  r = g
  do t = 1, 3
    !$AD NOCHECKPOINT
    call inner(n, g, h, q)
    !$AD NOCHECKPOINT
    r = leaf(r, h(t))
    h(n) = h(n)*r + q
    call inner(2, r, h(2:3), q)
    h(1) = h(1)*q
  end do
end subroutine main_step
