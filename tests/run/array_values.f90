! head: layers(y)/(a, x, z)
! inputs: m = 4
! inputs: a = -1 .. 1
! inputs: x = 0.2 .. 1.4
! inputs: z = -1 .. 1
! head: stages(y)/(x)
! inputs: n = 5
! inputs: x = 0.2 .. 1.4
! head: bounds(y)/(a, x, z)
! inputs: n = 5
! inputs: m = 4
! inputs: a = -1 .. 1
! inputs: x = 0.2 .. 1.4
! inputs: z = -1 .. 1
! head: components(y)/(a, x, z)
! inputs: n = 5
! inputs: m = 4
! inputs: a = -1 .. 1
! inputs: x = 0.2 .. 1.4
! inputs: z = -1 .. 1
! head: transposed(y)/(a, b, x, z)
! inputs: n = 5
! inputs: m = 4
! inputs: a = -1 .. 1
! inputs: b = -1 .. 1
! inputs: x = 0.2 .. 1.4
! inputs: z = -1 .. 1
! head: masked(y)/(x, z)
! inputs: n = 5
! inputs: x = 0.2 .. 1.4
! inputs: z = -1 .. 1
! head: moved(y)/(x)
! inputs: n = 5
! inputs: x = 0.2 .. 1.4
! head: shorter(y)/(x)
! inputs: n = 5
! inputs: x = 0.2 .. 1.4
! head: windows(y)/(a, b, x)
! inputs: n = 5
! inputs: m = 4
! inputs: a = -1 .. 1
! inputs: b = -1 .. 1
! inputs: x = 0.2 .. 1.4
! head: complex_stages(y)/(a, x)
! inputs: m = 4
! inputs: a = -1 .. 1
! inputs: x = 0.2 .. 1.4
! head: quotients(y)/(a, x, z)
! inputs: n = 5
! inputs: m = 4
! inputs: a = -1 .. 1
! inputs: x = 0.2 .. 1.4
! inputs: z = -1 .. 1
! head: led(y)/(a, x)
! inputs: n = 4
! inputs: a = -1 .. 1
! inputs: x = -1 .. 1
! head: strided(x)/(x)
! inputs: x = -1 .. 1
! head: powers(y)/(u, s)
! inputs: u(5) = 0.2 .. 1.4
! inputs: s(5) = -1 .. 1
! head: taken_in(y)/(g, u)
! inputs: n = 3
! inputs: g(3, 4) = -1 .. 1
! inputs: u(6) = -1 .. 1
! Array values that are dear and wanted twice, by a value and its derivative or by several operands: products with matrices, functions, quotients. They stay
! in a local array; products of vectors are added to matrices by columns, wherever these begin.
module array_values
  implicit none
  integer, parameter :: wp = kind(1d0)
  type :: layer
    real(wp), allocatable :: w(:, :), h(:)
    real(wp) :: v(3, 2)
  end type
contains
  subroutine layers(m, a, x, z, y)
    integer, intent(in) :: m
    real(wp), intent(in) :: a(m, m), x(m), z(m)
    real(wp), intent(out) :: y
    real(wp) :: h(m)
    integer :: t
    h = x
    do t = 1, 3
      h = h + 0.1_wp*tanh(matmul(a, h) + z)
    end do
    y = dot_product(h, h)
  end subroutine
  ! The stages so far, k(:, :i) and k(:, 2:i), times the coefficients of a constant array.
  subroutine stages(n, x, y)
    integer, intent(in) :: n
    real(wp), intent(in) :: x(n)
    real(wp), intent(out) :: y
    real(wp), parameter :: c(4, 4) = reshape([0.1_wp, 0.3_wp, -0.2_wp, 0.4_wp, 0.5_wp, 0.7_wp, 0.9_wp, -0.6_wp, 0.2_wp, &
      0.1_wp, 0.8_wp, 0.3_wp, -0.4_wp, 0.6_wp, 0.5_wp, 0.2_wp], [4, 4])
    real(wp) :: k(n, 4), s(n)
    integer :: i
    k(:, 1) = x**2
    do i = 1, 3
      s = x + 0.3_wp*matmul(k(:, :i), c(:i, i))
      if (i > 1) s = s*sin(matmul(k(:, 2:i), c(i:2:-1, i + 1)))
      k(:, i + 1) = cos(s)*x
    end do
    y = sum(k)
  end subroutine
  subroutine bounds(n, m, a, x, z, y)
    integer, intent(in) :: n, m
    real(wp), intent(in) :: a(0:n - 1, -1:m - 2), x(m), z(n)
    real(wp), intent(out) :: y
    real(wp), allocatable :: w(:, :), v(:)
    integer :: t
    allocate (w(-2:n - 3, 0:m - 1), v(3:m + 2))
    w = a
    v = x
    do t = 1, 2
      w(:, 0) = w(:, 0)*z
      v = v/(1 + exp(-matmul(z, w)))
      w(:, 1:) = w(:, 1:)*0.5_wp
      v(4:) = v(4:) + matmul(exp(z(2:n)), w(-1:, 1:))
    end do
    y = sum(v**2) + sum(matmul(w, v)) + sum(matmul(a(1:, 0:), x(2:)))
  end subroutine
  subroutine components(n, m, a, x, z, y)
    integer, intent(in) :: n, m
    real(wp), intent(in) :: a(n, m), x(m), z(n)
    real(wp), intent(out) :: y
    type(layer) :: l(2)
    integer :: k
    do k = 1, 2
      l(k)%w = k*a
      l(k)%v = a(:3, :2)
    end do
    l(1)%h = sqrt(1 + matmul(l(1)%w, x)**2)
    l(2)%h = exp(-matmul(l(2)%w, x*l(1)%h(1))*z)
    y = sum(l(1)%h*l(2)%h)
    do k = 1, 2
      y = y + sum(l(k)%v)*sum(sin(matmul(l(k)%v, l(k)%h(:2))*z(2)))
    end do
  end subroutine
  subroutine transposed(n, m, a, b, x, z, y)
    integer, intent(in) :: n, m
    real(wp), intent(in) :: a(n, m), b(m, n), x(m), z(n)
    real(wp), intent(out) :: y
    real(wp) :: g(m, m), p(n, n), u(n)
    g = matmul(transpose(a), a)
    p = matmul(a, matmul(b, transpose(p0(n, x(1)))))
    u = matmul(transpose(b), exp(x)) + matmul(z*x(2), p) + matmul(matmul(x, g), transpose(a))
    y = sum(g*g) + sum(p) + dot_product(u, matmul(sin(x), b)) + sum(transpose(matmul(a, b))*p)
  end subroutine
  function p0(n, s) result(p)
    integer, intent(in) :: n
    real(wp), intent(in) :: s
    real(wp) :: p(n, n)
    integer :: i
    p = 0
    do i = 1, n
      p(i, i) = s*i
    end do
  end function
  ! Under a mask nothing is evaluated for all elements.
  subroutine masked(n, x, z, y)
    integer, intent(in) :: n
    real(wp), intent(in) :: x(n), z(n)
    real(wp), intent(out) :: y
    real(wp) :: u(n), v(n)
    u = 0
    v = x
    where (z > 0)
      u = sqrt(z)*log(z + x)*x
      v = v/z
    elsewhere (x > 0.7_wp)
      u = exp(x*z)*sqrt(x - 0.7_wp)
    end where
    y = sum(u*v) + sum(log(x)*u, mask=x > 0.5_wp) + maxval(exp(z)*x)
  end subroutine
  subroutine moved(n, x, y)
    integer, intent(in) :: n
    real(wp), intent(in) :: x(n)
    real(wp), intent(out) :: y
    real(wp) :: u(n)
    u = x
    u(2:) = exp(u(:n - 1))*u(2:)
    u = u(n:1:-1)/(1 + cshift(u, 1)**2)
    u(1:3) = sin(u(1:3))*u(3:1:-1)
    y = sum(u*atan2(u, x))
  end subroutine
  ! Extents that compilers would warn of: (k + 1)/2 of a constant.
  subroutine strided(x)
    integer, parameter :: k = 4
    real(wp), intent(inout) :: x(k)
    x(1:k:2) = x(3:4)
    x(k:2:-1) = x(1:k - 1)*exp(x(2:k))
    x(1:k:3) = x(2:3)/(2 + x(1:2))
  end subroutine
  ! The extent at the call is not that of the array.
  subroutine shorter(n, x, y)
    integer, value :: n
    real(wp), intent(in) :: x(n)
    real(wp), intent(out) :: y
    y = 0
    do while (n > 1)
      y = y + sum(exp(x(:n))*x(:n)**2/(1 + x(n:1:-1)))
      n = n - 2
    end do
  end subroutine
  ! Values that the adjoint of one statement wants several times; the second one not where the test fails.
  subroutine quotients(n, m, a, x, z, y)
    integer, intent(in) :: n, m
    real(wp), intent(in) :: a(n, m), x(m), z(n)
    real(wp), intent(out) :: y
    real(wp) :: u(n), v(m)
    integer :: i
    v = x
    u = 1/(1 + exp(-matmul(a, v)))
    do i = 1, 2
      v = v/norm2(v) + matmul(u, a)/(1 + matmul(u, a)**2)
      if (v(1) > 100*i) v = log(v)/(1 + log(v))
      u(1) = maxval(exp(u)*z)*u(1)/dot_product(exp(z), u)
    end do
    v(2:) = v(2:)/(1 + exp(v(2:))*exp(-x(2:)))
    y = sum(u*exp(z)/(1 + exp(z))) + sum(v)/product(2 + sin(v)*sin(v))
  end subroutine
  subroutine powers(u, s, y)
    real(wp), intent(in) :: u(:), s(:)
    real(wp), intent(out) :: y
    real(wp) :: v(size(u))
    v = u**(1 + abs(s))
    v = v*u**2.5_wp/s
    y = sum(v) + norm2(v*log(u))
  end subroutine
  subroutine taken_in(n, g, u, y)
    integer, intent(in) :: n
    real(wp), intent(in) :: g(:, :), u(0:)
    real(wp), intent(out) :: y
    real(wp), target :: w(size(g, 1), size(g, 2))
    real(wp), pointer :: p(:, :), q(:)
    w = g
    p => w(:, 2:)
    q => w(:, 1)
    p = p + spread(exp(q)*u(0), 2, size(p, 2))*spread(u(1:size(p, 2)), 1, size(q))
    q = q + matmul(p, sin(u(:size(p, 2) - 1)))
    y = sum(w**2)/n
  end subroutine
  ! What is added to the columns is reached by a pointer into them.
  subroutine led(n, a, x, y)
    integer, intent(in) :: n
    real(wp), intent(in) :: a(n, n), x(n)
    real(wp), intent(out) :: y
    real(wp), target :: w(n, n)
    real(wp), pointer :: q(:)
    w = a
    q => w(:, 1)
    w = w + spread(q*x(1), 2, n)*spread(x, 1, n)
    q => w(:, 2)
    w(:, 2:) = w(:, 2:) + spread(q, 2, n - 1)*spread(x(2:), 1, n)
    q = q + matmul(w(:, 3:), x(3:))
    y = sum(w**2)
  end subroutine
  subroutine windows(n, m, a, b, x, y)
    integer, intent(in) :: n, m
    real(wp), intent(in) :: a(n, m), b(m, n), x(m)
    real(wp), intent(out) :: y
    real(wp) :: c(2, n, m)
    integer :: i
    c = 0
    do i = 1, 2
      c(i, :, :) = a*i
      c(i, 2:3, i:m - 1) = c(i, 2:3, i:m - 1) + spread(cos(x(1:2)), 2, m - i)*spread(x(i:m - 1), 1, 2)
    end do
    y = sum(matmul(c(2, :, 2:), exp(x(2:)))) + sum(matmul(exp(b(:, 1)), transpose(c(1, :, :))))
  end subroutine
  subroutine complex_stages(m, a, x, y)
    integer, intent(in) :: m
    real(wp), intent(in) :: a(m, m), x(m)
    real(wp), intent(out) :: y
    complex(wp) :: c(m, m), h(m)
    integer :: t
    c = cmplx(a, transpose(a)/2, wp)
    h = x
    do t = 1, 2
      h = h + (0.1_wp, 0.2_wp)*exp(matmul(c, h)/m)*conjg(h)
    end do
    y = real(dot_product(h, matmul(h, c)))
  end subroutine
end module
