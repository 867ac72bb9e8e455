! Independent iterations, each run again in the backward sweep: temporaries, an inner loop, a branch, an update in place.
! head: independent(x, a)\(y, z)
! inputs: n = 7
subroutine independent(n, x, a, y, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: a(n)
  real(8), intent(out) :: y(n), z
  real(8) :: t, u, s
  integer :: i, k
  !$AD II-LOOP
  do i = 1, n
    t = x(i)*a(i)
    u = 1.0d0
    do k = 1, 3
      u = u*t + 0.5d0
      t = t*sin(u)
    end do
    if (t > 0.0d0) then
      u = u*t
    else
      u = u - t*t
    end if
    y(i) = u*u
  end do
  !$AD II-LOOP
  do i = 1, n
    s = a(i)*a(i)
    a(i) = s*x(i)
    s = s*a(i)
    a(i) = a(i)*s
  end do
  z = 0.0d0
  do i = 1, n
    z = z + a(i)*y(i)
  end do
end subroutine independent
