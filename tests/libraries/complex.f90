! Routines of BLAS and LAPACK for complex numbers as their definitions say, for tests on machines without these libraries. `?` stands for z or c, `~` for d or s.
! Matrices are written out in full, and options are in capitals.

! op(A), or A itself from one of its triangles: Hermitian (kind = 'H'), triangular ('N'), or with ones on its diagonal ('U')
subroutine ref_op_?(trans, m, n, a, lda, t)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: m, n, lda
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(out) :: t(m,n)
  if (trans == 'N') t = a(1:m,1:n)
  if (trans == 'T') t = transpose(a(1:n,1:m))
  if (trans == 'C') t = conjg(transpose(a(1:n,1:m)))
end subroutine ref_op_?

subroutine ref_full_?(kind, uplo, n, a, lda, t)
  implicit none
  character, intent(in) :: kind, uplo
  integer, intent(in) :: n, lda
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(out) :: t(n,n)
  integer :: i, j
  t = 0.0d0
  do j = 1, n
    do i = 1, n
      if (uplo == 'U' .and. i <= j .or. uplo == 'L' .and. i >= j) t(i,j) = a(i,j)
    end do
  end do
  do j = 1, n
    if (kind == 'U') t(j,j) = 1.0d0
    if (kind /= 'H') cycle
    t(j,j) = real(t(j,j))
    do i = 1, n
      if (uplo == 'U' .and. i > j .or. uplo == 'L' .and. i < j) t(i,j) = conjg(a(j,i))
    end do
  end do
end subroutine ref_full_?

! B := inverse(A)*B, by elimination
subroutine ref_solve_?(n, nrhs, a, b)
  implicit none
  integer, intent(in) :: n, nrhs
  complex(8), intent(in) :: a(n,n)
  complex(8), intent(inout) :: b(n,nrhs)
  complex(8) :: t(n,n), row(n), right(nrhs), f
  integer :: i, j, k
  t = a
  do j = 1, n
    k = j
    do i = j + 1, n
      if (abs(t(i,j)) > abs(t(k,j))) k = i
    end do
    row = t(k,:)
    t(k,:) = t(j,:)
    t(j,:) = row
    right = b(k,:)
    b(k,:) = b(j,:)
    b(j,:) = right
    do i = 1, n
      if (i == j) cycle
      f = t(i,j)/t(j,j)
      t(i,:) = t(i,:) - f*t(j,:)
      b(i,:) = b(i,:) - f*b(j,:)
    end do
  end do
  do j = 1, n
    b(j,:) = b(j,:)/t(j,j)
  end do
end subroutine ref_solve_?

subroutine ?copy(n, x, incx, y, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: x(*)
  complex(8), intent(inout) :: y(*)
  integer :: i, ix, iy
  ix = 1 + max(0, (1 - n)*incx)
  iy = 1 + max(0, (1 - n)*incy)
  do i = 1, n
    y(iy) = x(ix)
    ix = ix + incx
    iy = iy + incy
  end do
end subroutine ?copy

subroutine ?axpy(n, alpha, x, incx, y, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: alpha, x(*)
  complex(8), intent(inout) :: y(*)
  complex(8) :: s(n), t(n)
  external :: ?copy
  call ?copy(n, x, incx, s, 1)
  call ?copy(n, y, incy, t, 1)
  t = t + alpha*s
  call ?copy(n, t, 1, y, incy)
end subroutine ?axpy

subroutine ?scal(n, alpha, x, incx)
  implicit none
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: alpha
  complex(8), intent(inout) :: x(*)
  integer :: i
  do i = 1, n
    x(1+(i-1)*incx) = alpha*x(1+(i-1)*incx)
  end do
end subroutine ?scal

subroutine ?~scal(n, alpha, x, incx)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: alpha
  complex(8), intent(inout) :: x(*)
  external :: ?scal
  call ?scal(n, alpha*(1.0d0, 0.0d0), x, incx)
end subroutine ?~scal

subroutine ?swap(n, x, incx, y, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  complex(8), intent(inout) :: x(*), y(*)
  complex(8) :: t(n)
  external :: ?copy
  call ?copy(n, x, incx, t, 1)
  call ?copy(n, y, incy, x, incx)
  call ?copy(n, t, 1, y, incy)
end subroutine ?swap

complex(8) function ?dotu(n, x, incx, y, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: x(*), y(*)
  complex(8) :: s(n), t(n)
  external :: ?copy
  call ?copy(n, x, incx, s, 1)
  call ?copy(n, y, incy, t, 1)
  ?dotu = sum(s*t)
end function ?dotu

complex(8) function ?dotc(n, x, incx, y, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: x(*), y(*)
  complex(8) :: s(n), t(n)
  external :: ?copy
  call ?copy(n, x, incx, s, 1)
  call ?copy(n, y, incy, t, 1)
  ?dotc = sum(conjg(s)*t)
end function ?dotc

real(8) function ~?nrm2(n, x, incx)
  implicit none
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: x(*)
  complex(8), external :: ?dotc
  ~?nrm2 = sqrt(real(?dotc(n, x, incx, x, incx)))
end function ~?nrm2

real(8) function ~?asum(n, x, incx)
  implicit none
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: x(*)
  integer :: i
  ~?asum = 0.0d0
  do i = 1, n
    ~?asum = ~?asum + abs(real(x(1+(i-1)*incx))) + abs(aimag(x(1+(i-1)*incx)))
  end do
end function ~?asum

integer function i?amax(n, x, incx)
  implicit none
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: x(*)
  real(8) :: s(n)
  integer :: i
  do i = 1, n
    s(i) = abs(real(x(1+(i-1)*incx))) + abs(aimag(x(1+(i-1)*incx)))
  end do
  i?amax = maxloc(s, 1)
end function i?amax

subroutine ?gemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: m, n, lda, incx, incy
  complex(8), intent(in) :: alpha, a(lda,*), x(*), beta
  complex(8), intent(inout) :: y(*)
  complex(8), allocatable :: t(:,:), s(:), r(:)
  integer :: rows, columns
  external :: ?copy, ref_op_?
  rows = merge(m, n, trans == 'N')
  columns = m + n - rows
  allocate (t(rows,columns), s(columns), r(rows))
  call ref_op_?(trans, rows, columns, a, lda, t)
  call ?copy(columns, x, incx, s, 1)
  call ?copy(rows, y, incy, r, 1)
  if (abs(beta) > 0.0d0) r = beta*r
  if (.not. abs(beta) > 0.0d0) r = 0.0d0
  if (abs(alpha) > 0.0d0) r = r + alpha*matmul(t, s)
  call ?copy(rows, r, 1, y, incy)
end subroutine ?gemv

subroutine ?geru(m, n, alpha, x, incx, y, incy, a, lda)
  implicit none
  integer, intent(in) :: m, n, incx, incy, lda
  complex(8), intent(in) :: alpha, x(*), y(*)
  complex(8), intent(inout) :: a(lda,*)
  complex(8) :: s(m), t(n)
  integer :: j
  external :: ?copy
  call ?copy(m, x, incx, s, 1)
  call ?copy(n, y, incy, t, 1)
  do j = 1, n
    a(1:m,j) = a(1:m,j) + alpha*s*t(j)
  end do
end subroutine ?geru

subroutine ?gerc(m, n, alpha, x, incx, y, incy, a, lda)
  implicit none
  integer, intent(in) :: m, n, incx, incy, lda
  complex(8), intent(in) :: alpha, x(*), y(*)
  complex(8), intent(inout) :: a(lda,*)
  complex(8) :: t(n)
  external :: ?copy, ?geru
  call ?copy(n, y, incy, t, 1)
  t = conjg(t)
  call ?geru(m, n, alpha, x, incx, t, 1, a, lda)
end subroutine ?gerc

subroutine ?gemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  implicit none
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  complex(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta
  complex(8), intent(inout) :: c(ldc,*)
  complex(8) :: s(m,k), t(k,n)
  external :: ref_op_?
  call ref_op_?(transa, m, k, a, lda, s)
  call ref_op_?(transb, k, n, b, ldb, t)
  if (abs(beta) > 0.0d0) c(1:m,1:n) = beta*c(1:m,1:n)
  if (.not. abs(beta) > 0.0d0) c(1:m,1:n) = 0.0d0
  if (abs(alpha) > 0.0d0) c(1:m,1:n) = c(1:m,1:n) + alpha*matmul(s, t)
end subroutine ?gemm

subroutine ?hemm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
  implicit none
  character, intent(in) :: side, uplo
  integer, intent(in) :: m, n, lda, ldb, ldc
  complex(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta
  complex(8), intent(inout) :: c(ldc,*)
  complex(8), allocatable :: t(:,:)
  integer :: order
  external :: ref_full_?
  order = merge(m, n, side == 'L')
  allocate (t(order,order))
  call ref_full_?('H', uplo, order, a, lda, t)
  if (abs(beta) > 0.0d0) c(1:m,1:n) = beta*c(1:m,1:n)
  if (.not. abs(beta) > 0.0d0) c(1:m,1:n) = 0.0d0
  if (.not. abs(alpha) > 0.0d0) return
  if (side == 'L') c(1:m,1:n) = c(1:m,1:n) + alpha*matmul(t, b(1:m,1:n))
  if (side == 'R') c(1:m,1:n) = c(1:m,1:n) + alpha*matmul(b(1:m,1:n), t)
end subroutine ?hemm

! One triangle of C gets beta*C + T, and a real diagonal.
subroutine ref_update_?(uplo, n, t, beta, c, ldc)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, ldc
  complex(8), intent(in) :: t(n,n)
  real(8), intent(in) :: beta
  complex(8), intent(inout) :: c(ldc,*)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      if (uplo == 'U' .and. i > j .or. uplo == 'L' .and. i < j) cycle
      if (abs(beta) > 0.0d0) c(i,j) = beta*c(i,j) + t(i,j)
      if (.not. abs(beta) > 0.0d0) c(i,j) = t(i,j)
      if (i == j) c(i,j) = real(c(i,j))
    end do
  end do
end subroutine ref_update_?

subroutine ?herk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
  implicit none
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldc
  real(8), intent(in) :: alpha, beta
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: c(ldc,*)
  complex(8) :: s(n,k)
  external :: ref_op_?, ref_update_?
  if (.not. abs(alpha) > 0.0d0 .and. abs(beta - 1.0d0) < 1.0d-6) return
  s = 0.0d0
  if (abs(alpha) > 0.0d0) call ref_op_?(trans, n, k, a, lda, s)
  call ref_update_?(uplo, n, alpha*matmul(s, conjg(transpose(s))), beta, c, ldc)
end subroutine ?herk

subroutine ?her2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  implicit none
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldb, ldc
  complex(8), intent(in) :: alpha, a(lda,*), b(ldb,*)
  real(8), intent(in) :: beta
  complex(8), intent(inout) :: c(ldc,*)
  complex(8) :: s(n,k), t(n,k)
  external :: ref_op_?, ref_update_?
  call ref_op_?(trans, n, k, a, lda, s)
  call ref_op_?(trans, n, k, b, ldb, t)
  s = alpha*s
  call ref_update_?(uplo, n, matmul(s, conjg(transpose(t))) + matmul(t, conjg(transpose(s))), beta, c, ldc)
end subroutine ?her2k

! The triangular matrix op(A)
subroutine ref_triangle_?(uplo, trans, diag, n, a, lda, t)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(out) :: t(n,n)
  complex(8) :: s(n,n)
  external :: ref_full_?, ref_op_?
  call ref_full_?(diag, uplo, n, a, lda, s)
  call ref_op_?(trans, n, n, s, n, t)
end subroutine ref_triangle_?

subroutine ?trmv(uplo, trans, diag, n, a, lda, x, incx)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: x(*)
  complex(8) :: s(n), t(n,n)
  external :: ?copy, ref_triangle_?
  call ref_triangle_?(uplo, trans, diag, n, a, lda, t)
  call ?copy(n, x, incx, s, 1)
  s = matmul(t, s)
  call ?copy(n, s, 1, x, incx)
end subroutine ?trmv

subroutine ?trsv(uplo, trans, diag, n, a, lda, x, incx)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: x(*)
  complex(8) :: s(n), t(n,n)
  external :: ?copy, ref_solve_?, ref_triangle_?
  call ref_triangle_?(uplo, trans, diag, n, a, lda, t)
  call ?copy(n, x, incx, s, 1)
  call ref_solve_?(n, 1, t, s)
  call ?copy(n, s, 1, x, incx)
end subroutine ?trsv

subroutine ?trmm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
  implicit none
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, lda, ldb
  complex(8), intent(in) :: alpha, a(lda,*)
  complex(8), intent(inout) :: b(ldb,*)
  complex(8), allocatable :: t(:,:)
  integer :: order
  external :: ref_triangle_?
  order = merge(m, n, side == 'L')
  allocate (t(order,order))
  call ref_triangle_?(uplo, transa, diag, order, a, lda, t)
  if (side == 'L') b(1:m,1:n) = alpha*matmul(t, b(1:m,1:n))
  if (side == 'R') b(1:m,1:n) = alpha*matmul(b(1:m,1:n), t)
end subroutine ?trmm

subroutine ?trsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
  implicit none
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, lda, ldb
  complex(8), intent(in) :: alpha, a(lda,*)
  complex(8), intent(inout) :: b(ldb,*)
  complex(8), allocatable :: t(:,:), s(:,:)
  integer :: order
  external :: ref_solve_?, ref_triangle_?
  order = merge(m, n, side == 'L')
  allocate (t(order,order), s(order,m+n-order))
  call ref_triangle_?(uplo, transa, diag, order, a, lda, t)
  if (side == 'R') t = transpose(t)
  if (side == 'L') s = alpha*b(1:m,1:n)
  if (side == 'R') s = alpha*transpose(b(1:m,1:n))
  call ref_solve_?(order, m + n - order, t, s)
  if (side == 'L') b(1:m,1:n) = s
  if (side == 'R') b(1:m,1:n) = transpose(s)
end subroutine ?trsm

subroutine ?laswp(n, a, lda, k1, k2, ipiv, incx)
  implicit none
  integer, intent(in) :: n, lda, k1, k2, ipiv(*), incx
  complex(8), intent(inout) :: a(lda,*)
  complex(8) :: row(n)
  integer :: i, k
  do k = k1, k2
    i = merge(k, k1 + k2 - k, incx > 0)
    row = a(i,1:n)
    a(i,1:n) = a(ipiv(i),1:n)
    a(ipiv(i),1:n) = row
  end do
end subroutine ?laswp

subroutine ?getrf(m, n, a, lda, ipiv, info)
  implicit none
  integer, intent(in) :: m, n, lda
  complex(8), intent(inout) :: a(lda,*)
  integer, intent(out) :: ipiv(*), info
  complex(8) :: row(n)
  integer :: i, j, k
  info = 0
  do j = 1, min(m, n)
    k = j
    do i = j + 1, m
      if (abs(real(a(i,j))) + abs(aimag(a(i,j))) > abs(real(a(k,j))) + abs(aimag(a(k,j)))) k = i
    end do
    ipiv(j) = k
    row = a(k,1:n)
    a(k,1:n) = a(j,1:n)
    a(j,1:n) = row
    do i = j + 1, m
      a(i,j) = a(i,j)/a(j,j)
      a(i,j+1:n) = a(i,j+1:n) - a(i,j)*a(j,j+1:n)
    end do
  end do
end subroutine ?getrf

subroutine ?getrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: b(ldb,*)
  integer, intent(out) :: info
  complex(8) :: l(n,n), u(n,n), s(n,n), t(n,n), x(n,nrhs)
  external :: ?laswp, ref_full_?, ref_op_?, ref_solve_?
  call ref_full_?('U', 'L', n, a, lda, l)
  call ref_full_?('N', 'U', n, a, lda, u)
  s = matmul(l, u)
  call ?laswp(n, s, n, 1, n, ipiv, -1)
  call ref_op_?(trans, n, n, s, n, t)
  x = b(1:n,1:nrhs)
  call ref_solve_?(n, nrhs, t, x)
  b(1:n,1:nrhs) = x
  info = 0
end subroutine ?getrs

subroutine ?gesv(n, nrhs, a, lda, ipiv, b, ldb, info)
  implicit none
  integer, intent(in) :: n, nrhs, lda, ldb
  complex(8), intent(inout) :: a(lda,*), b(ldb,*)
  integer, intent(out) :: ipiv(*), info
  external :: ?getrf, ?getrs
  call ?getrf(n, n, a, lda, ipiv, info)
  call ?getrs('N', n, nrhs, a, lda, ipiv, b, ldb, info)
end subroutine ?gesv

subroutine ?potrf(uplo, n, a, lda, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda
  complex(8), intent(inout) :: a(lda,*)
  integer, intent(out) :: info
  complex(8) :: l(n,n)
  integer :: i, j
  external :: ref_full_?
  info = 0
  call ref_full_?('H', uplo, n, a, lda, l)
  do j = 1, n
    l(j,j) = sqrt(real(l(j,j)) - sum(abs(l(j,1:j-1))**2))
    do i = j + 1, n
      l(i,j) = (l(i,j) - sum(l(i,1:j-1)*conjg(l(j,1:j-1))))/l(j,j)
    end do
  end do
  do j = 1, n
    do i = j, n
      if (uplo == 'L') a(i,j) = l(i,j)
      if (uplo == 'U') a(j,i) = conjg(l(i,j))
    end do
  end do
end subroutine ?potrf

subroutine ?potrs(uplo, n, nrhs, a, lda, b, ldb, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: b(ldb,*)
  integer, intent(out) :: info
  complex(8) :: t(n,n), x(n,nrhs)
  external :: ref_full_?, ref_solve_?
  call ref_full_?('N', uplo, n, a, lda, t)
  if (uplo == 'L') t = matmul(t, conjg(transpose(t)))
  if (uplo == 'U') t = matmul(conjg(transpose(t)), t)
  x = b(1:n,1:nrhs)
  call ref_solve_?(n, nrhs, t, x)
  b(1:n,1:nrhs) = x
  info = 0
end subroutine ?potrs

subroutine ?posv(uplo, n, nrhs, a, lda, b, ldb, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb
  complex(8), intent(inout) :: a(lda,*), b(ldb,*)
  integer, intent(out) :: info
  external :: ?potrf, ?potrs
  call ?potrf(uplo, n, a, lda, info)
  call ?potrs(uplo, n, nrhs, a, lda, b, ldb, info)
end subroutine ?posv

subroutine ?hemv(uplo, n, alpha, a, lda, x, incx, beta, y, incy)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda, incx, incy
  complex(8), intent(in) :: alpha, a(lda,*), x(*), beta
  complex(8), intent(inout) :: y(*)
  complex(8) :: t(n,n)
  external :: ?gemv, ref_full_?
  call ref_full_?('H', uplo, n, a, lda, t)
  call ?gemv('N', n, n, alpha, t, n, x, incx, beta, y, incy)
end subroutine ?hemv

subroutine ?trtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb, info)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, nrhs, lda, ldb
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: b(ldb,*)
  integer, intent(out) :: info
  external :: ?trsm
  call ?trsm('L', uplo, trans, diag, n, nrhs, (1.0d0, 0.0d0), a, lda, b, ldb)
  info = 0
end subroutine ?trtrs

subroutine ?getri(n, a, lda, ipiv, work, lwork, info)
  implicit none
  integer, intent(in) :: n, lda, ipiv(*), lwork
  complex(8), intent(inout) :: a(lda,*)
  complex(8), intent(out) :: work(*)
  integer, intent(out) :: info
  complex(8) :: x(n,n)
  integer :: i
  external :: ?getrs
  work(1:lwork) = 0.0d0
  x = 0.0d0
  do i = 1, n
    x(i,i) = 1.0d0
  end do
  call ?getrs('N', n, n, a, lda, ipiv, x, n, info)
  a(1:n,1:n) = x
end subroutine ?getri
