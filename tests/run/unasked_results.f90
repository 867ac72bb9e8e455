! Functions that are differentiated for what they do to their arguments: nobody asks for the derivative of their result.
! inputs: k = 2
! inputs: s = 0.5 .. 1.5
! inputs: x(4) = 0.1 .. 0.4
! head: chosen(s, x)\(s)
! head: summed(s, x)\(s)
function chosen(k, s, x) result(res)
  implicit none
  integer, intent(in) :: k
  real(8), intent(inout) :: s
  real(8), intent(in) :: x(4)
  real(8) :: res
  res = 0.5d0
  select case (k)
  case (1)
    s = 2.d0*s
  case (2)
    s = s*sin(s)
  case default
    res = x(2)
    if (res < 0.5d0) s = res
  end select
end function chosen
function summed(k, s, x)
  implicit none
  integer, intent(in) :: k
  real(8), intent(inout) :: s
  real(8), intent(in) :: x(4)
  real(8) :: summed(2)
  integer :: i
  summed = 0.d0
  do i = 1, 4
    if (i > 4*k) summed(1) = summed(1) + x(i)
    if (i == k) s = s*x(i) + summed(1)
  end do
end function summed
