! Routines of BLAS and LAPACK as their definitions say, for tests on machines without these libraries. `?` stands for d or s.
subroutine ?axpy(n, alpha, x, incx, y, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: alpha, x(*)
  real(8), intent(inout) :: y(*)
  integer :: i, ix, iy
  ix = 1 + max(0, (1 - n)*incx)
  iy = 1 + max(0, (1 - n)*incy)
  do i = 1, n
    y(iy) = y(iy) + alpha*x(ix)
    ix = ix + incx
    iy = iy + incy
  end do
end subroutine ?axpy

subroutine ?scal(n, alpha, x, incx)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: alpha
  real(8), intent(inout) :: x(*)
  integer :: i
  if (incx <= 0) return
  do i = 1, n
    x(1+(i-1)*incx) = alpha*x(1+(i-1)*incx)
  end do
end subroutine ?scal

subroutine ?copy(n, x, incx, y, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: x(*)
  real(8), intent(inout) :: y(*)
  integer :: i, ix, iy
  ix = 1 + max(0, (1 - n)*incx)
  iy = 1 + max(0, (1 - n)*incy)
  do i = 1, n
    y(iy) = x(ix)
    ix = ix + incx
    iy = iy + incy
  end do
end subroutine ?copy

subroutine ?swap(n, x, incx, y, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(inout) :: x(*), y(*)
  real(8) :: t(n)
  external :: ?copy
  call ?copy(n, x, incx, t, 1)
  call ?copy(n, y, incy, x, incx)
  call ?copy(n, t, 1, y, incy)
end subroutine ?swap

real(8) function ?dot(n, x, incx, y, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: x(*), y(*)
  integer :: i, ix, iy
  ?dot = 0.0d0
  ix = 1 + max(0, (1 - n)*incx)
  iy = 1 + max(0, (1 - n)*incy)
  do i = 1, n
    ?dot = ?dot + x(ix)*y(iy)
    ix = ix + incx
    iy = iy + incy
  end do
end function ?dot

real(8) function ?nrm2(n, x, incx)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: x(*)
  real(8), external :: ?dot
  ?nrm2 = sqrt(?dot(n, x, incx, x, incx))
end function ?nrm2

real(8) function ?asum(n, x, incx)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: x(*)
  integer :: i
  ?asum = 0.0d0
  do i = 1, n
    ?asum = ?asum + abs(x(1+(i-1)*incx))
  end do
end function ?asum

subroutine ?rot(n, x, incx, y, incy, c, s)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(inout) :: x(*), y(*)
  real(8), intent(in) :: c, s
  real(8) :: t
  integer :: i, ix, iy
  ix = 1 + max(0, (1 - n)*incx)
  iy = 1 + max(0, (1 - n)*incy)
  do i = 1, n
    t = c*x(ix) + s*y(iy)
    y(iy) = c*y(iy) - s*x(ix)
    x(ix) = t
    ix = ix + incx
    iy = iy + incy
  end do
end subroutine ?rot

subroutine ?gemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: m, n, lda, incx, incy
  real(8), intent(in) :: alpha, a(lda,*), x(*), beta
  real(8), intent(inout) :: y(*)
  real(8) :: s
  integer :: i, j, rows, columns, ix, iy
  rows = merge(m, n, trans == 'N' .or. trans == 'n')
  columns = m + n - rows
  iy = 1 + max(0, (1 - rows)*incy)
  do i = 1, rows
    s = 0.0d0
    ix = 1 + max(0, (1 - columns)*incx)
    do j = 1, columns
      if (trans == 'N' .or. trans == 'n') then
        s = s + a(i,j)*x(ix)
      else
        s = s + a(j,i)*x(ix)
      end if
      ix = ix + incx
    end do
    if (beta > 0.0d0 .or. beta < 0.0d0) then
      y(iy) = alpha*s + beta*y(iy)
    else
      y(iy) = alpha*s
    end if
    iy = iy + incy
  end do
end subroutine ?gemv

subroutine ?ger(m, n, alpha, x, incx, y, incy, a, lda)
  implicit none
  integer, intent(in) :: m, n, incx, incy, lda
  real(8), intent(in) :: alpha, x(*), y(*)
  real(8), intent(inout) :: a(lda,*)
  integer :: i, j, ix, iy
  iy = 1 + max(0, (1 - n)*incy)
  do j = 1, n
    ix = 1 + max(0, (1 - m)*incx)
    do i = 1, m
      a(i,j) = a(i,j) + alpha*x(ix)*y(iy)
      ix = ix + incx
    end do
    iy = iy + incy
  end do
end subroutine ?ger

! The full matrix of which one triangle is given.
subroutine ref_full_?(uplo, n, a, lda, full)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda
  real(8), intent(in) :: a(lda,*)
  real(8), intent(out) :: full(n,n)
  integer :: i, j
  do j = 1, n
    do i = j, n
      if (uplo == 'L') then
        full(i,j) = a(i,j)
      else
        full(i,j) = a(j,i)
      end if
      full(j,i) = full(i,j)
    end do
  end do
end subroutine ref_full_?

! op of a triangular matrix, in full.
subroutine ref_triangle_?(uplo, trans, diag, n, a, lda, full)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda
  real(8), intent(in) :: a(lda,*)
  real(8), intent(out) :: full(n,n)
  integer :: i, j
  full = 0.0d0
  do j = 1, n
    if (uplo == 'L') then
      do i = j, n
        full(i,j) = a(i,j)
      end do
    else
      do i = 1, j
        full(i,j) = a(i,j)
      end do
    end if
    if (diag == 'U') full(j,j) = 1.0d0
  end do
  if (trans /= 'N') full = transpose(full)
end subroutine ref_triangle_?

! B := inverse(A)*B by elimination with exchanged rows, A is destroyed.
subroutine ref_solve_?(n, nrhs, a, b)
  implicit none
  integer, intent(in) :: n, nrhs
  real(8), intent(inout) :: a(n,n), b(n,nrhs)
  real(8) :: row(n), right(nrhs)
  integer :: i, k, p
  do k = 1, n
    p = k - 1 + maxloc(abs(a(k:n,k)), 1)
    row = a(k,:)
    a(k,:) = a(p,:)
    a(p,:) = row
    right = b(k,:)
    b(k,:) = b(p,:)
    b(p,:) = right
    do i = 1, n
      if (i /= k) then
        b(i,:) = b(i,:) - a(i,k)/a(k,k)*b(k,:)
        a(i,k+1:) = a(i,k+1:) - a(i,k)/a(k,k)*a(k,k+1:)
      end if
    end do
  end do
  do k = 1, n
    b(k,:) = b(k,:)/a(k,k)
  end do
end subroutine ref_solve_?

subroutine ?symv(uplo, n, alpha, a, lda, x, incx, beta, y, incy)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda, incx, incy
  real(8), intent(in) :: alpha, a(lda,*), x(*), beta
  real(8), intent(inout) :: y(*)
  real(8) :: full(n,n)
  external :: ref_full_?, ?gemv
  call ref_full_?(uplo, n, a, lda, full)
  call ?gemv('N', n, n, alpha, full, n, x, incx, beta, y, incy)
end subroutine ?symv

subroutine ?syr(uplo, n, alpha, x, incx, a, lda)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, incx, lda
  real(8), intent(in) :: alpha, x(*)
  real(8), intent(inout) :: a(lda,*)
  external :: ?syr2
  call ?syr2(uplo, n, 0.5d0*alpha, x, incx, x, incx, a, lda)
end subroutine ?syr

subroutine ?syr2(uplo, n, alpha, x, incx, y, incy, a, lda)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, incx, incy, lda
  real(8), intent(in) :: alpha, x(*), y(*)
  real(8), intent(inout) :: a(lda,*)
  real(8) :: u(n), v(n)
  integer :: i, j
  external :: ?copy
  call ?copy(n, x, incx, u, 1)
  call ?copy(n, y, incy, v, 1)
  do j = 1, n
    do i = merge(j, 1, uplo == 'L'), merge(n, j, uplo == 'L')
      a(i,j) = a(i,j) + alpha*(u(i)*v(j) + v(i)*u(j))
    end do
  end do
end subroutine ?syr2

subroutine ?trmv(uplo, trans, diag, n, a, lda, x, incx)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  real(8), intent(in) :: a(lda,*)
  real(8), intent(inout) :: x(*)
  real(8) :: full(n,n), t(n)
  external :: ref_triangle_?, ?copy
  call ref_triangle_?(uplo, trans, diag, n, a, lda, full)
  call ?copy(n, x, incx, t, 1)
  t = matmul(full, t)
  call ?copy(n, t, 1, x, incx)
end subroutine ?trmv

subroutine ?trsv(uplo, trans, diag, n, a, lda, x, incx)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  real(8), intent(in) :: a(lda,*)
  real(8), intent(inout) :: x(*)
  real(8) :: full(n,n), t(n,1)
  external :: ref_triangle_?, ref_solve_?, ?copy
  call ref_triangle_?(uplo, trans, diag, n, a, lda, full)
  call ?copy(n, x, incx, t, 1)
  call ref_solve_?(n, 1, full, t)
  call ?copy(n, t, 1, x, incx)
end subroutine ?trsv

subroutine ?gemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  implicit none
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta
  real(8), intent(inout) :: c(ldc,*)
  integer :: j, rows, columns
  external :: ?gemv
  rows = merge(m, k, transa == 'N')
  columns = m + k - rows
  do j = 1, n
    if (transb == 'N') then
      call ?gemv(transa, rows, columns, alpha, a, lda, b(1,j), 1, beta, c(1,j), 1)
    else
      call ?gemv(transa, rows, columns, alpha, a, lda, b(j,1), ldb, beta, c(1,j), 1)
    end if
  end do
end subroutine ?gemm

subroutine ?symm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
  implicit none
  character, intent(in) :: side, uplo
  integer, intent(in) :: m, n, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta
  real(8), intent(inout) :: c(ldc,*)
  real(8) :: full(merge(m, n, side == 'L'),merge(m, n, side == 'L'))
  external :: ref_full_?, ?gemm
  call ref_full_?(uplo, size(full, 1), a, lda, full)
  if (side == 'L') call ?gemm('N', 'N', m, n, m, alpha, full, m, b, ldb, beta, c, ldc)
  if (side == 'R') call ?gemm('N', 'N', m, n, n, alpha, b, ldb, full, n, beta, c, ldc)
end subroutine ?symm

subroutine ?syrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
  implicit none
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldc
  real(8), intent(in) :: alpha, a(lda,*), beta
  real(8), intent(inout) :: c(ldc,*)
  external :: ?syr2k
  call ?syr2k(uplo, trans, n, k, 0.5d0*alpha, a, lda, a, lda, beta, c, ldc)
end subroutine ?syrk

subroutine ?syr2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  implicit none
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta
  real(8), intent(inout) :: c(ldc,*)
  real(8) :: p(n,n)
  integer :: i, j
  external :: ?gemm
  if (trans == 'N') call ?gemm('N', 'T', n, n, k, 1.0d0, a, lda, b, ldb, 0.0d0, p, n)
  if (trans /= 'N') call ?gemm('T', 'N', n, n, k, 1.0d0, a, lda, b, ldb, 0.0d0, p, n)
  do j = 1, n
    do i = merge(j, 1, uplo == 'L'), merge(n, j, uplo == 'L')
      c(i,j) = alpha*(p(i,j) + p(j,i)) + beta*c(i,j)
    end do
  end do
end subroutine ?syr2k

subroutine ?trmm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
  implicit none
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, lda, ldb
  real(8), intent(in) :: alpha, a(lda,*)
  real(8), intent(inout) :: b(ldb,*)
  real(8) :: full(merge(m, n, side == 'L'),merge(m, n, side == 'L'))
  external :: ref_triangle_?
  call ref_triangle_?(uplo, transa, diag, size(full, 1), a, lda, full)
  if (side == 'L') b(1:m,1:n) = alpha*matmul(full, b(1:m,1:n))
  if (side == 'R') b(1:m,1:n) = alpha*matmul(b(1:m,1:n), full)
end subroutine ?trmm

subroutine ?trsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
  implicit none
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, lda, ldb
  real(8), intent(in) :: alpha, a(lda,*)
  real(8), intent(inout) :: b(ldb,*)
  real(8) :: full(merge(m, n, side == 'L'),merge(m, n, side == 'L')), t(m,n), tt(n,m)
  external :: ref_triangle_?, ref_solve_?
  call ref_triangle_?(uplo, transa, diag, size(full, 1), a, lda, full)
  if (side == 'L') then
    t = alpha*b(1:m,1:n)
    call ref_solve_?(m, n, full, t)
    b(1:m,1:n) = t
  else
    tt = transpose(alpha*b(1:m,1:n))
    full = transpose(full)
    call ref_solve_?(n, m, full, tt)
    b(1:m,1:n) = transpose(tt)
  end if
end subroutine ?trsm

subroutine ?trtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb, info)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, nrhs, lda, ldb
  real(8), intent(in) :: a(lda,*)
  real(8), intent(inout) :: b(ldb,*)
  integer, intent(out) :: info
  external :: ?trsm
  info = 0
  call ?trsm('L', uplo, trans, diag, n, nrhs, 1.0d0, a, lda, b, ldb)
end subroutine ?trtrs

subroutine ?potrf(uplo, n, a, lda, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda
  real(8), intent(inout) :: a(lda,*)
  integer, intent(out) :: info
  real(8) :: l(n,n)
  integer :: i, j
  external :: ref_full_?
  info = 0
  call ref_full_?(uplo, n, a, lda, l)
  do j = 1, n
    l(j,j) = sqrt(l(j,j) - sum(l(j,1:j-1)**2))
    do i = j + 1, n
      l(i,j) = (l(i,j) - sum(l(i,1:j-1)*l(j,1:j-1)))/l(j,j)
    end do
  end do
  do j = 1, n
    do i = j, n
      if (uplo == 'L') a(i,j) = l(i,j)
      if (uplo == 'U') a(j,i) = l(i,j)
    end do
  end do
end subroutine ?potrf

subroutine ?potrs(uplo, n, nrhs, a, lda, b, ldb, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb
  real(8), intent(in) :: a(lda,*)
  real(8), intent(inout) :: b(ldb,*)
  integer, intent(out) :: info
  external :: ?trsm
  info = 0
  call ?trsm('L', uplo, merge('N', 'T', uplo == 'L'), 'N', n, nrhs, 1.0d0, a, lda, b, ldb)
  call ?trsm('L', uplo, merge('T', 'N', uplo == 'L'), 'N', n, nrhs, 1.0d0, a, lda, b, ldb)
end subroutine ?potrs

subroutine ?posv(uplo, n, nrhs, a, lda, b, ldb, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb
  real(8), intent(inout) :: a(lda,*), b(ldb,*)
  integer, intent(out) :: info
  external :: ?potrf, ?potrs
  call ?potrf(uplo, n, a, lda, info)
  call ?potrs(uplo, n, nrhs, a, lda, b, ldb, info)
end subroutine ?posv

subroutine ?potri(uplo, n, a, lda, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda
  real(8), intent(inout) :: a(lda,*)
  integer, intent(out) :: info
  real(8) :: one(n,n)
  integer :: i, j
  external :: ?potrs
  one = 0.0d0
  do i = 1, n
    one(i,i) = 1.0d0
  end do
  call ?potrs(uplo, n, n, a, lda, one, n, info)
  do j = 1, n
    do i = j, n
      if (uplo == 'L') a(i,j) = one(i,j)
      if (uplo == 'U') a(j,i) = one(j,i)
    end do
  end do
end subroutine ?potri

subroutine ?getrf(m, n, a, lda, ipiv, info)
  implicit none
  integer, intent(in) :: m, n, lda
  real(8), intent(inout) :: a(lda,*)
  integer, intent(out) :: ipiv(*), info
  real(8) :: row(n)
  integer :: i, k, p
  info = 0
  do k = 1, min(m, n)
    p = k - 1 + maxloc(abs(a(k:m,k)), 1)
    ipiv(k) = p
    row = a(k,1:n)
    a(k,1:n) = a(p,1:n)
    a(p,1:n) = row
    do i = k + 1, m
      a(i,k) = a(i,k)/a(k,k)
      a(i,k+1:n) = a(i,k+1:n) - a(i,k)*a(k,k+1:n)
    end do
  end do
end subroutine ?getrf

subroutine ?laswp(n, a, lda, k1, k2, ipiv, incx)
  implicit none
  integer, intent(in) :: n, lda, k1, k2, ipiv(*), incx
  real(8), intent(inout) :: a(lda,*)
  real(8) :: row(n)
  integer :: i, first, last
  first = merge(k1, k2, incx > 0)
  last = merge(k2, k1, incx > 0)
  do i = first, last, incx
    row = a(i,1:n)
    a(i,1:n) = a(ipiv(i),1:n)
    a(ipiv(i),1:n) = row
  end do
end subroutine ?laswp

subroutine ?getrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb
  real(8), intent(in) :: a(lda,*)
  real(8), intent(inout) :: b(ldb,*)
  integer, intent(out) :: info
  external :: ?laswp, ?trsm
  info = 0
  if (trans == 'N') then
    call ?laswp(nrhs, b, ldb, 1, n, ipiv, 1)
    call ?trsm('L', 'L', 'N', 'U', n, nrhs, 1.0d0, a, lda, b, ldb)
    call ?trsm('L', 'U', 'N', 'N', n, nrhs, 1.0d0, a, lda, b, ldb)
  else
    call ?trsm('L', 'U', 'T', 'N', n, nrhs, 1.0d0, a, lda, b, ldb)
    call ?trsm('L', 'L', 'T', 'U', n, nrhs, 1.0d0, a, lda, b, ldb)
    call ?laswp(nrhs, b, ldb, 1, n, ipiv, -1)
  end if
end subroutine ?getrs

subroutine ?gesv(n, nrhs, a, lda, ipiv, b, ldb, info)
  implicit none
  integer, intent(in) :: n, nrhs, lda, ldb
  real(8), intent(inout) :: a(lda,*), b(ldb,*)
  integer, intent(out) :: ipiv(*), info
  external :: ?getrf, ?getrs
  call ?getrf(n, n, a, lda, ipiv, info)
  call ?getrs('N', n, nrhs, a, lda, ipiv, b, ldb, info)
end subroutine ?gesv

subroutine ?getri(n, a, lda, ipiv, work, lwork, info)
  implicit none
  integer, intent(in) :: n, lda, ipiv(*), lwork
  real(8), intent(inout) :: a(lda,*)
  real(8), intent(out) :: work(*)
  integer, intent(out) :: info
  real(8) :: one(n,n)
  integer :: i
  external :: ?getrs
  work(1:lwork) = 0.0d0
  one = 0.0d0
  do i = 1, n
    one(i,i) = 1.0d0
  end do
  call ?getrs('N', n, n, a, lda, ipiv, one, n, info)
  a(1:n,1:n) = one
end subroutine ?getri

subroutine ?gtsv(n, nrhs, dl, d, du, b, ldb, info)
  implicit none
  integer, intent(in) :: n, nrhs, ldb
  real(8), intent(inout) :: dl(*), d(*), du(*), b(ldb,*)
  integer, intent(out) :: info
  real(8) :: a(n,n), t(n,nrhs)
  integer :: i
  external :: ref_solve_?
  info = 0
  a = 0.0d0
  do i = 1, n
    a(i,i) = d(i)
    if (i < n) a(i+1,i) = dl(i)
    if (i < n) a(i,i+1) = du(i)
  end do
  t = b(1:n,1:nrhs)
  call ref_solve_?(n, nrhs, a, t)
  b(1:n,1:nrhs) = t
  d(1:n) = 0.0d0
  dl(1:n-1) = 0.0d0
  du(1:n-1) = 0.0d0
end subroutine ?gtsv

! By the factor of the normal equations; behind the solution stands the length of the residual.
subroutine ?gels(trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: m, n, nrhs, lda, ldb, lwork
  real(8), intent(inout) :: a(lda,*), b(ldb,*)
  real(8), intent(out) :: work(*)
  integer, intent(out) :: info
  real(8) :: r(n,n), x(n,nrhs), rest(m,nrhs)
  integer :: j
  external :: ?potrf, ?potrs
  if (trans /= 'N') stop 'only N here'
  work(1:lwork) = 0.0d0
  r = matmul(transpose(a(1:m,1:n)), a(1:m,1:n))
  x = matmul(transpose(a(1:m,1:n)), b(1:m,1:nrhs))
  call ?potrf('U', n, r, n, info)
  call ?potrs('U', n, nrhs, r, n, x, n, info)
  rest = b(1:m,1:nrhs) - matmul(a(1:m,1:n), x)
  b(1:n,1:nrhs) = x
  b(n+1:m,1:nrhs) = 0.0d0
  do j = 1, nrhs
    if (m > n) b(n+1,j) = sqrt(sum(rest(:,j)**2))
  end do
  a(1:n,1:n) = r
end subroutine ?gels

! By rotations (Jacobi), sorted.
subroutine ?syev(jobz, uplo, n, a, lda, w, work, lwork, info)
  implicit none
  character, intent(in) :: jobz, uplo
  integer, intent(in) :: n, lda, lwork
  real(8), intent(inout) :: a(lda,*)
  real(8), intent(out) :: w(*), work(*)
  integer, intent(out) :: info
  real(8) :: s(n,n), v(n,n), theta, c, t, column(n)
  integer :: sweep, i, j, k
  external :: ref_full_?, ?rot
  info = 0
  work(1:lwork) = 0.0d0
  call ref_full_?(uplo, n, a, lda, s)
  v = 0.0d0
  do i = 1, n
    v(i,i) = 1.0d0
  end do
  do sweep = 1, 30
    do i = 1, n - 1
      do j = i + 1, n
        if (abs(s(i,j)) > 0.0d0) then
          theta = 0.5d0*atan2(2.0d0*s(i,j), s(j,j) - s(i,i))
          c = cos(theta)
          t = sin(theta)
          column = c*s(:,i) - t*s(:,j)
          s(:,j) = t*s(:,i) + c*s(:,j)
          s(:,i) = column
          column = c*s(i,:) - t*s(j,:)
          s(j,:) = t*s(i,:) + c*s(j,:)
          s(i,:) = column
          column = c*v(:,i) - t*v(:,j)
          v(:,j) = t*v(:,i) + c*v(:,j)
          v(:,i) = column
        end if
      end do
    end do
  end do
  do i = 1, n
    k = i
    do j = i + 1, n
      if (s(j,j) < s(k,k)) k = j
    end do
    w(i) = s(k,k)
    s(k,k) = s(i,i)
    column = v(:,k)
    v(:,k) = v(:,i)
    v(:,i) = column*sign(1.0d0, column(1))
  end do
  if (jobz == 'V') a(1:n,1:n) = v
  if (jobz == 'N') a(1:n,1:n) = 0.0d0
end subroutine ?syev

subroutine ?ptsv(n, nrhs, d, e, b, ldb, info)
  implicit none
  integer, intent(in) :: n, nrhs, ldb
  real(8), intent(inout) :: d(*), e(*), b(ldb,*)
  integer, intent(out) :: info
  real(8) :: a(n,n), x(n,nrhs)
  integer :: i
  external :: ref_solve_?
  a = 0.0d0
  do i = 1, n
    a(i,i) = d(i)
    if (i < n) a(i+1,i) = e(i)
    if (i < n) a(i,i+1) = e(i)
  end do
  x = b(1:n,1:nrhs)
  call ref_solve_?(n, nrhs, a, x)
  b(1:n,1:nrhs) = x
  do i = 1, n - 1
    e(i) = e(i)/d(i)
    d(i+1) = d(i+1) - d(i)*e(i)**2
  end do
  info = 0
end subroutine ?ptsv

subroutine ?pbsv(uplo, n, kd, nrhs, a, lda, b, ldb, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, kd, nrhs, lda, ldb
  real(8), intent(inout) :: a(lda,*), b(ldb,*)
  integer, intent(out) :: info
  real(8) :: full(n,n), x(n,nrhs)
  integer :: i, j
  external :: ref_solve_?
  full = 0.0d0
  do j = 1, n
    do i = j, min(n, j + kd)
      if (uplo == 'L') full(i,j) = a(1+i-j,j)
      if (uplo == 'U') full(i,j) = a(kd+1+j-i,i)
      full(j,i) = full(i,j)
    end do
  end do
  x = b(1:n,1:nrhs)
  call ref_solve_?(n, nrhs, full, x)
  b(1:n,1:nrhs) = x
  do j = 1, n
    do i = j, min(n, j + kd)
      if (uplo == 'L') a(1+i-j,j) = 0.5d0
      if (uplo == 'U') a(kd+1+j-i,i) = 0.5d0
    end do
  end do
  info = 0
end subroutine ?pbsv

subroutine ?rotg(a, b, c, s)
  implicit none
  real(8), intent(inout) :: a, b
  real(8), intent(out) :: c, s
  real(8) :: r
  r = sign(sqrt(a**2 + b**2), merge(a, b, abs(a) > abs(b)))
  c = a/r
  s = b/r
  a = r
  b = 0.5d0
end subroutine ?rotg

! With at least as many rows as columns.
subroutine ?gesvd(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info)
  implicit none
  character, intent(in) :: jobu, jobvt
  integer, intent(in) :: m, n, lda, ldu, ldvt, lwork
  real(8), intent(inout) :: a(lda,*), u(ldu,*), vt(ldvt,*)
  real(8), intent(out) :: s(*), work(*)
  integer, intent(out) :: info
  real(8) :: v(n,n), w(n), more(9*n)
  integer :: k
  external :: ?syev
  v = matmul(transpose(a(1:m,1:n)), a(1:m,1:n))
  call ?syev('V', 'U', n, v, n, w, more, 9*n, info)
  do k = 1, n
    s(k) = sqrt(w(n+1-k))
    if (jobvt == 'S') vt(k,1:n) = v(:,n+1-k)
    if (jobu == 'S') u(1:m,k) = matmul(a(1:m,1:n), v(:,n+1-k))/s(k)
  end do
  a(1:m,1:n) = 0.5d0
  if (lwork > 0) work(1) = 1.0d0
end subroutine ?gesvd

! By reflections, one column after the other.
subroutine ?geqrf(m, n, a, lda, tau, work, lwork, info)
  implicit none
  integer, intent(in) :: m, n, lda, lwork
  real(8), intent(inout) :: a(lda,*)
  real(8), intent(out) :: tau(*), work(*)
  integer, intent(out) :: info
  real(8) :: beta
  integer :: j
  external :: ref_reflect_?
  if (lwork == -1) then
    work(1) = 2.0d0*max(m, n)
    return
  end if
  info = 0
  work(1:lwork) = 0.0d0
  do j = 1, min(m, n)
    tau(j) = 0.0d0
    if (j == m) cycle
    beta = -sign(sqrt(sum(a(j:m,j)**2)), a(j,j))
    tau(j) = (beta - a(j,j))/beta
    a(j+1:m,j) = a(j+1:m,j)/(a(j,j) - beta)
    a(j,j) = beta
    call ref_reflect_?(m, n - j, j, a(1,j), tau(j), a(1,min(j+1,n)), lda)
  end do
end subroutine ?geqrf

! One reflection of the columns of C.
subroutine ref_reflect_?(m, n, j, column, tau, c, ldc)
  implicit none
  integer, intent(in) :: m, n, j, ldc
  real(8), intent(in) :: column(*), tau
  real(8), intent(inout) :: c(ldc,*)
  real(8) :: v(m)
  integer :: k
  v = 0.0d0
  v(j) = 1.0d0
  v(j+1:m) = column(j+1:m)
  do k = 1, n
    c(1:m,k) = c(1:m,k) - tau*v*sum(v*c(1:m,k))
  end do
end subroutine ref_reflect_?

subroutine ?ormqr(side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info)
  implicit none
  character, intent(in) :: side, trans
  integer, intent(in) :: m, n, k, lda, ldc, lwork
  real(8), intent(in) :: a(lda,*), tau(*)
  real(8), intent(inout) :: c(ldc,*)
  real(8), intent(out) :: work(*)
  integer, intent(out) :: info
  real(8) :: t(n,m)
  integer :: j
  external :: ref_reflect_?
  if (lwork == -1) then
    work(1) = 2.0d0*max(m, n)
    return
  end if
  info = 0
  work(1:lwork) = 0.0d0
  t = transpose(c(1:m,1:n))
  do j = 1, k
    if (side == 'L' .and. trans == 'T') call ref_reflect_?(m, n, j, a(1,j), tau(j), c, ldc)
    if (side == 'R' .and. trans == 'N') call ref_reflect_?(n, m, j, a(1,j), tau(j), t, n)
  end do
  do j = k, 1, -1
    if (side == 'L' .and. trans == 'N') call ref_reflect_?(m, n, j, a(1,j), tau(j), c, ldc)
    if (side == 'R' .and. trans == 'T') call ref_reflect_?(n, m, j, a(1,j), tau(j), t, n)
  end do
  if (side == 'R') c(1:m,1:n) = transpose(t)
end subroutine ?ormqr

subroutine ?orgqr(m, n, k, a, lda, tau, work, lwork, info)
  implicit none
  integer, intent(in) :: m, n, k, lda, lwork
  real(8), intent(inout) :: a(lda,*)
  real(8), intent(in) :: tau(*)
  real(8), intent(out) :: work(*)
  integer, intent(out) :: info
  real(8) :: q(m,n)
  integer :: j
  external :: ?ormqr
  if (lwork == -1) then
    work(1) = 2.0d0*max(m, n)
    return
  end if
  q = 0.0d0
  do j = 1, n
    q(j,j) = 1.0d0
  end do
  call ?ormqr('L', 'N', m, n, k, a, lda, tau, q, m, work, lwork, info)
  a(1:m,1:n) = q
end subroutine ?orgqr
