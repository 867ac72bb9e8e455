! x = inv(A^T A) A^T b. With y = inv(A^T A) w and the residual r = b - A x: bb = A y, Ab = r y^T - A y x^T.
program closed
  use judge
  implicit none
  ! Without blocks, and with the blocks of DGEQRF (32 columns, when there are more than 128).
  call solve(9, 4)
  call solve(170, 160)
contains
  subroutine solve(m, n)
    integer, intent(in) :: m, n
    real(dp) :: full(m, n), a(m, n), ab(m, n), b(m), bb(m), rhs(m), x(n), y(n), w(m), inv(n, n), r(m), ay(m)
    integer :: i, seed
    seed = 1
    call fill(seed, full, m*n)
    call fill(seed, rhs, m)
    call fill(seed, w, m)
    do i = 1, n
      full(i, i) = full(i, i) + n
    end do
    w(n + 1:) = 0.0_dp
    inv = real_inverse(matmul(transpose(full), full))
    x = matmul(inv, matmul(transpose(full), rhs))
    y = matmul(inv, w(:n))
    r = rhs - matmul(full, x)
    ay = matmul(full, y)
    a = full
    b = rhs
    bb = w
    ab = 0.0_dp
    call lsq_b(m, n, a, ab, b, bb)
    call same('the adjoint of b', bb, ay, m)
    ab = ab - matmul(reshape(r, [m, 1]), reshape(y, [1, n])) + matmul(reshape(ay, [m, 1]), reshape(x, [1, n]))
    call same('the adjoint of A', ab, 0.0_dp*ab, m*n)
  end subroutine solve
end program closed
