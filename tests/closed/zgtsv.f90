! X = inv(A) B, A tridiagonal and complex: the adjoint of B is inv(A)^H W, that of A is the part of -inv(A)^H W X^H on the three diagonals.
program closed
  use judge
  implicit none
  integer, parameter :: n = 9, nrhs = 2
  complex(dp) :: dl(n - 1), d(n), du(n - 1), b(n, nrhs), w(n, nrhs)
  complex(dp) :: dlb(n - 1), db(n), dub(n - 1), bb(n, nrhs), a(n, n), x(n, nrhs), want(n, nrhs), ab(n, n)
  integer :: i, info, seed
  seed = 1
  call numbers(dl, n - 1)
  call numbers(d, n)
  call numbers(du, n - 1)
  call numbers(b, n*nrhs)
  call numbers(w, n*nrhs)
  ! Rows are interchanged in every step.
  dl = 4.0_dp + dl
  a = 0.0_dp
  do i = 1, n
    a(i, i) = d(i)
    if (i < n) a(i + 1, i) = dl(i)
    if (i < n) a(i, i + 1) = du(i)
  end do
  x = matmul(inverse(a), b)
  want = matmul(conjg(transpose(inverse(a))), w)
  ab = -matmul(want, conjg(transpose(x)))
  bb = w
  dlb = 0.0_dp
  db = 0.0_dp
  dub = 0.0_dp
  call zgtsv_b(n, nrhs, dl, dlb, d, db, du, dub, b, bb, n, info)
  call both('the adjoint of B', bb, want, n*nrhs)
  call both('the adjoint of the diagonal', db, [(ab(i, i), i=1, n)], n)
  call both('the adjoint of the lower diagonal', dlb, [(ab(i + 1, i), i=1, n - 1)], n - 1)
  call both('the adjoint of the upper diagonal', dub, [(ab(i, i + 1), i=1, n - 1)], n - 1)
contains
  subroutine numbers(z, m)
    integer, intent(in) :: m
    complex(dp), intent(out) :: z(m)
    real(dp) :: x(m), y(m)
    call fill(seed, x, m)
    call fill(seed, y, m)
    z = cmplx(x, y, dp)
  end subroutine numbers

  subroutine both(what, found, wanted, m)
    character(*), intent(in) :: what
    integer, intent(in) :: m
    complex(dp), intent(in) :: found(m), wanted(m)
    call same(what, real(found), real(wanted), m)
    call same(what, aimag(found), aimag(wanted), m)
  end subroutine both
end program closed
