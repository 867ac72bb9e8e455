! RETURN before the end: tests over the rest, nested, in loops, in functions with several of them.
! head: limited(x)\(y)
! inputs: n = 5
! inputs: x(5) = -1 .. 1.5
! head: solve(a b)\(x)
! inputs: info = 0
! inputs: a(2,2) = 0.5 .. 1.5
! inputs: b(2) = 0.5 .. 1.5
! head: search(x)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! head: closure(z)\(phi)
! inputs: z = -1.5 .. 1.5
subroutine limited(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  y = 0
  do i = 2, n - 1
    y = y + minmod(x(i) - x(i-1), x(i+1) - x(i))*x(i)
  end do
contains
  real(8) function minmod(a, b)
    real(8), intent(in) :: a, b
    if (a*b <= 0) then
      minmod = 0
      return
    end if
    minmod = a
    if (abs(a) < abs(b)) return
    minmod = b*b
  end function
end subroutine
subroutine solve(a, b, x, info)
  implicit none
  real(8), intent(in) :: a(2, 2), b(2)
  real(8), intent(out) :: x(2)
  integer, intent(inout) :: info
  real(8) :: c(2, 2), f
  x = 0
  if (info /= 0) return
  c = a
  if (abs(c(1, 1)) < 1d-12) then
    info = 1
    return
  end if
  f = c(2, 1)/c(1, 1)
  c(2, :) = c(2, :) - f*c(1, :)
  x = b
  x(2) = x(2) - f*x(1)
  if (abs(c(2, 2)) < 1d-12) then
    info = 2
    x = x*f
    return
  end if
  x(2) = x(2)/c(2, 2)
  x(1) = (x(1) - c(1, 2)*x(2))/c(1, 1)
end subroutine
subroutine search(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: t
  integer :: i
  y = 1
  t = x(1)
  if (n < 1) return
  do i = 1, n
    t = t*x(i) + 0.1d0
    y = y + t*t
    if (y > 6) return
    if (i == 3) then
      if (t > 2) then
        y = y*t
        return
      end if
      y = y + sin(t)
    end if
  end do
  y = y*x(n)
end subroutine
subroutine closure(z, phi)
  implicit none
  real(8), intent(in) :: z
  real(8), intent(out) :: phi
  real(8) :: s
  select case (merge(1, 2, z < 0))
  case (1)
    s = sqrt(sqrt(1 - 16*z))
    phi = log((1 + s*s)/2) + 2*log((1 + s)/2)
    return
  case default
    phi = -5*z
    if (z > 1) then
      phi = -5 - 5*log(z)
      return
    end if
  end select
  phi = phi*(1 + 0.1d0*z)
end subroutine
