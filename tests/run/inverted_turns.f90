! options: -invertupdates
! What an update is taken back by is what it was moved by in that turn, whoever overwrites it later.
! head: scalar(y)/(x)
! inputs: x = 0.5 .. 1.5
! head: elements(y)/(u)
! inputs: n = 4
! inputs: u(4) = 0.5 .. 1.5
! head: sections(y)/(u)
! inputs: n = 4
! inputs: u(4) = 0.5 .. 1.5
! head: nested(y)/(u p)
! inputs: n = 3
! inputs: u(3) = 0.5 .. 1.5
! inputs: p = 0.3 .. 0.7
! head: called(y)/(u)
! inputs: n = 3
! inputs: u(3) = 0.5 .. 1.5
! head: branches(y)/(x)
! inputs: x = 0.5 .. 1.5
! head: until(y)/(x)
! inputs: x = 0.5 .. 1.5
! head: decided(y)/(x)
! inputs: x = 0.5 .. 1.5
! head: counted(y)/(x)
! inputs: n = 6
! inputs: x(40) = 0.5 .. 1.5
! head: steps(y)/(x)
! inputs: n = 5
! inputs: x(60) = 0.5 .. 1.5
! head: promised(y)/(x)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! head: regions(y)/(x)
! inputs: x = 0.5 .. 1.5
! head: binom(y)/(x)
! inputs: x = 0.5 .. 1.5
! head: owned(y)/(x)
! inputs: x = 0.5 .. 1.5
! head: places(y)/(x)
! inputs: n = 5
! inputs: x(5) = 0.5 .. 1.5
! head: alloc(y)/(x)
! inputs: n = 3
! inputs: x(3) = 0.5 .. 1.5
module family
  implicit none
contains
subroutine scalar(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: u, v
  integer :: i
  u = x
  do i = 1, 3
    v = sin(u)
    u = u + 0.2d0*v
  end do
  y = u
end subroutine
subroutine elements(n, u, y)
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n)
  real(8), intent(out) :: y
  real(8) :: v(n)
  integer :: i, t
  do t = 1, 4
    do i = 1, n
      v(i) = sin(u(mod(i, n) + 1))
    end do
    do i = 1, n
      u(i) = u(i) + 0.2d0*v(i)
    end do
  end do
  y = sum(u**2)
end subroutine
subroutine sections(n, u, y)
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n)
  real(8), intent(out) :: y
  real(8) :: v(n), w
  integer :: i, t
  w = 0.1d0
  do t = 1, 4
    v = sin(u)
    v(1:n-1) = v(2:n)*u(1:n-1)
    w = w + v(1)
    do i = 1, n
      u(i) = u(i) + 0.2d0*v(n + 1 - i) + w**2
    end do
    v(2) = u(1)*u(2)
    u(1) = u(1) - v(2)*0.1d0
  end do
  y = sum(u**2)
end subroutine
subroutine nested(n, u, p, y)
  integer, intent(in) :: n
  real(8), intent(in) :: p
  real(8), intent(inout) :: u(n)
  real(8), intent(out) :: y
  real(8) :: v, s
  integer :: i, j, t
  do t = 1, 3
    do i = 1, n
      s = 0.0d0
      do j = 1, n
        s = s + sin(p*u(j))
      end do
      v = s/n
      u(i) = u(i) + 0.2d0*v
    end do
  end do
  y = sum(u*u)
end subroutine
subroutine rate(a, b)
  real(8), intent(in) :: a
  real(8), intent(out) :: b
  b = sin(a)*a
end subroutine
subroutine bump(a, b)
  real(8), intent(inout) :: a
  real(8), intent(inout) :: b
  b = b + 0.1d0*a
  a = cos(a)
end subroutine
subroutine called(n, u, y)
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n)
  real(8), intent(out) :: y
  real(8) :: v, w(n)
  integer :: i, t
  w = 0.3d0
  do t = 1, 3
    do i = 1, n
      call rate(u(i), v)
      u(i) = u(i) + 0.2d0*v
      !$AD NOCHECKPOINT
      call bump(w(i), v)
      u(i) = u(i) - 0.2d0*v*w(i)
      u(i) = u(i) - 0.2d0*v
    end do
  end do
  y = sum(u*u)
end subroutine
subroutine branches(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: u, v
  integer :: i
  u = x
  v = 0.1d0
  do i = 1, 5
    if (mod(i, 2) == 0) then
      v = sin(u)
    else if (i > 2) then
      v = v*0.5d0
      u = u - v
    end if
    u = u + 0.2d0*v
    if (u > 1.0d0) v = u*u*0.1d0
    u = u + v
  end do
  y = u*u
end subroutine
subroutine until(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: u, v, t
  u = x
  t = 0.0d0
  do while (t < 1.0d0)
    v = sin(u)
    u = u + 0.2d0*v
    t = t + 0.23d0*v
  end do
  y = u*u
end subroutine
! The update is not exact where something is decided by it.
subroutine decided(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: u, v, t
  integer :: i
  u = x
  t = 0.0d0
  y = 0.0d0
  do i = 1, 3
    v = sin(u)
    if (t > 0.0d0) then
      u = u*v
    else
      u = u + cos(u)
    end if
    y = y + u*t*u
    t = t + 0.1d0
  end do
  t = t*t*u
  y = y + t
end subroutine
subroutine counted(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(40)
  real(8), intent(out) :: y
  integer :: i, k, step
  k = 1
  step = 1
  y = 1.0d0
  do i = 1, n
    y = y*sin(x(k)*y)
    k = k + step
    step = mod(i*i, 5)
    y = y*x(k + step)
  end do
  y = y*y
end subroutine
subroutine steps(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(60)
  real(8), intent(out) :: y
  integer :: i, t, k, step(n), ind(n)
  real(8) :: a(n)
  k = 1
  y = 1.0d0
  step = 1
  ind = 1
  a = 0.5d0
  do t = 1, 3
    do i = 1, n
      k = k + step(n + 1 - i)
      y = y + sin(x(k)*y)*a(i)
      step(i) = mod(i*t, 4)
    end do
    do i = 1, n
      ind(i) = mod(i*t, n) + 1
      a(ind(n + 1 - i)) = i*t*0.1d0
    end do
    do i = 1, n
      y = y*(1 + a(i)*x(i))
    end do
  end do
  y = y*y
end subroutine
subroutine promised(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: u, v, w(n)
  integer :: i, j
  y = 0
  w = 0.2d0
  !$AD II-LOOP
  do i = 1, n
    u = x(i)
    do j = 1, 3
      v = sin(u)
      u = u + 0.2d0*v
      w(i) = w(i) + v
      v = w(i)*u
      u = u - 0.1d0*v
    end do
    y = y + u*u*w(i)
  end do
end subroutine
subroutine regions(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: u, v
  integer :: i
  u = x
  v = x*x
  do i = 1, 3
    !$AD CHECKPOINT-START
    u = u + 0.2d0*v
    v = sin(u)*v
    u = u + 0.2d0*v
    v = sin(u)*v
    u = u + 0.2d0*v
    !$AD CHECKPOINT-END
    u = u + 0.1d0*v
    v = v*cos(u)
  end do
  y = u*v
end subroutine
subroutine binom(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: u, v
  integer :: i
  u = x
  v = x*x
  !$AD BINOMIAL-CKP 7 3 1
  do i = 1, 6
    v = sin(u)*v
    u = u + 0.2d0*v
    v = sin(u)*v
    u = u + 0.2d0*v
  end do
  y = u*v
end subroutine
subroutine owned(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: u
  integer :: i
  u = x
  do i = 1, 4
    block
      real(8) :: v, w(2)
      v = sin(u)
      w(1) = v*u
      w(2) = w(1)*v
      u = u + 0.2d0*v*w(2)
    end block
    u = u + sin(u)*0
  end do
  y = u*u
end subroutine
subroutine places(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i, k, at(n)
  real(8) :: u(n), v
  u = x
  y = 0
  k = 0
  do i = 1, n
    at(i) = mod(2*i, n) + 1
  end do
  do i = 1, 3*n
    k = mod(k + 2, n) + 1
    v = sin(u(k))
    u(at(k)) = u(at(k)) + 0.3d0*v
    at(k) = mod(at(k), n) + 1
    y = y + u(at(k))*v*u(k)
  end do
end subroutine
subroutine alloc(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: v(:)
  real(8) :: u
  integer :: i, t
  u = x(1)
  do t = 1, 3
    allocate(v(n))
    do i = 1, n
      v(i) = sin(u)*x(i)
      u = u + v(i)*0.1d0
    end do
    u = u + v(1)
    deallocate(v)
    u = u - 0.2d0*u
  end do
  y = u*u
end subroutine
end module family
