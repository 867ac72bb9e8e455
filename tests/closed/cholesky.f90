! x = inv(A) b, A symmetric and positive definite, of which one triangle is stored: bb = inv(A) w; the adjoint of what is stored has
! -(bb(i) x(j) + bb(j) x(i)) beside the diagonal, -bb(i) x(i) on it, and nothing in the other triangle.
program closed
  use judge
  implicit none
  ! Larger than a block of DPOTRF.
  integer, parameter :: n = 80
  real(dp) :: full(n, n), a(n, n), ab(n, n), b(n), bb(n), x(n), w(n), rhs(n), want(n), stored(n, n)
  integer :: i, j, k, seed
  logical :: blocks
  character :: uplo
  seed = 1
  call fill(seed, a, n*n)
  call fill(seed, rhs, n)
  call fill(seed, w, n)
  full = 0.5_dp*(a + transpose(a))
  do i = 1, n
    full(i, i) = full(i, i) + n
  end do
  x = matmul(real_inverse(full), rhs)
  want = matmul(real_inverse(full), w)
  do j = 1, n
    do i = 1, n
      stored(i, j) = -want(i)*x(j) - want(j)*x(i)
    end do
    stored(j, j) = -want(j)*x(j)
  end do
  do k = 1, 4
    uplo = merge('U', 'L', mod(k, 2) == 0)
    blocks = k > 2
    a = full
    b = rhs
    bb = w
    ab = 0.0_dp
    call spd_b(blocks, uplo, n, a, ab, b, bb)
    call same('the adjoint of b, '//uplo, bb, want, n)
    call same('the adjoint of A, '//uplo, ab, triangle(stored, uplo, 'N'), n*n)
  end do
end program closed
