! Regions: after and before other statements, in loops, with branches; what the region updates in place is in its snapshot.
! head: sim(x)\(y)
! inputs: n = 6
! inputs: x(6) = 0.5 .. 1.5
subroutine sim(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  real(8) :: t, u
  integer :: i, k
  t = 1
  k = 2
  do i = 1, n
    t = t*x(i)
  end do
  !$AD CHECKPOINT-START
  u = t*t
  do i = k, n
    x(i) = x(i)*x(i - 1) + u
    t = t*x(i) + sin(t)
    k = k + 1
  end do
  if (t > 0) then
    u = u*t
    k = n
  else
    u = u - t
    k = 1
  end if
  !$AD CHECKPOINT-END
  y = u*t*x(k)
  k = 3
  do i = 1, n
    !$AD CHECKPOINT-START
    t = t*x(i)
    if (mod(i, 2) == 0) t = exp(-t*t)*x(k)
    y = y + t*u
    !$AD CHECKPOINT-END
  end do
end subroutine sim
