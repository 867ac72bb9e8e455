! A fixed point in the turns of another, and a loop with an EXIT of its own in them.
! head: f(x)\(y)
! inputs: x = 0.5 .. 1
subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: z, v, old, t
  integer :: i, k
  z = x
  v = 1
  !$AD FP-LOOP "z v"
  do i = 1, 100
    old = z
    t = z*x
    do k = 1, 5
      if (k > 3) exit
      t = 0.5d0*t + 0.1d0*k
    end do
    !$AD FP-LOOP v
    do k = 1, 100
      if (abs(0.3d0*cos(v*t) + 0.2d0*x - v) < 1.0d-16) exit
      v = 0.3d0*cos(v*t) + 0.2d0*x
    end do
    z = 0.4d0*sin(z)*v + 0.5d0*t
    if (abs(z - old) < 1.0d-16) exit
  end do
  y = z*z + v
end subroutine f
