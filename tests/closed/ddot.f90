! The sum of products, for strides of either sign.
program closed
  use judge
  implicit none
  integer, parameter :: n = 11, most = 30
  real(dp) :: x(most), y(most), xb(most), yb(most), wantx(most), wanty(most), w, seedb
  integer, parameter :: strides(4) = [1, 2, -1, 1], other(4) = [1, -1, -2, 2]
  integer :: i, k, l, incx, incy, seed
  seed = 1
  call fill(seed, x, most)
  call fill(seed, y, most)
  w = 1.7_dp
  do i = 1, 4
    incx = strides(i)
    incy = other(i)
    xb = 0.0_dp
    yb = 0.0_dp
    seedb = w
    call ddot_b(n, x, xb, incx, y, yb, incy, seedb)
    wantx = 0.0_dp
    wanty = 0.0_dp
    do k = 0, n - 1
      l = merge(1 + k*incx, 1 + (k - n + 1)*incx, incx > 0)
      associate (m => merge(1 + k*incy, 1 + (k - n + 1)*incy, incy > 0))
        wantx(l) = wantx(l) + w*y(m)
        wanty(m) = wanty(m) + w*x(l)
      end associate
    end do
    call same('x', xb, wantx, most)
    call same('y', yb, wanty, most)
  end do
end program closed
