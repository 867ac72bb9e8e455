//! Dummy procedures of heads, and those that are given procedures without source: their derivatives are dummies behind them, and what the user gives for
//! these carries the derivative of each real argument.

use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "\
module solvers
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  abstract interface
    subroutine rate(t, x, dx)
      import :: dp
      real(dp), intent(in) :: t, x(:)
      real(dp), intent(out) :: dx(:)
    end subroutine rate
    function objective(x) result(y)
      import :: dp
      real(dp), intent(in) :: x(:)
      real(dp) :: y
    end function objective
    pure subroutine law(t, x, r)
      import :: dp
      real(dp), value :: t
      real(dp), intent(in) :: x(3)
      real(dp), intent(out) :: r(3)
    end subroutine law
    pure function weight(t, n) result(w)
      import :: dp
      real(dp), intent(in) :: t
      integer, value :: n
      real(dp) :: w
    end function weight
  end interface
contains
  pure subroutine relax(g, w, x, y)
    procedure(law) :: g
    procedure(weight), optional :: w
    real(dp), intent(in) :: x(3)
    real(dp), intent(out) :: y
    real(dp) :: r(3)
    call g(2*x(1), x, r)
    y = sum(r*r)
    if (present(w)) y = y*w(x(2), 2)
  end subroutine relax

  subroutine twice(g, w, x, y)
    procedure(law) :: g
    procedure(weight), optional :: w
    real(dp), intent(in) :: x(3)
    real(dp), intent(out) :: y
    real(dp) :: u
    call relax(g, w, x, u)
    call relax(g, x=x*u, y=y)
  end subroutine twice

  subroutine halves(f, a, b, s)
    real(dp), external :: f
    real(dp), intent(in) :: a, b
    real(dp), intent(out) :: s
    s = part(a, b, 2)
  contains
    recursive function part(l, r, depth) result(t)
      real(dp), intent(in) :: l, r
      integer, intent(in) :: depth
      real(dp) :: t, m
      m = 0.5_dp*(l + r)
      if (depth == 0) then
        t = (r - l)*(f(l) + 4*f(m) + f(r))/6
      else
        t = part(l, m, depth - 1) + part(m, r, depth - 1)
      end if
    end function part
  end subroutine halves

  subroutine advance(rhs, t, x, h)
    procedure(rate) :: rhs
    real(dp), intent(in) :: t, h
    real(dp), intent(inout) :: x(:)
    real(dp) :: k1(size(x))
    call rhs(t, x, k1)
    x = x + h*sin(k1)
  end subroutine advance

  subroutine solve(rhs, cost, x, y)
    procedure(rate) :: rhs
    procedure(objective) :: cost
    real(dp), intent(inout) :: x(:)
    real(dp), intent(out) :: y
    integer :: i
    y = 0
    do i = 1, 3
      call advance(rhs, 0.1_dp*i, x, 0.1_dp)
      y = y + cost(x)*cost(x(2:))
    end do
  end subroutine solve
  recursive function adapt(f, a, b, depth) result(s)
    real(dp), external :: f
    real(dp), intent(in) :: a, b
    integer, intent(in) :: depth
    real(dp) :: s, m
    m = 0.5_dp*(a + b)
    if (depth == 0) then
      s = (b - a)*f(m)
    else
      s = adapt(f, a, m, depth - 1) + adapt(f, m, b, depth - 1)
    end if
  end function adapt

  subroutine inner(f, x, y)
    real(dp), external :: f
    real(dp), intent(in) :: x(3)
    real(dp), intent(out) :: y
    y = adapt(f, x(1), x(3), 2)
    call add(x(1))
    call add(x(2)*x(3))
  contains
    subroutine add(z)
      real(dp), intent(in) :: z
      y = y + f(z)**2
    end subroutine add
  end subroutine inner
end module solvers

subroutine step(rhs, n, t, x, h)
  implicit none
  interface
    subroutine rhs(n, t, x, dx)
      integer, intent(in) :: n
      real(8), intent(in) :: t, x(n)
      real(8), intent(out) :: dx(n)
    end subroutine rhs
  end interface
  integer, intent(in) :: n
  real(8), intent(in) :: t, h
  real(8), intent(inout) :: x(n)
  real(8) :: k1(n), k2(n)
  call rhs(n, t, x, k1)
  call rhs(n, t + 0.5d0*h, x + 0.5d0*h*k1, k2)
  x = x + h*k2
end subroutine step

subroutine march(rhs, weight, n, steps, x, y)
  implicit none
  external rhs
  real(8), external :: weight
  integer, intent(in) :: n, steps
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  real(8) :: t
  t = 0.0d0
  y = 0.0d0
  do i = 1, steps
    call step(rhs, n, t, x, 0.1d0)
    t = t + 0.1d0
    y = y + weight(t)*sum(x*x) + weight(x(1))
  end do
end subroutine march

subroutine known(x, y)
  implicit none
  real(8), intent(inout) :: x(3)
  real(8), intent(out) :: y
  external field
  real(8), external :: window
  call march(field, window, 3, 4, x, y)
  y = y*window(x(2))
end subroutine known
";

/// What the user provides: `field` gives cos(t)*x*x(1), `window` gives t*exp(-t). Where it says DIRECTIONS the procedures work for several.
const PROVIDED: &str = "\
subroutine field(n, t, x, dx)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: t, x(n)
  real(8), intent(out) :: dx(n)
  dx = cos(t)*x*x(1)
end subroutine field
subroutine field_d(n, t, td, x, xd, dx, dxd)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: t, td, x(n), xd(n)
  real(8), intent(out) :: dx(n), dxd(n)
  dx = cos(t)*x*x(1)
  dxd = -sin(t)*td*x*x(1) + cos(t)*(xd*x(1) + x*xd(1))
end subroutine field_d
subroutine field_b(n, t, tb, x, xb, dx, dxb)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: t, x(n)
  real(8), intent(inout) :: tb, xb(n), dx(n), dxb(n)
  dx = cos(t)*x*x(1)
  tb = tb - sin(t)*x(1)*sum(x*dxb)
  xb = xb + cos(t)*x(1)*dxb
  xb(1) = xb(1) + cos(t)*sum(x*dxb)
  dxb = 0.0d0
end subroutine field_b
subroutine field_dv(n, t, td, x, xd, dx, dxd, nbdirs)
  implicit none
  integer, intent(in) :: n, nbdirs
  real(8), intent(in) :: t, td(2), x(n), xd(2, n)
  real(8), intent(out) :: dx(n), dxd(2, n)
  integer :: k
  do k = 1, nbdirs
    call field_d(n, t, td(k), x, xd(k, :), dx, dxd(k, :))
  end do
end subroutine field_dv
subroutine field_bv(n, t, tb, x, xb, dx, dxb, nbdirs)
  implicit none
  integer, intent(in) :: n, nbdirs
  real(8), intent(in) :: t, x(n)
  real(8), intent(inout) :: tb(2), xb(2, n), dx(n), dxb(2, n)
  integer :: k
  do k = 1, nbdirs
    call field_b(n, t, tb(k), x, xb(k, :), dx, dxb(k, :))
  end do
end subroutine field_bv
real(8) function window(t)
  implicit none
  real(8), intent(in) :: t
  window = t*exp(-t)
end function window
real(8) function window_d(t, td, value)
  implicit none
  real(8), intent(in) :: t, td
  real(8), intent(out) :: value
  value = t*exp(-t)
  window_d = (1.0d0 - t)*exp(-t)*td
end function window_d
subroutine window_b(t, tb, b)
  implicit none
  real(8), intent(in) :: t, b
  real(8), intent(inout) :: tb
  tb = tb + (1.0d0 - t)*exp(-t)*b
end subroutine window_b
subroutine window_dv(t, td, value, valued, nbdirs)
  implicit none
  integer, intent(in) :: nbdirs
  real(8), intent(in) :: t, td(2)
  real(8), intent(out) :: value, valued(2)
  value = t*exp(-t)
  valued(:nbdirs) = (1.0d0 - t)*exp(-t)*td(:nbdirs)
end subroutine window_dv
subroutine window_bv(t, tb, b, nbdirs)
  implicit none
  integer, intent(in) :: nbdirs
  real(8), intent(in) :: t, b(2)
  real(8), intent(inout) :: tb(2)
  tb(:nbdirs) = tb(:nbdirs) + (1.0d0 - t)*exp(-t)*b(:nbdirs)
end subroutine window_bv
module provided
  use solvers_diff, only: dp
  implicit none
contains
  subroutine turn(t, x, dx)
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(out) :: dx(:)
    dx = t*x*cshift(x, 1)
  end subroutine turn
  subroutine turn_d(t, td, x, xd, dx, dxd)
    real(dp), intent(in) :: t, x(:), td, xd(:)
    real(dp), intent(out) :: dx(:), dxd(:)
    dx = t*x*cshift(x, 1)
    dxd = td*x*cshift(x, 1) + t*xd*cshift(x, 1) + t*x*cshift(xd, 1)
  end subroutine turn_d
  subroutine turn_b(t, tb, x, xb, dx, dxb)
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: tb, xb(:), dxb(:)
    real(dp), intent(out) :: dx(:)
    dx = t*x*cshift(x, 1)
    tb = tb + sum(x*cshift(x, 1)*dxb)
    xb = xb + t*cshift(x, 1)*dxb + cshift(t*x*dxb, -1)
    dxb = 0
  end subroutine turn_b
  function size_of(x) result(y)
    real(dp), intent(in) :: x(:)
    real(dp) :: y
    y = sum(x**3)
  end function size_of
  function size_of_d(x, xd, y) result(yd)
    real(dp), intent(in) :: x(:), xd(:)
    real(dp), intent(out) :: y
    real(dp) :: yd
    y = sum(x**3)
    yd = sum(3*x**2*xd)
  end function size_of_d
  subroutine size_of_b(x, xb, yb)
    real(dp), intent(in) :: x(:)
    real(dp), intent(inout) :: xb(:), yb
    xb = xb + 3*x**2*yb
  end subroutine size_of_b
  pure subroutine spread_out(t, x, r)
    real(dp), value :: t
    real(dp), intent(in) :: x(3)
    real(dp), intent(out) :: r(3)
    r = t*x*x(3)
  end subroutine spread_out
  subroutine spread_out_d(t, td, x, xd, r, rd)
    real(dp), value :: t, td
    real(dp), intent(in) :: x(3), xd(3)
    real(dp), intent(out) :: r(3), rd(3)
    r = t*x*x(3)
    rd = td*x*x(3) + t*xd*x(3) + t*x*xd(3)
  end subroutine spread_out_d
  subroutine spread_out_b(t, tb, x, xb, r, rb)
    real(dp), value :: t
    real(dp), intent(in) :: x(3)
    real(dp), intent(out) :: r(3)
    real(dp), intent(inout) :: tb, xb(3), rb(3)
    r = t*x*x(3)
    tb = tb + sum(x*x(3)*rb)
    xb = xb + t*x(3)*rb
    xb(3) = xb(3) + t*sum(x*rb)
    rb = 0
  end subroutine spread_out_b
  subroutine spread_out_dv(t, td, x, xd, r, rd, nbdirs)
    integer, intent(in) :: nbdirs
    real(dp), value :: t
    real(dp), intent(in) :: td(2), x(3), xd(2, 3)
    real(dp), intent(out) :: r(3), rd(2, 3)
    integer :: k
    do k = 1, nbdirs
      call spread_out_d(t, td(k), x, xd(k, :), r, rd(k, :))
    end do
  end subroutine spread_out_dv
  subroutine spread_out_bv(t, tb, x, xb, r, rb, nbdirs)
    integer, intent(in) :: nbdirs
    real(dp), value :: t
    real(dp), intent(in) :: x(3)
    real(dp), intent(out) :: r(3)
    real(dp), intent(inout) :: tb(2), xb(2, 3), rb(2, 3)
    integer :: k
    do k = 1, nbdirs
      call spread_out_b(t, tb(k), x, xb(k, :), r, rb(k, :))
    end do
  end subroutine spread_out_bv
  pure function power(t, n) result(w)
    real(dp), intent(in) :: t
    integer, value :: n
    real(dp) :: w
    w = t**n
  end function power
  function power_d(t, td, n, w) result(wd)
    real(dp), intent(in) :: t, td
    integer, value :: n
    real(dp), intent(out) :: w
    real(dp) :: wd
    w = t**n
    wd = n*t**(n - 1)*td
  end function power_d
  subroutine power_b(t, tb, n, wb)
    real(dp), intent(in) :: t
    integer, value :: n
    real(dp), intent(inout) :: tb, wb
    tb = tb + n*t**(n - 1)*wb
  end subroutine power_b
  subroutine power_dv(t, td, n, w, wd, nbdirs)
    integer, intent(in) :: nbdirs
    real(dp), intent(in) :: t, td(2)
    integer, value :: n
    real(dp), intent(out) :: w, wd(2)
    w = t**n
    wd(:nbdirs) = n*t**(n - 1)*td(:nbdirs)
  end subroutine power_dv
  subroutine power_bv(t, tb, n, wb, nbdirs)
    integer, intent(in) :: nbdirs
    real(dp), intent(in) :: t
    integer, value :: n
    real(dp), intent(inout) :: tb(2), wb(2)
    tb(:nbdirs) = tb(:nbdirs) + n*t**(n - 1)*wb(:nbdirs)
  end subroutine power_bv
  subroutine turn_dv(t, td, x, xd, dx, dxd, nbdirs)
    integer, intent(in) :: nbdirs
    real(dp), intent(in) :: t, x(:), td(2), xd(:, :)
    real(dp), intent(out) :: dx(:), dxd(:, :)
    integer :: k
    do k = 1, nbdirs
      call turn_d(t, td(k), x, xd(k, :), dx, dxd(k, :))
    end do
  end subroutine turn_dv
  subroutine turn_bv(t, tb, x, xb, dx, dxb, nbdirs)
    integer, intent(in) :: nbdirs
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: tb(2), xb(:, :), dxb(:, :)
    real(dp), intent(out) :: dx(:)
    integer :: k
    do k = 1, nbdirs
      call turn_b(t, tb(k), x, xb(k, :), dx, dxb(k, :))
    end do
  end subroutine turn_bv
  subroutine size_of_dv(x, xd, y, yd, nbdirs)
    integer, intent(in) :: nbdirs
    real(dp), intent(in) :: x(:), xd(:, :)
    real(dp), intent(out) :: y, yd(2)
    integer :: k
    do k = 1, nbdirs
      yd(k) = size_of_d(x, xd(k, :), y)
    end do
  end subroutine size_of_dv
  subroutine size_of_bv(x, xb, yb, nbdirs)
    integer, intent(in) :: nbdirs
    real(dp), intent(in) :: x(:)
    real(dp), intent(inout) :: xb(:, :), yb(2)
    integer :: k
    do k = 1, nbdirs
      call size_of_b(x, xb(k, :), yb(k))
    end do
  end subroutine size_of_bv
end module provided
program main
  use provided
  use solvers_diff, only: solve, solve_d, solve_b, inner, inner_d, inner_b, twice, twice_d, twice_b, halves, halves_d, halves_b
  use solvers_diffv, only: solve_dv, twice_dv, halves_dv
  use solvers_adjv, only: solve_bv, twice_bv, halves_bv
  implicit none
  external :: field, field_d, field_b, window_b, window_dv, window_bv
  real(8), external :: window, window_d
  real(8), parameter :: h = 1.0d-5, start(3) = [0.7d0, -0.4d0, 1.1d0], seed(4) = [0.3d0, -1.2d0, 0.8d0, 1.7d0]
  real(8) :: x(3), u(3), y, v, xd(3), yd, xb(3), yb, xdv(2, 3), ydv(2), xbv(2, 3), ybv(2), worst
  real(8) :: gradient(3), open(3)
  integer :: k
  worst = 0.0d0
  x = start
  xb = seed(:3)
  yb = seed(4)
  call known_b(x, xb, y, yb)
  gradient = xb
  x = start
  xb = seed(:3)
  yb = seed(4)
  call march_b(field, field_b, window, window_b, 3, 4, x, xb, y, yb)
  open = xb
  x = start
  yb = 1.0d0
  xb = 0.0d0
  call inner_b(window, window_b, x, xb, y, yb)
  do k = 1, 3
    u = start
    u(k) = start(k) + h
    call inner(window, u, y)
    u(k) = start(k) - h
    call inner(window, u, v)
    call see((y - v)/(2.0d0*h), xb(k), 1.0d-8)
    xd = 0.0d0
    xd(k) = 1.0d0
    call inner_d(window, window_d, start, xd, y, yd)
    call see(yd, xb(k), 1.0d-13)
  end do
  x = start
  xb = seed(:3)
  yb = seed(4)
  call solve_b(turn, turn_b, size_of, size_of_b, x, xb, y, yb)
  do k = 1, 3
    x = start
    x(k) = start(k) + h
    u = start
    u(k) = start(k) - h
    call solve(turn, size_of, x, y)
    call solve(turn, size_of, u, v)
    xd = 0.0d0
    xd(k) = 1.0d0
    call see(dot_product(seed, [x - u, y - v])/(2.0d0*h), xb(k), 1.0d-8)
    x = start
    call solve_d(turn, turn_d, size_of, size_of_d, x, xd, y, yd)
    call see(dot_product(seed, [xd, yd]), xb(k), 1.0d-13)
    x = start
    x(k) = start(k) + h
    u = start
    u(k) = start(k) - h
    call known(x, y)
    call known(u, v)
    xdv = 0.0d0
    xdv(1, k) = 1.0d0
    xdv(2, k) = -2.0d0
    xd = xdv(1, :)
    call see(dot_product(seed, [x - u, y - v])/(2.0d0*h), gradient(k), 1.0d-8)
    x = start
    call known_d(x, xd, y, yd)
    call see(dot_product(seed, [xd, yd]), gradient(k), 1.0d-13)
    x = start
    call known_dv(x, xdv, y, ydv, 2)
    call see(dot_product(seed, [xdv(2, :), ydv(2)]), -2.0d0*gradient(k), 1.0d-13)
    x = start
    xd = 0.0d0
    xd(k) = 1.0d0
    call march_d(field, field_d, window, window_d, 3, 4, x, xd, y, yd)
    call see(dot_product(seed, [xd, yd]), open(k), 1.0d-13)
  end do
  x = start
  xbv(1, :) = 5.0d0*seed(:3)
  xbv(2, :) = seed(:3)
  ybv = [5.0d0*seed(4), seed(4)]
  call known_bv(x, xbv, y, ybv, 2)
  call see(xbv(1, 3), 5.0d0*gradient(3), 1.0d-13)
  call see(xbv(2, 1), gradient(1), 1.0d-13)
  do k = 1, 3
    x = start
    xb = 0.0d0
    yb = 1.0d0
    call twice_b(spread_out, spread_out_b, power, power_b, x, xb, y, yb)
    gradient = xb
    xb = 0.0d0
    yb = 1.0d0
    call twice_b(spread_out, spread_out_b, x=x, xb=xb, y=y, yb=yb)
    open = xb
    xbv = 0.0d0
    ybv = [1.0d0, 3.0d0]
    call twice_bv(spread_out, spread_out_bv, power, power_bv, x, xbv, y, ybv, 2)
    call see(xbv(2, k), 3.0d0*gradient(k), 1.0d-13)
    xdv = 0.0d0
    xdv(1, k) = 1.0d0
    xdv(2, k) = -2.0d0
    xd = xdv(1, :)
    call twice_d(spread_out, spread_out_d, power, power_d, x, xd, y, yd)
    call see(yd, gradient(k), 1.0d-13)
    call twice_d(spread_out, spread_out_d, x=x, xd=xd, y=y, yd=yd)
    call see(yd, open(k), 1.0d-13)
    call twice_dv(spread_out, spread_out_dv, power, power_dv, x, xdv, y, ydv, 2)
    call see(ydv(2), -2.0d0*gradient(k), 1.0d-13)
    u = start
    u(k) = start(k) + h
    call twice(spread_out, power, u, y)
    u(k) = start(k) - h
    call twice(spread_out, power, u, v)
    call see((y - v)/(2.0d0*h), gradient(k), 1.0d-7)
    call twice(spread_out, x=u, y=v)
    u(k) = start(k) + h
    call twice(spread_out, x=u, y=y)
    call see((y - v)/(2.0d0*h), open(k), 1.0d-7)
    x = start
    xd = xdv(1, :)
    call solve_d(turn, turn_d, size_of, size_of_d, x, xd, y, yd)
    x = start
    call solve_dv(turn, turn_dv, size_of, size_of_dv, x, xdv, y, ydv, 2)
    call see(ydv(2), -2.0d0*yd, 1.0d-13)
    call see(xdv(2, 1), -2.0d0*xd(1), 1.0d-13)
  end do
  xbv(1, :) = seed(:3)
  xbv(2, :) = -seed(:3)
  ybv = [seed(4), -seed(4)]
  x = start
  call solve_bv(turn, turn_bv, size_of, size_of_bv, x, xbv, y, ybv, 2)
  xb = seed(:3)
  yb = seed(4)
  x = start
  call solve_b(turn, turn_b, size_of, size_of_b, x, xb, y, yb)
  call see(xbv(1, 2), xb(2), 1.0d-13)
  call see(xbv(2, 1), -xb(1), 1.0d-13)
  xb = 0.0d0
  yb = 1.0d0
  call halves_b(window, window_b, start(1), xb(1), start(3), xb(3), y, yb)
  xbv = 0.0d0
  ybv = [1.0d0, 7.0d0]
  call halves_bv(window, window_bv, start(1), xbv(:, 1), start(3), xbv(:, 3), y, ybv, 2)
  call halves_d(window, window_d, start(1), 1.0d0, start(3), 2.0d0, y, yd)
  call halves_dv(window, window_dv, start(1), [1.0d0, 2.0d0], start(3), [2.0d0, 4.0d0], y, ydv, 2)
  call see(yd, xb(1) + 2*xb(3), 1.0d-13)
  call see(ydv(2), 2.0d0*yd, 1.0d-13)
  call see(xbv(2, 3), 7.0d0*xb(3), 1.0d-13)
  call halves(window, start(1) + h, start(3) + 2*h, y)
  call halves(window, start(1) - h, start(3) - 2*h, v)
  call see((y - v)/(2.0d0*h), yd, 1.0d-8)
  if (worst < 1.0d0) write (*, '(a)', advance='no') 'right'
contains
  subroutine see(a, b, tolerance)
    real(8), intent(in) :: a, b, tolerance
    real(8) :: far
    far = abs(a - b)/max(1.0d0, abs(b))
    worst = max(worst, far/tolerance)
    if (far > tolerance) print *, a, b
  end subroutine see
end program main
";

fn derive(at: &Path, heads: &str, words: &[&str]) {
    let source = at.join("march.f90").to_string_lossy().into_owned();
    let out = at.to_string_lossy().into_owned();
    let all = [&["rtapenade"], words, &["-head", heads, "-O", &out, &source]].concat();
    let (status, said) = rtapenade::run::run(all.into_iter().map(String::from));
    assert_eq!(status, rtapenade::run::SUCCESS, "{said}");
    assert!(said.contains("`rhs` is a dummy procedure"), "{said}");
}

#[test]
fn dummies_that_are_derivatives_of_dummy_procedures() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    std::fs::write(at.join("march.f90"), PROGRAM).expect("written");
    std::fs::write(at.join("main.f90"), PROVIDED).expect("written");
    let heads = "known(x y)/(x) march(x y)/(x)";
    let of_module = format!("{heads} solvers%solve(x y)/(x) solvers%twice(y)/(x) solvers%halves(s)/(a b)");
    derive(at, &format!("{of_module} solvers%inner(y)/(x)"), &["-d", "-b"]);
    derive(at, &of_module, &["-d", "-vector", "-nbdirsmax", "2"]);
    derive(at, &of_module, &["-b", "-vector", "-nbdirsmax", "2", "-adjmodulename", "%_adj"]);
    let (status, said) = rtapenade::run::run(["rtapenade", "--emit-runtime", &at.to_string_lossy()].map(String::from));
    assert_eq!(status, rtapenade::run::SUCCESS, "{said}");
    let run = |command: &mut Command| {
        let made = command.current_dir(at).output().expect("it runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        String::from_utf8_lossy(&made.stdout).into_owned()
    };
    run(Command::new("gcc").args(["-c", "adStack.c", "adFortran.c"]));
    let strict =
        ["-std=f2018", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-unused-dummy-argument", "-fcheck=all"];
    let made = ["march_db.f90", "march_dv.f90", "march_bv.f90"];
    run(Command::new("gfortran").args(strict).arg("-c").arg("march.f90").args(made));
    let objects = ["adStack.o", "adFortran.o", "march.o", "march_db.o", "march_dv.o", "march_bv.o"];
    run(Command::new("gfortran").args(["-w", "-o", "main", "main.f90"]).args(objects));
    assert_eq!(run(&mut Command::new(at.join("main"))), "right");
}
