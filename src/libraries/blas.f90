! Level 1: vectors.

! The scalar product of x and y.
real(8) function ?dot(n, x, incx, y, incy)
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: x(*), y(*)
end function ?dot

real(8) function ?dot_d(n, x, xd, incx, y, yd, incy, value)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: x(*), xd(*), y(*), yd(*)
  real(8), intent(out) :: value
  optional :: xd, yd
  real(8), external :: ?dot
  ?dot_d = 0.0d0
  if (present(xd)) ?dot_d = ?dot_d + ?dot(n, xd, incx, y, incy)
  if (present(yd)) ?dot_d = ?dot_d + ?dot(n, x, incx, yd, incy)
  value = ?dot(n, x, incx, y, incy)
end function ?dot_d

subroutine ?dot_b(n, x, xb, incx, y, yb, incy, valueb)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: x(*), y(*), valueb
  real(8), intent(inout) :: xb(*), yb(*)
  optional :: xb, yb
  external :: ?axpy
  if (present(xb)) call ?axpy(n, valueb, y, incy, xb, incx)
  if (present(yb)) call ?axpy(n, valueb, x, incx, yb, incy)
end subroutine ?dot_b

! The Euclidean norm of x.
real(8) function ?nrm2(n, x, incx)
  integer, intent(in) :: n, incx
  real(8), intent(in) :: x(*)
end function ?nrm2

real(8) function ?nrm2_d(n, x, xd, incx, value)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: x(*), xd(*)
  real(8), intent(out) :: value
  real(8), external :: ?dot, ?nrm2
  value = ?nrm2(n, x, incx)
  ?nrm2_d = 0.0d0
  if (value > 0.0d0) ?nrm2_d = ?dot(n, x, incx, xd, incx)/value
end function ?nrm2_d

subroutine ?nrm2_b(n, x, xb, incx, valueb)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: x(*), valueb
  real(8), intent(inout) :: xb(*)
  real(8) :: value
  real(8), external :: ?nrm2
  external :: ?axpy
  value = ?nrm2(n, x, incx)
  if (value > 0.0d0) call ?axpy(n, valueb/value, x, incx, xb, incx)
end subroutine ?nrm2_b

! The sum of absolute values.
real(8) function ?asum(n, x, incx)
  integer, intent(in) :: n, incx
  real(8), intent(in) :: x(*)
end function ?asum

real(8) function ?asum_d(n, x, xd, incx, value)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: x(*), xd(*)
  real(8), intent(out) :: value
  integer :: i
  real(8), external :: ?asum
  ?asum_d = 0.0d0
  do i = 1, n*incx, max(incx, 1)
    ?asum_d = ?asum_d + sign(1.0d0, x(i))*xd(i)
  end do
  value = ?asum(n, x, incx)
end function ?asum_d

subroutine ?asum_b(n, x, xb, incx, valueb)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: x(*), valueb
  real(8), intent(inout) :: xb(*)
  integer :: i
  do i = 1, n*incx, max(incx, 1)
    xb(i) = xb(i) + sign(1.0d0, x(i))*valueb
  end do
end subroutine ?asum_b

! The first index of the greatest absolute value.
integer function i?amax(n, x, incx)
  integer, intent(in) :: n, incx
  real(8), intent(in) :: x(*)
end function i?amax

! x := c*x + s*y, y := c*y - s*x
!$AD ROOM x(n), y(n)
subroutine ?rot(n, x, incx, y, incy, c, s)
  integer, intent(in) :: n, incx, incy
  real(8), intent(inout) :: x(*), y(*)
  real(8), intent(in) :: c, s
end subroutine ?rot

subroutine ?rot_d(n, x, xd, incx, y, yd, incy, c, cd, s, sd)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(inout) :: x(*), xd(*), y(*), yd(*)
  real(8), intent(in) :: c, cd, s, sd
  optional :: cd, sd
  external :: ?axpy, ?rot
  call ?rot(n, xd, incx, yd, incy, c, s)
  if (present(cd)) then
    call ?axpy(n, cd, x, incx, xd, incx)
    call ?axpy(n, cd, y, incy, yd, incy)
  end if
  if (present(sd)) then
    call ?axpy(n, sd, y, incy, xd, incx)
    call ?axpy(n, -sd, x, incx, yd, incy)
  end if
  call ?rot(n, x, incx, y, incy, c, s)
end subroutine ?rot_d

subroutine ?rot_b(n, x, xb, incx, y, yb, incy, c, s)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: x(*), y(*), c, s
  real(8), intent(inout) :: xb(*), yb(*)
  external :: ?rot
  call ?rot(n, xb, incx, yb, incy, c, -s)
end subroutine ?rot_b

!$AD BEFORE
subroutine ?rot_b2(n, x, xb, incx, y, yb, incy, c, cb, s, sb)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: x(*), y(*), c, s
  real(8), intent(inout) :: xb(*), yb(*), cb, sb
  optional :: cb, sb
  real(8), external :: ?dot
  external :: ?rot
  if (present(cb)) cb = cb + ?dot(n, x, incx, xb, incx) + ?dot(n, y, incy, yb, incy)
  if (present(sb)) sb = sb + ?dot(n, y, incy, xb, incx) - ?dot(n, x, incx, yb, incy)
  call ?rot(n, xb, incx, yb, incy, c, -s)
end subroutine ?rot_b2

! The rotation that takes (a, b) to (r, 0): a := r, c and s; what it leaves in b has no derivative.
subroutine ?rotg(a, b, c, s)
  real(8), intent(inout) :: a, b
  real(8), intent(out) :: c, s
end subroutine ?rotg

!$AD LOSES b
subroutine ?rotg_d(a, ad, b, bd, c, cd, s, sd)
  implicit none
  real(8), intent(inout) :: a, ad, b, bd
  real(8), intent(out) :: c, cd, s, sd
  optional :: ad, bd, cd, sd
  real(8) :: t, u, r
  external :: ?rotg
  t = 0.0d0
  u = 0.0d0
  if (present(ad)) t = ad
  if (present(bd)) u = bd
  call ?rotg(a, b, c, s)
  r = c*t + s*u
  if (present(ad)) ad = r
  if (present(bd)) bd = 0.0d0
  if (present(cd)) cd = 0.0d0
  if (present(sd)) sd = 0.0d0
  if (abs(a) > 0.0d0) then
    if (present(cd)) cd = (t - c*r)/a
    if (present(sd)) sd = (u - s*r)/a
  end if
end subroutine ?rotg_d

!$AD LOSES b
subroutine ?rotg_b(a, ab, b, bb, c, cb, s, sb)
  implicit none
  real(8), intent(in) :: a, b, c, s
  real(8), intent(inout) :: ab, bb, cb, sb
  optional :: ab, bb, cb, sb
  real(8) :: t, u, r
  t = 0.0d0
  u = 0.0d0
  if (abs(a) > 0.0d0) then
    if (present(cb)) t = cb/a
    if (present(sb)) u = sb/a
  end if
  r = -(c*t + s*u)
  if (present(ab)) r = r + ab
  if (present(ab)) ab = t + c*r
  if (present(bb)) bb = u + s*r
  if (present(cb)) cb = 0.0d0
  if (present(sb)) sb = 0.0d0
end subroutine ?rotg_b

! Level 2: matrices and vectors. A call with a factor of zero scales what it would add to.

! y := alpha*op(A)*x + beta*y
!$AD BY-ROWS other(trans), n, m, alpha, a, lda, x, incx, beta, y, incy
!$AD ROOM y(of(trans, m, n))
subroutine ?gemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
  character, intent(in) :: trans
  integer, intent(in) :: m, n, lda, incx, incy
  real(8), intent(in) :: alpha, a(lda,*), x(*), beta
  real(8), intent(inout) :: y(*)
end subroutine ?gemv

subroutine ?gemv_d(trans, m, n, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: m, n, lda, incx, incy
  real(8), intent(in) :: alpha, alphad, a(lda,*), ad(lda,*), x(*), xd(*), beta, betad
  real(8), intent(inout) :: y(*), yd(*)
  optional :: alphad, ad, xd, betad
  external :: ?axpy, ?gemv
  call ?gemv(trans, m, n, 0.0d0, a, lda, x, incx, beta, yd, incy)
  if (present(betad)) call ?axpy(merge(m, n, trans == 'N' .or. trans == 'n'), betad, y, incy, yd, incy)
  if (present(alphad)) call ?gemv(trans, m, n, alphad, a, lda, x, incx, 1.0d0, yd, incy)
  if (present(ad)) call ?gemv(trans, m, n, alpha, ad, lda, x, incx, 1.0d0, yd, incy)
  if (present(xd)) call ?gemv(trans, m, n, alpha, a, lda, xd, incx, 1.0d0, yd, incy)
  call ?gemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
end subroutine ?gemv_d

subroutine ?gemv_b(trans, m, n, alpha, a, ab, lda, x, xb, incx, beta, y, yb, incy)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: m, n, lda, incx, incy
  real(8), intent(in) :: alpha, a(lda,*), x(*), beta, y(*)
  real(8), intent(inout) :: ab(lda,*), xb(*), yb(*)
  optional :: ab, xb
  external :: ?gemv, ?ger
  if (trans == 'N' .or. trans == 'n') then
    if (present(ab)) call ?ger(m, n, alpha, yb, incy, x, incx, ab, lda)
    if (present(xb)) call ?gemv('T', m, n, alpha, a, lda, yb, incy, 1.0d0, xb, incx)
  else
    if (present(ab)) call ?ger(m, n, alpha, x, incx, yb, incy, ab, lda)
    if (present(xb)) call ?gemv('N', m, n, alpha, a, lda, yb, incy, 1.0d0, xb, incx)
  end if
  call ?gemv(trans, m, n, 0.0d0, a, lda, x, incx, beta, yb, incy)
end subroutine ?gemv_b

!$AD BEFORE
subroutine ?gemv_b2(trans, m, n, alpha, alphab, a, ab, lda, x, xb, incx, beta, betab, y, yb, incy)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: m, n, lda, incx, incy
  real(8), intent(in) :: alpha, a(lda,*), x(*), beta, y(*)
  real(8), intent(inout) :: alphab, ab(lda,*), xb(*), betab, yb(*)
  optional :: alphab, ab, xb, betab
  real(8) :: t(merge(m, n, trans == 'N' .or. trans == 'n'))
  real(8), external :: ?dot
  external :: ?gemv, ?ger
  if (present(alphab)) then
    call ?gemv(trans, m, n, 1.0d0, a, lda, x, incx, 0.0d0, t, 1)
    alphab = alphab + ?dot(merge(m, n, trans == 'N' .or. trans == 'n'), t, 1, yb, incy)
  end if
  if (present(betab)) betab = betab + ?dot(merge(m, n, trans == 'N' .or. trans == 'n'), y, incy, yb, incy)
  if (trans == 'N' .or. trans == 'n') then
    if (present(ab)) call ?ger(m, n, alpha, yb, incy, x, incx, ab, lda)
    if (present(xb)) call ?gemv('T', m, n, alpha, a, lda, yb, incy, 1.0d0, xb, incx)
  else
    if (present(ab)) call ?ger(m, n, alpha, x, incx, yb, incy, ab, lda)
    if (present(xb)) call ?gemv('N', m, n, alpha, a, lda, yb, incy, 1.0d0, xb, incx)
  end if
  call ?gemv(trans, m, n, 0.0d0, a, lda, x, incx, beta, yb, incy)
end subroutine ?gemv_b2

! A := alpha*x*transpose(y) + A
!$AD BY-ROWS n, m, alpha, y, incy, x, incx, a, lda
!$AD ROOM a(m, n)
subroutine ?ger(m, n, alpha, x, incx, y, incy, a, lda)
  integer, intent(in) :: m, n, incx, incy, lda
  real(8), intent(in) :: alpha, x(*), y(*)
  real(8), intent(inout) :: a(lda,*)
end subroutine ?ger

subroutine ?ger_d(m, n, alpha, alphad, x, xd, incx, y, yd, incy, a, ad, lda)
  implicit none
  integer, intent(in) :: m, n, incx, incy, lda
  real(8), intent(in) :: alpha, alphad, x(*), xd(*), y(*), yd(*)
  real(8), intent(inout) :: a(lda,*), ad(lda,*)
  optional :: alphad, xd, yd
  external :: ?ger
  if (present(alphad)) call ?ger(m, n, alphad, x, incx, y, incy, ad, lda)
  if (present(xd)) call ?ger(m, n, alpha, xd, incx, y, incy, ad, lda)
  if (present(yd)) call ?ger(m, n, alpha, x, incx, yd, incy, ad, lda)
  call ?ger(m, n, alpha, x, incx, y, incy, a, lda)
end subroutine ?ger_d

subroutine ?ger_b(m, n, alpha, alphab, x, xb, incx, y, yb, incy, a, ab, lda)
  implicit none
  integer, intent(in) :: m, n, incx, incy, lda
  real(8), intent(in) :: alpha, x(*), y(*), a(lda,*)
  real(8), intent(inout) :: alphab, xb(*), yb(*), ab(lda,*)
  optional :: alphab, xb, yb
  real(8) :: t(m)
  real(8), external :: ?dot
  external :: ?gemv
  if (present(alphab)) then
    call ?gemv('N', m, n, 1.0d0, ab, lda, y, incy, 0.0d0, t, 1)
    alphab = alphab + ?dot(m, x, incx, t, 1)
  end if
  if (present(xb)) call ?gemv('N', m, n, alpha, ab, lda, y, incy, 1.0d0, xb, incx)
  if (present(yb)) call ?gemv('T', m, n, alpha, ab, lda, x, incx, 1.0d0, yb, incy)
end subroutine ?ger_b

! y := alpha*A*x + beta*y, A symmetric
!$AD BY-ROWS other(uplo), n, alpha, a, lda, x, incx, beta, y, incy
!$AD ROOM y(n)
subroutine ?symv(uplo, n, alpha, a, lda, x, incx, beta, y, incy)
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda, incx, incy
  real(8), intent(in) :: alpha, a(lda,*), x(*), beta
  real(8), intent(inout) :: y(*)
end subroutine ?symv

subroutine ?symv_d(uplo, n, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda, incx, incy
  real(8), intent(in) :: alpha, alphad, a(lda,*), ad(lda,*), x(*), xd(*), beta, betad
  real(8), intent(inout) :: y(*), yd(*)
  optional :: alphad, ad, xd, betad
  external :: ?axpy, ?symv
  call ?symv(uplo, n, 0.0d0, a, lda, x, incx, beta, yd, incy)
  if (present(betad)) call ?axpy(n, betad, y, incy, yd, incy)
  if (present(alphad)) call ?symv(uplo, n, alphad, a, lda, x, incx, 1.0d0, yd, incy)
  if (present(ad)) call ?symv(uplo, n, alpha, ad, lda, x, incx, 1.0d0, yd, incy)
  if (present(xd)) call ?symv(uplo, n, alpha, a, lda, xd, incx, 1.0d0, yd, incy)
  call ?symv(uplo, n, alpha, a, lda, x, incx, beta, y, incy)
end subroutine ?symv_d

subroutine ?symv_b(uplo, n, alpha, a, ab, lda, x, xb, incx, beta, y, yb, incy)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda, incx, incy
  real(8), intent(in) :: alpha, a(lda,*), x(*), beta, y(*)
  real(8), intent(inout) :: ab(lda,*), xb(*), yb(*)
  optional :: ab, xb
  integer :: i, ix, iy
  external :: ?symv, ?syr2
  if (present(ab)) then
    call ?syr2(uplo, n, alpha, x, incx, yb, incy, ab, lda)
    ! An element of the diagonal stands for itself alone.
    do i = 1, n
      ix = 1 + (i - 1)*incx + max(0, (1 - n)*incx)
      iy = 1 + (i - 1)*incy + max(0, (1 - n)*incy)
      ab(i,i) = ab(i,i) - alpha*x(ix)*yb(iy)
    end do
  end if
  if (present(xb)) call ?symv(uplo, n, alpha, a, lda, yb, incy, 1.0d0, xb, incx)
  call ?symv(uplo, n, 0.0d0, a, lda, x, incx, beta, yb, incy)
end subroutine ?symv_b

! A := alpha*x*transpose(x) + A, one triangle
!$AD BY-ROWS other(uplo), n, alpha, x, incx, a, lda
!$AD ROOM a(n, n)
subroutine ?syr(uplo, n, alpha, x, incx, a, lda)
  character, intent(in) :: uplo
  integer, intent(in) :: n, incx, lda
  real(8), intent(in) :: alpha, x(*)
  real(8), intent(inout) :: a(lda,*)
end subroutine ?syr

subroutine ?syr_d(uplo, n, alpha, alphad, x, xd, incx, a, ad, lda)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, incx, lda
  real(8), intent(in) :: alpha, alphad, x(*), xd(*)
  real(8), intent(inout) :: a(lda,*), ad(lda,*)
  optional :: alphad, xd
  external :: ?syr, ?syr2
  if (present(alphad)) call ?syr(uplo, n, alphad, x, incx, ad, lda)
  if (present(xd)) call ?syr2(uplo, n, alpha, x, incx, xd, incx, ad, lda)
  call ?syr(uplo, n, alpha, x, incx, a, lda)
end subroutine ?syr_d

subroutine ?syr_b(uplo, n, alpha, x, xb, incx, a, ab, lda)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, incx, lda
  real(8), intent(in) :: alpha, x(*), a(lda,*)
  real(8), intent(inout) :: xb(*), ab(lda,*)
  optional :: xb
  integer :: i, ix
  external :: ?symv
  if (present(xb)) then
    call ?symv(uplo, n, alpha, ab, lda, x, incx, 1.0d0, xb, incx)
    do i = 1, n
      ix = 1 + (i - 1)*incx + max(0, (1 - n)*incx)
      xb(ix) = xb(ix) + alpha*ab(i,i)*x(ix)
    end do
  end if
end subroutine ?syr_b

! A := alpha*x*transpose(y) + alpha*y*transpose(x) + A, one triangle
!$AD BY-ROWS other(uplo), n, alpha, x, incx, y, incy, a, lda
!$AD ROOM a(n, n)
subroutine ?syr2(uplo, n, alpha, x, incx, y, incy, a, lda)
  character, intent(in) :: uplo
  integer, intent(in) :: n, incx, incy, lda
  real(8), intent(in) :: alpha, x(*), y(*)
  real(8), intent(inout) :: a(lda,*)
end subroutine ?syr2

subroutine ?syr2_d(uplo, n, alpha, alphad, x, xd, incx, y, yd, incy, a, ad, lda)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, incx, incy, lda
  real(8), intent(in) :: alpha, alphad, x(*), xd(*), y(*), yd(*)
  real(8), intent(inout) :: a(lda,*), ad(lda,*)
  optional :: alphad, xd, yd
  external :: ?syr2
  if (present(alphad)) call ?syr2(uplo, n, alphad, x, incx, y, incy, ad, lda)
  if (present(xd)) call ?syr2(uplo, n, alpha, xd, incx, y, incy, ad, lda)
  if (present(yd)) call ?syr2(uplo, n, alpha, x, incx, yd, incy, ad, lda)
  call ?syr2(uplo, n, alpha, x, incx, y, incy, a, lda)
end subroutine ?syr2_d

subroutine ?syr2_b(uplo, n, alpha, x, xb, incx, y, yb, incy, a, ab, lda)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, incx, incy, lda
  real(8), intent(in) :: alpha, x(*), y(*), a(lda,*)
  real(8), intent(inout) :: xb(*), yb(*), ab(lda,*)
  optional :: xb, yb
  integer :: i, ix, iy
  external :: ?symv
  if (present(xb)) call ?symv(uplo, n, alpha, ab, lda, y, incy, 1.0d0, xb, incx)
  if (present(yb)) call ?symv(uplo, n, alpha, ab, lda, x, incx, 1.0d0, yb, incy)
  ! An element of the diagonal is twice a product.
  do i = 1, n
    ix = 1 + (i - 1)*incx + max(0, (1 - n)*incx)
    iy = 1 + (i - 1)*incy + max(0, (1 - n)*incy)
    if (present(xb)) xb(ix) = xb(ix) + alpha*ab(i,i)*y(iy)
    if (present(yb)) yb(iy) = yb(iy) + alpha*ab(i,i)*x(ix)
  end do
end subroutine ?syr2_b

! Level 3: matrices.

! C := alpha*op(A)*op(B) + beta*C
!$AD BY-ROWS transb, transa, n, m, k, alpha, b, ldb, a, lda, beta, c, ldc
!$AD ROOM c(m, n)
subroutine ?gemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta
  real(8), intent(inout) :: c(ldc,*)
end subroutine ?gemm

subroutine ?gemm_d(transa, transb, m, n, k, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc)
  implicit none
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  real(8), intent(in) :: alpha, alphad, a(lda,*), ad(lda,*), b(ldb,*), bd(ldb,*), beta, betad
  real(8), intent(inout) :: c(ldc,*), cd(ldc,*)
  optional :: alphad, ad, bd, betad
  integer :: j
  external :: ?axpy, ?gemm
  call ?gemm(transa, transb, m, n, k, 0.0d0, a, lda, b, ldb, beta, cd, ldc)
  if (present(betad)) then
    do j = 1, n
      call ?axpy(m, betad, c(1,j), 1, cd(1,j), 1)
    end do
  end if
  if (present(alphad)) call ?gemm(transa, transb, m, n, k, alphad, a, lda, b, ldb, 1.0d0, cd, ldc)
  if (present(ad)) call ?gemm(transa, transb, m, n, k, alpha, ad, lda, b, ldb, 1.0d0, cd, ldc)
  if (present(bd)) call ?gemm(transa, transb, m, n, k, alpha, a, lda, bd, ldb, 1.0d0, cd, ldc)
  call ?gemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
end subroutine ?gemm_d

subroutine ?gemm_b(transa, transb, m, n, k, alpha, a, ab, lda, b, bb, ldb, beta, c, cb, ldc)
  implicit none
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta, c(ldc,*)
  real(8), intent(inout) :: ab(lda,*), bb(ldb,*), cb(ldc,*)
  optional :: ab, bb
  external :: ?gemm
  if (present(ab)) then
    if (transa == 'N' .or. transa == 'n') then
      call ?gemm('N', merge('T', 'N', transb == 'N' .or. transb == 'n'), m, k, n, alpha, cb, ldc, b, ldb, 1.0d0, ab, lda)
    else
      call ?gemm(transb, 'T', k, m, n, alpha, b, ldb, cb, ldc, 1.0d0, ab, lda)
    end if
  end if
  if (present(bb)) then
    if (transb == 'N' .or. transb == 'n') then
      call ?gemm(merge('T', 'N', transa == 'N' .or. transa == 'n'), 'N', k, n, m, alpha, a, lda, cb, ldc, 1.0d0, bb, ldb)
    else
      call ?gemm('T', transa, n, k, m, alpha, cb, ldc, a, lda, 1.0d0, bb, ldb)
    end if
  end if
  call ?gemm(transa, transb, m, n, k, 0.0d0, a, lda, b, ldb, beta, cb, ldc)
end subroutine ?gemm_b

!$AD BEFORE
subroutine ?gemm_b2(transa, transb, m, n, k, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
  implicit none
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta, c(ldc,*)
  real(8), intent(inout) :: alphab, ab(lda,*), bb(ldb,*), betab, cb(ldc,*)
  optional :: alphab, ab, bb, betab
  real(8), allocatable :: t(:,:)
  integer :: j
  real(8), external :: ?dot
  external :: ?gemm
  if (present(alphab)) then
    allocate (t(m,n))
    call ?gemm(transa, transb, m, n, k, 1.0d0, a, lda, b, ldb, 0.0d0, t, m)
    do j = 1, n
      alphab = alphab + ?dot(m, t(1,j), 1, cb(1,j), 1)
    end do
    deallocate (t)
  end if
  if (present(betab)) then
    do j = 1, n
      betab = betab + ?dot(m, c(1,j), 1, cb(1,j), 1)
    end do
  end if
  if (present(ab)) then
    if (transa == 'N' .or. transa == 'n') then
      call ?gemm('N', merge('T', 'N', transb == 'N' .or. transb == 'n'), m, k, n, alpha, cb, ldc, b, ldb, 1.0d0, ab, lda)
    else
      call ?gemm(transb, 'T', k, m, n, alpha, b, ldb, cb, ldc, 1.0d0, ab, lda)
    end if
  end if
  if (present(bb)) then
    if (transb == 'N' .or. transb == 'n') then
      call ?gemm(merge('T', 'N', transa == 'N' .or. transa == 'n'), 'N', k, n, m, alpha, a, lda, cb, ldc, 1.0d0, bb, ldb)
    else
      call ?gemm('T', transa, n, k, m, alpha, cb, ldc, a, lda, 1.0d0, bb, ldb)
    end if
  end if
  call ?gemm(transa, transb, m, n, k, 0.0d0, a, lda, b, ldb, beta, cb, ldc)
end subroutine ?gemm_b2

! C := alpha*A*B + beta*C or alpha*B*A + beta*C, A symmetric
!$AD BY-ROWS other(side), other(uplo), n, m, alpha, a, lda, b, ldb, beta, c, ldc
!$AD ROOM c(m, n)
subroutine ?symm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
  character, intent(in) :: side, uplo
  integer, intent(in) :: m, n, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta
  real(8), intent(inout) :: c(ldc,*)
end subroutine ?symm

subroutine ?symm_d(side, uplo, m, n, alpha, alphad, a, ad, lda, b, bd, ldb, beta, c, cd, ldc)
  implicit none
  character, intent(in) :: side, uplo
  integer, intent(in) :: m, n, lda, ldb, ldc
  real(8), intent(in) :: alpha, alphad, a(lda,*), ad(lda,*), b(ldb,*), bd(ldb,*), beta
  real(8), intent(inout) :: c(ldc,*), cd(ldc,*)
  optional :: alphad, ad, bd
  external :: ?symm
  call ?symm(side, uplo, m, n, 0.0d0, a, lda, b, ldb, beta, cd, ldc)
  if (present(alphad)) call ?symm(side, uplo, m, n, alphad, a, lda, b, ldb, 1.0d0, cd, ldc)
  if (present(ad)) call ?symm(side, uplo, m, n, alpha, ad, lda, b, ldb, 1.0d0, cd, ldc)
  if (present(bd)) call ?symm(side, uplo, m, n, alpha, a, lda, bd, ldb, 1.0d0, cd, ldc)
  call ?symm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
end subroutine ?symm_d

subroutine ?symm_b(side, uplo, m, n, alpha, a, ab, lda, b, bb, ldb, beta, c, cb, ldc)
  implicit none
  character, intent(in) :: side, uplo
  integer, intent(in) :: m, n, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta, c(ldc,*)
  real(8), intent(inout) :: ab(lda,*), bb(ldb,*), cb(ldc,*)
  optional :: ab, bb
  integer :: i
  real(8), external :: ?dot
  external :: ?symm, ?syr2k
  if (present(ab)) then
    ! An element of the diagonal stands for itself alone.
    if (side == 'L' .or. side == 'l') then
      call ?syr2k(uplo, 'N', m, n, alpha, cb, ldc, b, ldb, 1.0d0, ab, lda)
      do i = 1, m
        ab(i,i) = ab(i,i) - alpha*?dot(n, cb(i,1), ldc, b(i,1), ldb)
      end do
    else
      call ?syr2k(uplo, 'T', n, m, alpha, b, ldb, cb, ldc, 1.0d0, ab, lda)
      do i = 1, n
        ab(i,i) = ab(i,i) - alpha*?dot(m, b(1,i), 1, cb(1,i), 1)
      end do
    end if
  end if
  if (present(bb)) call ?symm(side, uplo, m, n, alpha, a, lda, cb, ldc, 1.0d0, bb, ldb)
  call ?symm(side, uplo, m, n, 0.0d0, a, lda, b, ldb, beta, cb, ldc)
end subroutine ?symm_b

! C := alpha*A*transpose(A) + beta*C or alpha*transpose(A)*A + beta*C, one triangle
!$AD BY-ROWS other(uplo), other(trans), n, k, alpha, a, lda, beta, c, ldc
!$AD ROOM c(n, n)
subroutine ?syrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldc
  real(8), intent(in) :: alpha, a(lda,*), beta
  real(8), intent(inout) :: c(ldc,*)
end subroutine ?syrk

subroutine ?syrk_d(uplo, trans, n, k, alpha, alphad, a, ad, lda, beta, c, cd, ldc)
  implicit none
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldc
  real(8), intent(in) :: alpha, alphad, a(lda,*), ad(lda,*), beta
  real(8), intent(inout) :: c(ldc,*), cd(ldc,*)
  optional :: alphad, ad
  external :: ?syrk, ?syr2k
  call ?syrk(uplo, trans, n, k, 0.0d0, a, lda, beta, cd, ldc)
  if (present(alphad)) call ?syrk(uplo, trans, n, k, alphad, a, lda, 1.0d0, cd, ldc)
  if (present(ad)) call ?syr2k(uplo, trans, n, k, alpha, a, lda, ad, lda, 1.0d0, cd, ldc)
  call ?syrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
end subroutine ?syrk_d

subroutine ?syrk_b(uplo, trans, n, k, alpha, a, ab, lda, beta, c, cb, ldc)
  implicit none
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldc
  real(8), intent(in) :: alpha, a(lda,*), beta, c(ldc,*)
  real(8), intent(inout) :: ab(lda,*), cb(ldc,*)
  optional :: ab
  integer :: i
  external :: ?axpy, ?symm, ?syrk
  if (present(ab)) then
    ! An element of the diagonal is a square.
    if (trans == 'N' .or. trans == 'n') then
      call ?symm('L', uplo, n, k, alpha, cb, ldc, a, lda, 1.0d0, ab, lda)
      do i = 1, n
        call ?axpy(k, alpha*cb(i,i), a(i,1), lda, ab(i,1), lda)
      end do
    else
      call ?symm('R', uplo, k, n, alpha, cb, ldc, a, lda, 1.0d0, ab, lda)
      do i = 1, n
        call ?axpy(k, alpha*cb(i,i), a(1,i), 1, ab(1,i), 1)
      end do
    end if
  end if
  call ?syrk(uplo, trans, n, k, 0.0d0, a, lda, beta, cb, ldc)
end subroutine ?syrk_b

! C := alpha*(A*transpose(B) + B*transpose(A)) + beta*C or alpha*(transpose(A)*B + transpose(B)*A) + beta*C, one triangle
!$AD BY-ROWS other(uplo), other(trans), n, k, alpha, a, lda, b, ldb, beta, c, ldc
!$AD ROOM c(n, n)
subroutine ?syr2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta
  real(8), intent(inout) :: c(ldc,*)
end subroutine ?syr2k

subroutine ?syr2k_d(uplo, trans, n, k, alpha, alphad, a, ad, lda, b, bd, ldb, beta, c, cd, ldc)
  implicit none
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldb, ldc
  real(8), intent(in) :: alpha, alphad, a(lda,*), ad(lda,*), b(ldb,*), bd(ldb,*), beta
  real(8), intent(inout) :: c(ldc,*), cd(ldc,*)
  optional :: alphad, ad, bd
  external :: ?syr2k
  call ?syr2k(uplo, trans, n, k, 0.0d0, a, lda, b, ldb, beta, cd, ldc)
  if (present(alphad)) call ?syr2k(uplo, trans, n, k, alphad, a, lda, b, ldb, 1.0d0, cd, ldc)
  if (present(ad)) call ?syr2k(uplo, trans, n, k, alpha, ad, lda, b, ldb, 1.0d0, cd, ldc)
  if (present(bd)) call ?syr2k(uplo, trans, n, k, alpha, a, lda, bd, ldb, 1.0d0, cd, ldc)
  call ?syr2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
end subroutine ?syr2k_d

subroutine ?syr2k_b(uplo, trans, n, k, alpha, a, ab, lda, b, bb, ldb, beta, c, cb, ldc)
  implicit none
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta, c(ldc,*)
  real(8), intent(inout) :: ab(lda,*), bb(ldb,*), cb(ldc,*)
  optional :: ab, bb
  integer :: i
  external :: ?axpy, ?symm, ?syr2k
  ! An element of the diagonal is twice a product.
  if (trans == 'N' .or. trans == 'n') then
    if (present(ab)) call ?symm('L', uplo, n, k, alpha, cb, ldc, b, ldb, 1.0d0, ab, lda)
    if (present(bb)) call ?symm('L', uplo, n, k, alpha, cb, ldc, a, lda, 1.0d0, bb, ldb)
    do i = 1, n
      if (present(ab)) call ?axpy(k, alpha*cb(i,i), b(i,1), ldb, ab(i,1), lda)
      if (present(bb)) call ?axpy(k, alpha*cb(i,i), a(i,1), lda, bb(i,1), ldb)
    end do
  else
    if (present(ab)) call ?symm('R', uplo, k, n, alpha, cb, ldc, b, ldb, 1.0d0, ab, lda)
    if (present(bb)) call ?symm('R', uplo, k, n, alpha, cb, ldc, a, lda, 1.0d0, bb, ldb)
    do i = 1, n
      if (present(ab)) call ?axpy(k, alpha*cb(i,i), b(1,i), 1, ab(1,i), 1)
      if (present(bb)) call ?axpy(k, alpha*cb(i,i), a(1,i), 1, bb(1,i), 1)
    end do
  end if
  call ?syr2k(uplo, trans, n, k, 0.0d0, a, lda, b, ldb, beta, cb, ldc)
end subroutine ?syr2k_b
