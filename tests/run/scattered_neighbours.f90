! Adjoints of stencils add to neighbours: what is added at one distance from the counter stays in the loop, the rest is added behind it. Just outside: turns that
! need each other's sums, elements that exist only where an arm is taken, divisions in arms, functions of the library, indices from an array, columns, a step
! of two, a loop that is left, a pointer, what one turn hands to the next, bounds that change on the way.
! inputs: n = 9
! inputs: m = 8
! inputs: x = 0.3 .. 1.6
! inputs: y = 0.2 .. 1.1
! inputs: w = 0.9
! head: scattered_neighbours(x y w)\(x y f)
! head: scattered_rows(x y w)\(x y f)
! head: not_scattered(x y w)\(x y f)
module scattered_bounds
  implicit none
  integer, parameter :: first = 2
  integer :: last = 8
end module scattered_bounds

subroutine scattered_neighbours(n, m, x, y, w, f)
  use scattered_bounds
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: w
  real(8), intent(inout) :: x(n), y(n)
  real(8), intent(out) :: f
  real(8) :: u(0:n), v(n), a, b, s
  real(4) :: r(n)
  integer :: i, t
  v = 0.d0
  r = 0.5
  u = 0.1d0
  do t = 1, 3
    do i = 2, n-1
      a = x(i) - x(i-1)
      b = x(i+1) - x(i)
      s = 0.5d0*(sign(1.d0, a) + sign(1.d0, b))*min(abs(a), abs(b))
      v(i) = 0.7d0*max(x(i) + 0.5d0*s, 0.4d0)**2
    end do
    do i = 3, n-1
      y(i) = y(i) - 0.1d0*(v(i) - v(i-1))*y(i)*(1.d0 + v(i)*(0.5d0 + 0.2d0*v(i)))
    end do
    do i = first, last
      if (y(i) > 0.5d0) then
        u(i) = y(i)*x(i)
      else
        u(i) = y(i-1)*x(i+1) + sqrt(1.d0 + x(i)**2)
      end if
    end do
    do i = first, last
      r(i) = real(u(i-1)*u(i)*(1.d0 + u(i)*(0.3d0 + 0.1d0*u(i))), 4)*r(i)
    end do
    do i = 1, n-1
      x(i) = x(i) + w*(u(i+1) - 2.d0*u(i) + u(i-1))*r(i)
    end do
  end do
  f = sum(x*y)
end subroutine scattered_neighbours

subroutine scattered_rows(n, m, x, y, w, f)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: w
  real(8), intent(inout) :: x(n), y(n)
  real(8), intent(out) :: f
  real(8) :: h(n,m), g(n,m), z(n), e(n,m), q(n,m)
  integer :: i, j, k, t
  do j = 1, m
    do i = 1, n
      h(i,j) = x(i)*y(j) + 0.1d0*j
      g(i,j) = 0.d0
    end do
  end do
  do t = 1, 2
    do j = 2, m-1
      do i = 2, n-1
        g(i,j) = w*(h(i-1,j)*h(i+1,j) + h(i,j-1)*h(i,j+1))/(1.d0 + h(i,j)**2)
      end do
    end do
    do j = 2, m-1
      do i = 2, n-1
        if (g(i,j) > 0.2d0) then
          h(i,j) = h(i,j)*(g(i,j) + g(i-1,j))
        else
          h(i,j) = h(i,j) - 0.2d0*g(i+1,j)
        end if
      end do
    end do
    ! as many turns as the loop around has come to
    do j = 2, m-1
      do i = 1, j
        g(i,j) = h(i,j)*h(i+1,j)*(1.d0 + h(i,j)*(0.1d0 + 0.02d0*h(i,j)))
      end do
    end do
  end do
  ! by an arm, at another distance
  do j = 2, m-1
    do i = 2, n-1
      q(i,j) = 0.1d0*g(i,j)*(1.d0 + g(i,j)*(0.3d0 + g(i,j)*(0.2d0 + 0.1d0*g(i,j))))
      if (h(i,j) > 0.5d0) then
        e(i,j) = h(i,j)*g(i-1,j)
      else
        e(i,j) = h(i,j)*g(i+1,j)
      end if
    end do
    do i = 2, n-1
      h(i,j) = h(i,j) + 0.3d0*e(i,j)*q(i,j)
    end do
  end do
  z = 0.d0
  do k = 1, n-2
    z(k) = g(k,2)*g(k+1,2)*g(k+2,2)*(1.d0 + 0.1d0*g(k,2)*(2.d0 - g(k,2)*(1.d0 + g(k,2))))
  end do
  x = x + z
  f = sum(h) + sum(g)
end subroutine scattered_rows

subroutine not_scattered(n, m, x, y, w, f)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: w
  real(8), intent(inout) :: x(n), y(n)
  real(8), intent(out) :: f
  real(8), target :: q(n)
  real(8), pointer :: p(:)
  real(8) :: u(n), v(n), c(m,n), a
  integer :: idx(n), i, j, last
  do i = 1, n
    idx(i) = n + 1 - i
    u(i) = 0.1d0*i
    v(i) = 0.2d0
  end do
  ! each turn uses what the one before has made
  do i = 2, n-1
    x(i) = x(i-1)*0.5d0 + y(i+1)*y(i)
  end do
  ! there may be no such element
  do i = 1, n
    a = x(i)
    if (i < n) then
      if (y(i) > 0.5d0) a = a*y(i+1)
    end if
    if (i > 1) a = a + w*y(i-1)
    u(i) = a*y(i)
  end do
  do i = 2, n-1
    if (u(i) > 0.4d0) then
      v(i) = u(i-1)/u(i+1)
    else
      v(i) = u(i)
    end if
  end do
  do i = 2, n-1
    u(i) = exp(-v(i-1))*v(i+1)
  end do
  do i = 2, n-1
    v(i) = u(idx(i))*u(idx(i)-1) + u(i)
  end do
  do i = 1, n
    do j = 1, m
      c(j,i) = v(i)*w
    end do
  end do
  do j = 1, m
    do i = 2, n-1
      u(i) = u(i) + c(j,i-1)*c(j,i+1)
    end do
  end do
  do i = 2, n-1, 2
    v(i) = u(i-1)*u(i+1)
  end do
  do i = 2, n-1
    if (v(i) > 5.d0) exit
    u(i) = x(i-1)*x(i+1)
  end do
  q = u
  p => q
  do i = 2, n-1
    v(i) = p(i-1)*q(i+1)
  end do
  a = w
  do i = 2, n-1
    a = a*0.5d0 + v(i-1)*v(i+1)
    u(i) = a
  end do
  last = n-1
  do j = 1, 2
    do i = 2, last
      v(i) = u(i-1)*u(i+1)
    end do
    last = last - 1
  end do
  f = sum(u*v)
  y(1) = a
end subroutine not_scattered
