! Turns of loops that are not counted run again in the backward sweep: scalars that go from turn to turn, tests, an integer that counts and is set back,
! elements named by what the turn leaves alone, counted loops and calls in the turn, a loop in a loop, a loop without turns; with EXIT and CYCLE as before.
! Integers that each turn moves once come back by the inverse, in counted loops too.
! head: turns(x p)\(y)
! inputs: n = 4
! inputs: tend = 0.5
! inputs: x = 0.5 .. 1.5
! inputs: p = 0.8 .. 1.2
! head: turns(x p)\(y)
! inputs: n = 4
! inputs: tend = -1.0
! inputs: x = 0.5 .. 1.5
! inputs: p = 0.8 .. 1.2
module turns_data
  implicit none
  real(8) :: shared = 0.0d0
end module turns_data

subroutine rate(x, y, p, f)
  use turns_data, only: shared
  implicit none
  real(8), intent(in) :: x, y, p
  real(8), intent(out) :: f
  real(8) :: z
  z = p*x
  z = z - 0.3d0*x*y*z
  f = z*y
  shared = shared + f*f
end subroutine rate

subroutine scalars(tend, x0, p, y)
  implicit none
  real(8), intent(in) :: tend, x0, p
  real(8), intent(out) :: y
  real(8) :: t, h, x, v, fx, fv, q
  integer :: k
  t = 0.0d0
  h = 0.04d0
  x = x0
  v = 0.6d0
  y = 0.0d0
  k = 0
  do while (t < tend)
    fx = p*x - 0.9d0*x*v
    fv = 1.1d0*x*v - v
    if (fx > 0.1d0) then
      q = fx*fx
    else
      q = fx
    end if
    if (k == 3) then
      k = 0
      y = y + q*fv
    end if
    x = x + h*q
    v = v + h*fv*q
    t = t + h
    k = k + 1
  end do
  y = y + x*v + k
end subroutine scalars

subroutine elements(n, tend, x, p, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: tend, x(n), p
  real(8), intent(out) :: y
  real(8) :: t, u(2), a(n), s, q
  integer :: i, j, k
  t = 0.0d0
  u = x(1:2)
  a = x
  j = 2
  k = 0
  y = 0.0d0
  do while (t < tend)
    q = u(1)*p
    s = q*q
    do i = 1, n
      s = s + sin(a(i)*q)*q
    end do
    q = q + 0.1d0*s
    if (q > 1.0d0) q = q/(1.0d0 + q*q)
    u(1) = u(1)*u(2) + 0.2d0*q
    u(2) = u(2) - 0.1d0*q*s
    a(j) = a(j)*q + s
    t = t + 0.1d0
    k = k + 2
    y = y + q*s*k
  end do
  y = y + u(1)*u(2) + a(2)
end subroutine elements

subroutine called(tend, x0, p, y)
  use turns_data, only: shared
  implicit none
  real(8), intent(in) :: tend, x0, p
  real(8), intent(out) :: y
  real(8) :: t, x, v, f, g, q
  t = 0.0d0
  x = x0
  v = 0.7d0
  shared = x0
  y = 0.0d0
  do while (t < tend)
    q = x*v
    call rate(x, q, p, f)
    g = f*q
    q = g*g + f
    call rate(q, v, p, g)
    x = x + 0.1d0*f*g
    v = v + 0.05d0*q*g
    t = t + 0.1d0
  end do
  y = x*v + shared
end subroutine called

subroutine nested(n, tend, x, p, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: tend, x(n), p
  real(8), intent(out) :: y
  real(8) :: t, u, v, w, r, q
  integer :: i, m
  y = 0.0d0
  do i = 1, n
    u = x(i)
    v = p
    t = 0.0d0
    m = 0
    do while (t < tend .and. m < 9)
      r = u*v
      q = r*r + u
      w = 1.0d0 + r
      do while (w > 1.1d0)
        r = r*w
        q = q*r*w
        w = w*0.6d0
        if (q > 2.0d0) then
          q = q/(1.0d0 + q)
        end if
      end do
      q = q*q + r*w
      u = u + 0.1d0*q*r
      v = v*u/(1.0d0 + u*u)
      t = t + 0.1d0
      m = m + 1
    end do
    y = y + u*v*m
  end do
end subroutine nested

subroutine left(tend, x0, p, y)
  implicit none
  real(8), intent(in) :: tend, x0, p
  real(8), intent(out) :: y
  real(8) :: t, u, v, r, q
  t = 0.0d0
  u = x0
  v = p
  y = 0.0d0
  do while (t < tend)
    t = t + 0.05d0
    r = u*v
    q = r*r + u
    if (q > 2.5d0) exit
    if (q < 0.3d0) cycle
    r = r*q
    u = u*r/(1.0d0 + r*r)
    v = v + 0.1d0*q*r
    y = y + q*v
  end do
  y = y + u*v
end subroutine left

subroutine moved(n, tend, x, p, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: tend, x(n), p
  real(8), intent(out) :: y
  real(8) :: t, u, v, r, q
  integer :: i, k, m
  k = 7
  m = 0
  t = 0.0d0
  u = p
  v = 0.5d0
  y = 0.0d0
  do while (t < tend)
    r = u*v + m
    q = r*r
    if (mod(m, 3) == 0) then
      q = q + r*u
      q = q*v
    end if
    m = m + 2
    r = r*q + m
    u = u*r/(1.0d0 + r*r)
    v = v + 0.1d0*q*r/(1.0d0 + q*q)
    t = t + 0.1d0
  end do
  do i = 1, n
    k = k - 3
    r = u*x(i) + k
    q = r*r
    if (mod(k, 2) == 0) then
      q = q + r*u
      q = q*v*x(i)
    end if
    u = u*r/(1.0d0 + q*q)
    v = v + q*r
  end do
  k = 2*k
  m = m*k
  y = u*v + k + m
end subroutine moved

subroutine turns(n, tend, x, p, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: tend, x(n), p
  real(8), intent(out) :: y
  real(8) :: z
  call scalars(tend, x(1), p, y)
  call elements(n, tend, x, p, z)
  y = y + z
  call called(tend, x(2), p, z)
  y = y + z
  call nested(n, tend, x, p, z)
  y = y + z
  call left(tend, x(3), p, z)
  y = y + z
  call moved(n, tend, x, p, z)
  y = y + z
end subroutine turns
