! ASSOCIATE with values that are evaluated once, before their operands change; with components whose neighbours change; with elements of values and of
! sections with vector subscripts.
! head: kept(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
! head: neighbours(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
! head: elements(x)\(y)
! inputs: n = 6
! inputs: ix = 3, 1, 2, 5, 6, 4
! inputs: x = 0.5 .. 1.5
! head: written(x)\(y)
! inputs: n = 3
! inputs: x = 0.5 .. 1.5
module m
  implicit none
  type :: state
    real(8), allocatable :: u(:), v(:)
    real(8) :: scale = 1
  end type
contains
  subroutine kept(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: p(3), k
    integer :: i
    p = x*x
    k = x(2)
    y = 0
    do i = 1, 3
      associate (h => sin(x) + k*p, first => k**2, q => p(i))
        p = p - 0.1d0*h
        k = k + first*q
        y = y + sum(h)*first
      end associate
    end do
    y = y + sum(p**2)
  end subroutine
  subroutine neighbours(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(state) :: s
    allocate(s%u(3))
    s%u = x**2
    s%scale = x(1)
    associate (u => s%u, c => s%scale)
      allocate(s%v(2))
      s%v = u(2:3)*c
      c = c*u(1)
      u = u*c
    end associate
    y = sum(s%u**2) + sum(s%v)
  end subroutine
  subroutine elements(n, ix, x, y)
    integer, intent(in) :: n, ix(0:n-1)
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    real(8) :: a(n, n)
    integer :: i
    do i = 1, n
      a(i, :) = x*i
    end do
    y = 0
    associate (v => x**2 + 1, w => matmul(a, x), g => x(ix), h => a(2, ix(1:4)), p => a(n:1:-1, ix(2)))
      do i = 1, n
        y(i) = v(i)*w(i) + g(i)*p(i)
      end do
      y(2:4) = y(2:4) + h(1:3)*g(4:6) + sum(g(:2))*size(h) + ubound(h, 1)*h(4) + lbound(g, 1)
    end associate
    associate (row => a([1, 3], :))
      y(1) = y(1) + row(2, 3)*sum(row(:, 2)) + dot_product(row(1, :), x)
    end associate
  end subroutine
  subroutine written(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    type(state) :: s(n)
    integer :: i
    do i = 1, n
      associate (p => s(i))
        allocate (p%v(2))
        if (x(i) > 1.0d3) print *, 'large', i, x(i)
        p%v = [x(i), x(i)**2]
        p%scale = product(p%v)
      end associate
    end do
    y = s%scale*x(n:1:-1)
  end subroutine
end module
