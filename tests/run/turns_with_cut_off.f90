! head: energy(f)/(x)
! inputs: n = 4
! inputs: x(3,4) = 0.1 .. 2.0
! head: layers(f)/(x)
! inputs: n = 5
! inputs: x(5) = 0.5 .. 1.5
! head: regions(f)/(x)
! inputs: n = 3
! inputs: x(3) = 0.5 .. 1.5
! The last choice of a turn that runs again, and the first of its adjoint, are one: arms with more in them, choices in choices, SELECT, regions.
subroutine energy(n, x, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(3, n)
  real(8), intent(out) :: f
  real(8) :: d(3), r, s
  integer :: i, j
  f = 0
  do i = 1, n - 1
    do j = i + 1, n
      d = x(:, i) - x(:, j)
      r = d(1)**2 + d(2)**2 + d(3)**2
      if (r > 4) cycle
      s = 1/(r + 0.5d0)**3
      f = f + 4*(s**2 - s)
    end do
  end do
end subroutine energy

subroutine layers(n, x, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  real(8) :: t, u
  integer :: i
  f = 1
  do i = 1, n
    t = x(i)*sin(x(i))
    select case (mod(i, 3))
    case (0)
      u = t*t
      f = f + u*t
    case (1)
      if (t > 0.6d0) then
        u = exp(t)
        f = f + u*u*x(i)
      else
        f = f + t*x(i)
      end if
    case default
      f = f + cos(t)*t
    end select
  end do
end subroutine layers

subroutine regions(n, x, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  real(8) :: t, u
  integer :: i
  f = 0
  u = 1
  do i = 1, n
    !$AD CHECKPOINT-START
    t = u*x(i)
    if (t > 0.8d0) then
      u = t*t
      f = f + u*u
    else
      u = sin(t)
      f = f + u*t
    end if
    !$AD CHECKPOINT-END
  end do
end subroutine regions
