! What loops that nobody counts save waits in small arrays and in a number, which go to the stack when they are full: more values and ways than fit, with
! sections on the stack between them; loops in loops, EXIT, CYCLE, integers and logicals, single precision. A procedure that calls itself, INTENT(OUT)
! dummies and local arrays stay on the stack.
! head: march(x p)\(y)
! inputs: n = 700
! inputs: x(3) = 0.5 .. 1.5
! inputs: p = 0.8 .. 1.2
! head: march(x p)\(y)
! inputs: n = 0
! inputs: x(3) = 0.5 .. 1.5
! inputs: p = 0.8 .. 1.2
! head: rings(x)\(y)
! inputs: n = 40
! inputs: x(40) = 0.5 .. 1.5
! head: again(x y)\(y)
! inputs: depth = 3
! inputs: x = 0.5 .. 1.5
! inputs: y = 0.1 .. 0.4
! head: single(x)\(y)
! inputs: x = 0.5 .. 1.5
subroutine march(n, x, p, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(3), p
  real(8), intent(out) :: y
  real(8) :: u(3), v, w, part(3)
  integer :: k, kind
  logical :: odd
  u = x
  v = 0.3d0
  k = 0
  y = 0.0d0
  part = 1.0d0
  odd = .false.
  do while (k < n)
    k = k + 1
    kind = mod(k*k + k/7, 5)
    odd = .not. odd
    w = v*v*p
    select case (kind)
    case (0)
      v = v - 0.1d0*v*w
    case (1)
      v = v + 0.01d0*u(1)*v
      u = u*(1.0d0 - 0.001d0*v) + 0.0005d0
    case (2)
      if (odd) cycle
      v = 0.9d0*v + 0.01d0*w*u(2)
    case default
      part(kind - 1) = part(kind - 1)*(1.0d0 + 0.0001d0*v)
      v = v*(1.01d0 - 0.02d0*v)
    end select
    if (k == n - 3 .and. v > 5.0d0) exit
    y = y + v*w*0.01d0
  end do
  y = y + v*v + sum(u*u) + product(part)
end subroutine march

subroutine rings(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: a, b, c
  integer :: i, turns
  i = 1
  y = 0.0d0
  do
    if (i > n) exit
    a = x(i)
    b = 1.0d0
    turns = 0
    do
      c = a*b
      turns = turns + 1
      if (c > 1.5d0) then
        a = a - 0.3d0*c
      else if (turns > 12) then
        exit
      else
        a = a + 0.05d0*c*c
      end if
      b = 0.9d0*b + 0.1d0*a*b
    end do
    y = y + a*b*turns
    i = i + 1 + mod(turns, 2)
  end do
end subroutine rings

recursive subroutine again(depth, x, y)
  implicit none
  integer, intent(in) :: depth
  real(8), intent(in) :: x
  real(8), intent(inout) :: y
  integer :: k
  k = 0
  do while (k < depth)
    y = y + 0.1d0*x*y*y
    k = k + 1
    if (y > 2.0d0) exit
  end do
  if (depth > 0) call again(depth - 1, x, y)
  y = y*x
end subroutine again

subroutine single(x, y)
  implicit none
  real, intent(in) :: x
  real, intent(out) :: y
  real :: v(2)
  integer :: k
  v = [x, 0.5]
  k = 1
  y = 0.0
  do while (k < 30)
    v(1) = v(1)*(1.0 + 0.01*v(2))
    v(2) = v(2) - 0.02*v(1)*v(2)
    y = y + v(1)*v(2)
    if (y > 20.0) exit
    k = k + 2
  end do
end subroutine single
