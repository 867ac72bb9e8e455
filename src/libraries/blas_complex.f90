! Routines of BLAS for complex numbers alone. `?` stands for z or c, `~` for the letter of their parts, d or s.

! The sum of x*y
complex(8) function ?dotu(n, x, incx, y, incy)
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: x(*), y(*)
end function ?dotu

complex(8) function ?dotu_d(n, x, xd, incx, y, yd, incy, value)
  implicit none
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: x(*), xd(*), y(*), yd(*)
  complex(8), intent(out) :: value
  optional :: xd, yd
  complex(8), external :: ?dotu
  ?dotu_d = 0.0d0
  if (present(xd)) ?dotu_d = ?dotu_d + ?dotu(n, xd, incx, y, incy)
  if (present(yd)) ?dotu_d = ?dotu_d + ?dotu(n, x, incx, yd, incy)
  value = ?dotu(n, x, incx, y, incy)
end function ?dotu_d

subroutine ?dotu_b(n, x, xb, incx, y, yb, incy, valueb)
  implicit none
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: x(*), y(*), valueb
  complex(8), intent(inout) :: xb(*), yb(*)
  optional :: xb, yb
  complex(8) :: t(n)
  external :: ?axpy, ad?conjugate
  if (present(xb)) then
    call ad?conjugate(n, y, incy, t)
    call ?axpy(n, valueb, t, 1, xb, incx)
  end if
  if (present(yb)) then
    call ad?conjugate(n, x, incx, t)
    call ?axpy(n, valueb, t, 1, yb, incy)
  end if
end subroutine ?dotu_b

! The sum of conjg(x)*y
complex(8) function ?dotc(n, x, incx, y, incy)
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: x(*), y(*)
end function ?dotc

complex(8) function ?dotc_d(n, x, xd, incx, y, yd, incy, value)
  implicit none
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: x(*), xd(*), y(*), yd(*)
  complex(8), intent(out) :: value
  optional :: xd, yd
  complex(8), external :: ?dotc
  ?dotc_d = 0.0d0
  if (present(xd)) ?dotc_d = ?dotc_d + ?dotc(n, xd, incx, y, incy)
  if (present(yd)) ?dotc_d = ?dotc_d + ?dotc(n, x, incx, yd, incy)
  value = ?dotc(n, x, incx, y, incy)
end function ?dotc_d

subroutine ?dotc_b(n, x, xb, incx, y, yb, incy, valueb)
  implicit none
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: x(*), y(*), valueb
  complex(8), intent(inout) :: xb(*), yb(*)
  optional :: xb, yb
  external :: ?axpy
  if (present(xb)) call ?axpy(n, conjg(valueb), y, incy, xb, incx)
  if (present(yb)) call ?axpy(n, valueb, x, incx, yb, incy)
end subroutine ?dotc_b

! The Euclidean norm of x.
real(8) function ~?nrm2(n, x, incx)
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: x(*)
end function ~?nrm2

real(8) function ~?nrm2_d(n, x, xd, incx, value)
  implicit none
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: x(*), xd(*)
  real(8), intent(out) :: value
  complex(8), external :: ?dotc
  real(8), external :: ~?nrm2
  value = ~?nrm2(n, x, incx)
  ~?nrm2_d = 0.0d0
  if (value > 0.0d0) ~?nrm2_d = real(?dotc(n, x, incx, xd, incx))/value
end function ~?nrm2_d

subroutine ~?nrm2_b(n, x, xb, incx, valueb)
  implicit none
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: x(*)
  real(8), intent(in) :: valueb
  complex(8), intent(inout) :: xb(*)
  complex(8) :: factor
  real(8) :: value
  real(8), external :: ~?nrm2
  external :: ?axpy
  value = ~?nrm2(n, x, incx)
  if (value > 0.0d0) then
    factor = valueb/value
    call ?axpy(n, factor, x, incx, xb, incx)
  end if
end subroutine ~?nrm2_b

! The sum of absolute values of real and imaginary parts.
real(8) function ~?asum(n, x, incx)
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: x(*)
end function ~?asum

real(8) function ~?asum_d(n, x, xd, incx, value)
  implicit none
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: x(*), xd(*)
  real(8), intent(out) :: value
  integer :: i
  real(8), external :: ~?asum
  ~?asum_d = 0.0d0
  do i = 1, n*incx, max(incx, 1)
    ~?asum_d = ~?asum_d + sign(1.0d0, real(x(i)))*real(xd(i)) + sign(1.0d0, aimag(x(i)))*aimag(xd(i))
  end do
  value = ~?asum(n, x, incx)
end function ~?asum_d

subroutine ~?asum_b(n, x, xb, incx, valueb)
  implicit none
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: x(*)
  real(8), intent(in) :: valueb
  complex(8), intent(inout) :: xb(*)
  integer :: i
  do i = 1, n*incx, max(incx, 1)
    xb(i) = xb(i) + sign(1.0d0, real(x(i)))*valueb + (0.0d0, 1.0d0)*(sign(1.0d0, aimag(x(i)))*valueb)
  end do
end subroutine ~?asum_b

! The first index of the greatest sum of absolute values of the two parts.
integer function i?amax(n, x, incx)
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: x(*)
end function i?amax

! x := alpha*x with a real factor
!$AD ROOM x(n)
subroutine ?~scal(n, alpha, x, incx)
  integer, intent(in) :: n, incx
  real(8), intent(in) :: alpha
  complex(8), intent(inout) :: x(*)
end subroutine ?~scal

subroutine ?~scal_d(n, alpha, alphad, x, xd, incx)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: alpha, alphad
  complex(8), intent(inout) :: x(*), xd(*)
  optional :: alphad
  complex(8) :: factor
  external :: ?axpy, ?~scal
  call ?~scal(n, alpha, xd, incx)
  if (present(alphad)) then
    factor = alphad
    if (incx > 0) call ?axpy(n, factor, x, incx, xd, incx)
  end if
  call ?~scal(n, alpha, x, incx)
end subroutine ?~scal_d

subroutine ?~scal_b(n, alpha, x, xb, incx)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: alpha
  complex(8), intent(in) :: x(*)
  complex(8), intent(inout) :: xb(*)
  external :: ?~scal
  call ?~scal(n, alpha, xb, incx)
end subroutine ?~scal_b

!$AD BEFORE
subroutine ?~scal_b2(n, alpha, alphab, x, xb, incx)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: alpha
  complex(8), intent(in) :: x(*)
  real(8), intent(inout) :: alphab
  complex(8), intent(inout) :: xb(*)
  complex(8), external :: ?dotc
  external :: ?~scal
  if (incx > 0) alphab = alphab + real(?dotc(n, x, incx, xb, incx))
  call ?~scal(n, alpha, xb, incx)
end subroutine ?~scal_b2

! y := alpha*op(A)*x + beta*y
subroutine ?gemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
  character, intent(in) :: trans
  integer, intent(in) :: m, n, lda, incx, incy
  complex(8), intent(in) :: alpha, a(lda,*), x(*), beta
  complex(8), intent(inout) :: y(*)
end subroutine ?gemv

subroutine ?gemv_d(trans, m, n, alpha, alphad, a, ad, lda, x, xd, incx, beta, betad, y, yd, incy)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: m, n, lda, incx, incy
  complex(8), intent(in) :: alpha, alphad, a(lda,*), ad(lda,*), x(*), xd(*), beta, betad
  complex(8), intent(inout) :: y(*), yd(*)
  optional :: alphad, ad, xd, betad
  external :: ?axpy, ?gemv
  call ?gemv(trans, m, n, (0.0d0, 0.0d0), a, lda, x, incx, beta, yd, incy)
  if (present(betad)) call ?axpy(merge(m, n, trans == 'N' .or. trans == 'n'), betad, y, incy, yd, incy)
  if (present(alphad)) call ?gemv(trans, m, n, alphad, a, lda, x, incx, (1.0d0, 0.0d0), yd, incy)
  if (present(ad)) call ?gemv(trans, m, n, alpha, ad, lda, x, incx, (1.0d0, 0.0d0), yd, incy)
  if (present(xd)) call ?gemv(trans, m, n, alpha, a, lda, xd, incx, (1.0d0, 0.0d0), yd, incy)
  call ?gemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
end subroutine ?gemv_d

subroutine ?gemv_b(trans, m, n, alpha, a, ab, lda, x, xb, incx, beta, y, yb, incy)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: m, n, lda, incx, incy
  complex(8), intent(in) :: alpha, a(lda,*), x(*), beta, y(*)
  complex(8), intent(inout) :: ab(lda,*), xb(*), yb(*)
  optional :: ab, xb
  external :: ad?gemv_matrix, ad?gemv_vector, ?gemv
  if (present(ab)) call ad?gemv_matrix(trans, m, n, alpha, x, incx, yb, incy, ab, lda)
  if (present(xb)) call ad?gemv_vector(trans, m, n, alpha, a, lda, yb, incy, xb, incx)
  call ?gemv(trans, m, n, (0.0d0, 0.0d0), a, lda, x, incx, conjg(beta), yb, incy)
end subroutine ?gemv_b

!$AD BEFORE
subroutine ?gemv_b2(trans, m, n, alpha, alphab, a, ab, lda, x, xb, incx, beta, betab, y, yb, incy)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: m, n, lda, incx, incy
  complex(8), intent(in) :: alpha, a(lda,*), x(*), beta, y(*)
  complex(8), intent(inout) :: alphab, ab(lda,*), xb(*), betab, yb(*)
  optional :: alphab, ab, xb, betab
  complex(8) :: t(merge(m, n, trans == 'N' .or. trans == 'n'))
  complex(8), external :: ?dotc
  external :: ad?gemv_matrix, ad?gemv_vector, ?gemv
  if (present(alphab)) then
    call ?gemv(trans, m, n, (1.0d0, 0.0d0), a, lda, x, incx, (0.0d0, 0.0d0), t, 1)
    alphab = alphab + ?dotc(merge(m, n, trans == 'N' .or. trans == 'n'), t, 1, yb, incy)
  end if
  if (present(betab)) betab = betab + ?dotc(merge(m, n, trans == 'N' .or. trans == 'n'), y, incy, yb, incy)
  if (present(ab)) call ad?gemv_matrix(trans, m, n, alpha, x, incx, yb, incy, ab, lda)
  if (present(xb)) call ad?gemv_vector(trans, m, n, alpha, a, lda, yb, incy, xb, incx)
  call ?gemv(trans, m, n, (0.0d0, 0.0d0), a, lda, x, incx, conjg(beta), yb, incy)
end subroutine ?gemv_b2

! The adjoint of the matrix of a product with a vector.
subroutine ad?gemv_matrix(trans, m, n, alpha, x, incx, yb, incy, ab, lda)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: m, n, lda, incx, incy
  complex(8), intent(in) :: alpha, x(*), yb(*)
  complex(8), intent(inout) :: ab(lda,*)
  complex(8) :: t(m)
  external :: ad?conjugate, ?gerc, ?geru
  if (trans == 'N' .or. trans == 'n') then
    call ?gerc(m, n, conjg(alpha), yb, incy, x, incx, ab, lda)
  else if (trans == 'C' .or. trans == 'c') then
    call ?gerc(m, n, alpha, x, incx, yb, incy, ab, lda)
  else
    call ad?conjugate(m, x, incx, t)
    call ?geru(m, n, conjg(alpha), t, 1, yb, incy, ab, lda)
  end if
end subroutine ad?gemv_matrix

! The adjoint of the vector.
subroutine ad?gemv_vector(trans, m, n, alpha, a, lda, yb, incy, xb, incx)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: m, n, lda, incx, incy
  complex(8), intent(in) :: alpha, a(lda,*), yb(*)
  complex(8), intent(inout) :: xb(*)
  complex(8) :: s(n), t(m), u(m)
  external :: ad?conjugate, ?axpy, ?gemv
  if (trans == 'N' .or. trans == 'n') then
    call ?gemv('C', m, n, conjg(alpha), a, lda, yb, incy, (1.0d0, 0.0d0), xb, incx)
  else if (trans == 'C' .or. trans == 'c') then
    call ?gemv('N', m, n, conjg(alpha), a, lda, yb, incy, (1.0d0, 0.0d0), xb, incx)
  else
    call ad?conjugate(n, yb, incy, s)
    call ?gemv('N', m, n, alpha, a, lda, s, 1, (0.0d0, 0.0d0), t, 1)
    call ad?conjugate(m, t, 1, u)
    call ?axpy(m, (1.0d0, 0.0d0), u, 1, xb, incx)
  end if
end subroutine ad?gemv_vector

! A := alpha*x*transpose(y) + A
!$AD ROOM a(m, n)
subroutine ?geru(m, n, alpha, x, incx, y, incy, a, lda)
  integer, intent(in) :: m, n, incx, incy, lda
  complex(8), intent(in) :: alpha, x(*), y(*)
  complex(8), intent(inout) :: a(lda,*)
end subroutine ?geru

subroutine ?geru_d(m, n, alpha, alphad, x, xd, incx, y, yd, incy, a, ad, lda)
  implicit none
  integer, intent(in) :: m, n, incx, incy, lda
  complex(8), intent(in) :: alpha, alphad, x(*), xd(*), y(*), yd(*)
  complex(8), intent(inout) :: a(lda,*), ad(lda,*)
  optional :: alphad, xd, yd
  external :: ?geru
  if (present(alphad)) call ?geru(m, n, alphad, x, incx, y, incy, ad, lda)
  if (present(xd)) call ?geru(m, n, alpha, xd, incx, y, incy, ad, lda)
  if (present(yd)) call ?geru(m, n, alpha, x, incx, yd, incy, ad, lda)
  call ?geru(m, n, alpha, x, incx, y, incy, a, lda)
end subroutine ?geru_d

subroutine ?geru_b(m, n, alpha, alphab, x, xb, incx, y, yb, incy, a, ab, lda)
  implicit none
  integer, intent(in) :: m, n, incx, incy, lda
  complex(8), intent(in) :: alpha, x(*), y(*), a(lda,*)
  complex(8), intent(inout) :: alphab, xb(*), yb(*), ab(lda,*)
  optional :: alphab, xb, yb
  complex(8) :: s(m), t(n)
  complex(8), external :: ?dotc
  external :: ad?conjugate, ?gemv
  call ad?conjugate(n, y, incy, t)
  if (present(alphab)) then
    call ?gemv('N', m, n, (1.0d0, 0.0d0), ab, lda, t, 1, (0.0d0, 0.0d0), s, 1)
    alphab = alphab + ?dotc(m, x, incx, s, 1)
  end if
  if (present(xb)) call ?gemv('N', m, n, conjg(alpha), ab, lda, t, 1, (1.0d0, 0.0d0), xb, incx)
  if (present(yb)) then
    call ad?conjugate(m, x, incx, s)
    call ?gemv('T', m, n, conjg(alpha), ab, lda, s, 1, (1.0d0, 0.0d0), yb, incy)
  end if
end subroutine ?geru_b

! A := alpha*x*transpose(conjg(y)) + A
!$AD ROOM a(m, n)
subroutine ?gerc(m, n, alpha, x, incx, y, incy, a, lda)
  integer, intent(in) :: m, n, incx, incy, lda
  complex(8), intent(in) :: alpha, x(*), y(*)
  complex(8), intent(inout) :: a(lda,*)
end subroutine ?gerc

subroutine ?gerc_d(m, n, alpha, alphad, x, xd, incx, y, yd, incy, a, ad, lda)
  implicit none
  integer, intent(in) :: m, n, incx, incy, lda
  complex(8), intent(in) :: alpha, alphad, x(*), xd(*), y(*), yd(*)
  complex(8), intent(inout) :: a(lda,*), ad(lda,*)
  optional :: alphad, xd, yd
  external :: ?gerc
  if (present(alphad)) call ?gerc(m, n, alphad, x, incx, y, incy, ad, lda)
  if (present(xd)) call ?gerc(m, n, alpha, xd, incx, y, incy, ad, lda)
  if (present(yd)) call ?gerc(m, n, alpha, x, incx, yd, incy, ad, lda)
  call ?gerc(m, n, alpha, x, incx, y, incy, a, lda)
end subroutine ?gerc_d

subroutine ?gerc_b(m, n, alpha, alphab, x, xb, incx, y, yb, incy, a, ab, lda)
  implicit none
  integer, intent(in) :: m, n, incx, incy, lda
  complex(8), intent(in) :: alpha, x(*), y(*), a(lda,*)
  complex(8), intent(inout) :: alphab, xb(*), yb(*), ab(lda,*)
  optional :: alphab, xb, yb
  complex(8) :: s(m)
  complex(8), external :: ?dotc
  external :: ?gemv
  if (present(alphab)) then
    call ?gemv('N', m, n, (1.0d0, 0.0d0), ab, lda, y, incy, (0.0d0, 0.0d0), s, 1)
    alphab = alphab + ?dotc(m, x, incx, s, 1)
  end if
  if (present(xb)) call ?gemv('N', m, n, conjg(alpha), ab, lda, y, incy, (1.0d0, 0.0d0), xb, incx)
  if (present(yb)) call ?gemv('C', m, n, alpha, ab, lda, x, incx, (1.0d0, 0.0d0), yb, incy)
end subroutine ?gerc_b

! C := alpha*op(A)*op(B) + beta*C
!$AD ROOM c(m, n)
subroutine ?gemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  complex(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta
  complex(8), intent(inout) :: c(ldc,*)
end subroutine ?gemm

subroutine ?gemm_d(transa, transb, m, n, k, alpha, alphad, a, ad, lda, b, bd, ldb, beta, betad, c, cd, ldc)
  implicit none
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  complex(8), intent(in) :: alpha, alphad, a(lda,*), ad(lda,*), b(ldb,*), bd(ldb,*), beta, betad
  complex(8), intent(inout) :: c(ldc,*), cd(ldc,*)
  optional :: alphad, ad, bd, betad
  integer :: j
  external :: ?axpy, ?gemm
  call ?gemm(transa, transb, m, n, k, (0.0d0, 0.0d0), a, lda, b, ldb, beta, cd, ldc)
  if (present(betad)) then
    do j = 1, n
      call ?axpy(m, betad, c(1,j), 1, cd(1,j), 1)
    end do
  end if
  if (present(alphad)) call ?gemm(transa, transb, m, n, k, alphad, a, lda, b, ldb, (1.0d0, 0.0d0), cd, ldc)
  if (present(ad)) call ?gemm(transa, transb, m, n, k, alpha, ad, lda, b, ldb, (1.0d0, 0.0d0), cd, ldc)
  if (present(bd)) call ?gemm(transa, transb, m, n, k, alpha, a, lda, bd, ldb, (1.0d0, 0.0d0), cd, ldc)
  call ?gemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
end subroutine ?gemm_d

subroutine ?gemm_b(transa, transb, m, n, k, alpha, a, ab, lda, b, bb, ldb, beta, c, cb, ldc)
  implicit none
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  complex(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta, c(ldc,*)
  complex(8), intent(inout) :: ab(lda,*), bb(ldb,*), cb(ldc,*)
  optional :: ab, bb
  external :: ad?gemm_first, ad?gemm_second, ?gemm
  if (present(ab)) call ad?gemm_first(transa, transb, m, n, k, alpha, b, ldb, cb, ldc, ab, lda)
  if (present(bb)) call ad?gemm_second(transa, transb, m, n, k, alpha, a, lda, cb, ldc, bb, ldb)
  call ?gemm(transa, transb, m, n, k, (0.0d0, 0.0d0), a, lda, b, ldb, conjg(beta), cb, ldc)
end subroutine ?gemm_b

!$AD BEFORE
subroutine ?gemm_b2(transa, transb, m, n, k, alpha, alphab, a, ab, lda, b, bb, ldb, beta, betab, c, cb, ldc)
  implicit none
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  complex(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta, c(ldc,*)
  complex(8), intent(inout) :: alphab, ab(lda,*), bb(ldb,*), betab, cb(ldc,*)
  optional :: alphab, ab, bb, betab
  complex(8), allocatable :: t(:,:)
  integer :: j
  complex(8), external :: ?dotc
  external :: ad?gemm_first, ad?gemm_second, ?gemm
  if (present(alphab)) then
    allocate (t(m,n))
    call ?gemm(transa, transb, m, n, k, (1.0d0, 0.0d0), a, lda, b, ldb, (0.0d0, 0.0d0), t, m)
    do j = 1, n
      alphab = alphab + ?dotc(m, t(1,j), 1, cb(1,j), 1)
    end do
    deallocate (t)
  end if
  if (present(betab)) then
    do j = 1, n
      betab = betab + ?dotc(m, c(1,j), 1, cb(1,j), 1)
    end do
  end if
  if (present(ab)) call ad?gemm_first(transa, transb, m, n, k, alpha, b, ldb, cb, ldc, ab, lda)
  if (present(bb)) call ad?gemm_second(transa, transb, m, n, k, alpha, a, lda, cb, ldc, bb, ldb)
  call ?gemm(transa, transb, m, n, k, (0.0d0, 0.0d0), a, lda, b, ldb, conjg(beta), cb, ldc)
end subroutine ?gemm_b2

! The adjoint of the first matrix of a product: its op() gets conjg(alpha)*Cb*transpose(conjg(op(B))).
subroutine ad?gemm_first(transa, transb, m, n, k, alpha, b, ldb, cb, ldc, ab, lda)
  implicit none
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  complex(8), intent(in) :: alpha, b(ldb,*), cb(ldc,*)
  complex(8), intent(inout) :: ab(lda,*)
  character :: turned, conjugate
  external :: ad?product
  turned = merge('C', merge('N', 'J', transb == 'C' .or. transb == 'c'), transb == 'N' .or. transb == 'n')
  conjugate = merge('J', merge('T', 'C', transb == 'C' .or. transb == 'c'), transb == 'N' .or. transb == 'n')
  if (transa == 'N' .or. transa == 'n') then
    call ad?product('N', turned, m, k, n, conjg(alpha), cb, ldc, b, ldb, ab, lda)
  else if (transa == 'C' .or. transa == 'c') then
    call ad?product(transb, 'C', k, m, n, alpha, b, ldb, cb, ldc, ab, lda)
  else
    call ad?product(conjugate, 'T', k, m, n, conjg(alpha), b, ldb, cb, ldc, ab, lda)
  end if
end subroutine ad?gemm_first

! The adjoint of the second one: conjg(alpha)*transpose(conjg(op(A)))*Cb.
subroutine ad?gemm_second(transa, transb, m, n, k, alpha, a, lda, cb, ldc, bb, ldb)
  implicit none
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  complex(8), intent(in) :: alpha, a(lda,*), cb(ldc,*)
  complex(8), intent(inout) :: bb(ldb,*)
  character :: turned, conjugate
  external :: ad?product
  turned = merge('C', merge('N', 'J', transa == 'C' .or. transa == 'c'), transa == 'N' .or. transa == 'n')
  conjugate = merge('J', merge('T', 'C', transa == 'C' .or. transa == 'c'), transa == 'N' .or. transa == 'n')
  if (transb == 'N' .or. transb == 'n') then
    call ad?product(turned, 'N', k, n, m, conjg(alpha), a, lda, cb, ldc, bb, ldb)
  else if (transb == 'C' .or. transb == 'c') then
    call ad?product('C', transa, n, k, m, alpha, cb, ldc, a, lda, bb, ldb)
  else
    call ad?product('T', conjugate, n, k, m, conjg(alpha), cb, ldc, a, lda, bb, ldb)
  end if
end subroutine ad?gemm_second

! C := alpha*op(A)*op(B) + C, where one op() may be 'J', the conjugate, which BLAS has not.
subroutine ad?product(transa, transb, m, n, k, alpha, a, lda, b, ldb, c, ldc)
  implicit none
  character, intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  complex(8), intent(in) :: alpha, a(lda,*), b(ldb,*)
  complex(8), intent(inout) :: c(ldc,*)
  complex(8), allocatable :: t(:,:)
  external :: ?gemm
  if (transa == 'J') then
    allocate (t(m,k))
    t = conjg(a(1:m,1:k))
    call ?gemm('N', transb, m, n, k, alpha, t, m, b, ldb, (1.0d0, 0.0d0), c, ldc)
    deallocate (t)
  else if (transb == 'J') then
    allocate (t(k,n))
    t = conjg(b(1:k,1:n))
    call ?gemm(transa, 'N', m, n, k, alpha, a, lda, t, k, (1.0d0, 0.0d0), c, ldc)
    deallocate (t)
  else
    call ?gemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, (1.0d0, 0.0d0), c, ldc)
  end if
end subroutine ad?product

! C := alpha*A*B + beta*C or alpha*B*A + beta*C, A Hermitian
!$AD ROOM c(m, n)
subroutine ?hemm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
  character, intent(in) :: side, uplo
  integer, intent(in) :: m, n, lda, ldb, ldc
  complex(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta
  complex(8), intent(inout) :: c(ldc,*)
end subroutine ?hemm

subroutine ?hemm_d(side, uplo, m, n, alpha, alphad, a, ad, lda, b, bd, ldb, beta, c, cd, ldc)
  implicit none
  character, intent(in) :: side, uplo
  integer, intent(in) :: m, n, lda, ldb, ldc
  complex(8), intent(in) :: alpha, alphad, a(lda,*), ad(lda,*), b(ldb,*), bd(ldb,*), beta
  complex(8), intent(inout) :: c(ldc,*), cd(ldc,*)
  optional :: alphad, ad, bd
  external :: ?hemm
  call ?hemm(side, uplo, m, n, (0.0d0, 0.0d0), a, lda, b, ldb, beta, cd, ldc)
  if (present(alphad)) call ?hemm(side, uplo, m, n, alphad, a, lda, b, ldb, (1.0d0, 0.0d0), cd, ldc)
  if (present(ad)) call ?hemm(side, uplo, m, n, alpha, ad, lda, b, ldb, (1.0d0, 0.0d0), cd, ldc)
  if (present(bd)) call ?hemm(side, uplo, m, n, alpha, a, lda, bd, ldb, (1.0d0, 0.0d0), cd, ldc)
  call ?hemm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
end subroutine ?hemm_d

subroutine ?hemm_b(side, uplo, m, n, alpha, a, ab, lda, b, bb, ldb, beta, c, cb, ldc)
  implicit none
  character, intent(in) :: side, uplo
  integer, intent(in) :: m, n, lda, ldb, ldc
  complex(8), intent(in) :: alpha, a(lda,*), b(ldb,*), beta, c(ldc,*)
  complex(8), intent(inout) :: ab(lda,*), bb(ldb,*), cb(ldc,*)
  optional :: ab, bb
  complex(8), allocatable :: t(:,:)
  logical :: left
  integer :: order, i, j
  external :: ?gemm, ?hemm
  if (present(ab)) then
    left = side == 'L' .or. side == 'l'
    order = merge(m, n, left)
    allocate (t(order,order))
    if (left) call ?gemm('N', 'C', m, m, n, conjg(alpha), cb, ldc, b, ldb, (0.0d0, 0.0d0), t, m)
    if (.not. left) call ?gemm('C', 'N', n, n, m, conjg(alpha), b, ldb, cb, ldc, (0.0d0, 0.0d0), t, n)
    ! An element stands for itself and for the conjugate of the one that is its mirror image; of the diagonal the real parts are read.
    do j = 1, order
      ab(j,j) = ab(j,j) + real(t(j,j))
      do i = j + 1, order
        if (uplo == 'L' .or. uplo == 'l') ab(i,j) = ab(i,j) + t(i,j) + conjg(t(j,i))
        if (.not. (uplo == 'L' .or. uplo == 'l')) ab(j,i) = ab(j,i) + t(j,i) + conjg(t(i,j))
      end do
    end do
    deallocate (t)
  end if
  if (present(bb)) call ?hemm(side, uplo, m, n, conjg(alpha), a, lda, cb, ldc, (1.0d0, 0.0d0), bb, ldb)
  call ?hemm(side, uplo, m, n, (0.0d0, 0.0d0), a, lda, b, ldb, conjg(beta), cb, ldc)
end subroutine ?hemm_b

! C := alpha*A*transpose(conjg(A)) + beta*C or alpha*transpose(conjg(A))*A + beta*C in one triangle of C, whose diagonal gets real.
!$AD ROOM c(n, n)
subroutine ?herk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldc
  real(8), intent(in) :: alpha, beta
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: c(ldc,*)
end subroutine ?herk

subroutine ?herk_d(uplo, trans, n, k, alpha, a, ad, lda, beta, c, cd, ldc)
  implicit none
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldc
  real(8), intent(in) :: alpha, beta
  complex(8), intent(in) :: a(lda,*), ad(lda,*)
  complex(8), intent(inout) :: c(ldc,*), cd(ldc,*)
  optional :: ad
  complex(8) :: factor
  integer :: j
  external :: ?her2k, ?herk
  factor = alpha
  if (k > 0 .and. abs(alpha) > 0.0d0) then
    do j = 1, n
      cd(j,j) = real(cd(j,j))
    end do
  end if
  if (present(ad)) then
    call ?her2k(uplo, trans, n, k, factor, ad, lda, a, lda, beta, cd, ldc)
  else
    call ?herk(uplo, trans, n, k, 0.0d0, a, lda, beta, cd, ldc)
  end if
  call ?herk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
end subroutine ?herk_d

subroutine ?herk_b(uplo, trans, n, k, alpha, a, ab, lda, beta, c, cb, ldc)
  implicit none
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldc
  real(8), intent(in) :: alpha, beta
  complex(8), intent(in) :: a(lda,*), c(ldc,*)
  complex(8), intent(inout) :: ab(lda,*), cb(ldc,*)
  optional :: ab
  complex(8), allocatable :: t(:,:)
  complex(8) :: factor
  integer :: j
  external :: ?hemm, ?herk
  if (present(ab)) then
    allocate (t(n,n))
    factor = alpha
    t = cb(1:n,1:n)
    do j = 1, n
      t(j,j) = 2.0d0*real(cb(j,j))
    end do
    if (trans == 'N' .or. trans == 'n') then
      call ?hemm('L', uplo, n, k, factor, t, n, a, lda, (1.0d0, 0.0d0), ab, lda)
    else
      call ?hemm('R', uplo, k, n, factor, t, n, a, lda, (1.0d0, 0.0d0), ab, lda)
    end if
    deallocate (t)
  end if
  if (k > 0 .and. abs(alpha) > 0.0d0) then
    do j = 1, n
      cb(j,j) = real(cb(j,j))
    end do
  end if
  call ?herk(uplo, trans, n, k, 0.0d0, a, lda, beta, cb, ldc)
end subroutine ?herk_b

! y := alpha*A*x + beta*y, A Hermitian
!$AD ROOM y(n)
subroutine ?hemv(uplo, n, alpha, a, lda, x, incx, beta, y, incy)
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda, incx, incy
  complex(8), intent(in) :: alpha, a(lda,*), x(*), beta
  complex(8), intent(inout) :: y(*)
end subroutine ?hemv

subroutine ?hemv_d(uplo, n, alpha, alphad, a, ad, lda, x, xd, incx, beta, y, yd, incy)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda, incx, incy
  complex(8), intent(in) :: alpha, alphad, a(lda,*), ad(lda,*), x(*), xd(*), beta
  complex(8), intent(inout) :: y(*), yd(*)
  optional :: alphad, ad, xd
  external :: ?hemv
  call ?hemv(uplo, n, (0.0d0, 0.0d0), a, lda, x, incx, beta, yd, incy)
  if (present(alphad)) call ?hemv(uplo, n, alphad, a, lda, x, incx, (1.0d0, 0.0d0), yd, incy)
  if (present(ad)) call ?hemv(uplo, n, alpha, ad, lda, x, incx, (1.0d0, 0.0d0), yd, incy)
  if (present(xd)) call ?hemv(uplo, n, alpha, a, lda, xd, incx, (1.0d0, 0.0d0), yd, incy)
  call ?hemv(uplo, n, alpha, a, lda, x, incx, beta, y, incy)
end subroutine ?hemv_d

subroutine ?hemv_b(uplo, n, alpha, a, ab, lda, x, xb, incx, beta, y, yb, incy)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda, incx, incy
  complex(8), intent(in) :: alpha, a(lda,*), x(*), beta, y(*)
  complex(8), intent(inout) :: ab(lda,*), xb(*), yb(*)
  optional :: ab, xb
  complex(8) :: s(n), t(n)
  integer :: i, j
  external :: ad?conjugate, ?copy, ?hemv
  if (present(ab)) then
    call ?copy(n, yb, incy, s, 1)
    call ad?conjugate(n, x, incx, t)
    s = conjg(alpha)*s
    do j = 1, n
      ab(j,j) = ab(j,j) + real(s(j)*t(j))
      do i = j + 1, n
        if (uplo == 'L' .or. uplo == 'l') ab(i,j) = ab(i,j) + s(i)*t(j) + conjg(s(j)*t(i))
        if (.not. (uplo == 'L' .or. uplo == 'l')) ab(j,i) = ab(j,i) + s(j)*t(i) + conjg(s(i)*t(j))
      end do
    end do
  end if
  if (present(xb)) call ?hemv(uplo, n, conjg(alpha), a, lda, yb, incy, (1.0d0, 0.0d0), xb, incx)
  call ?hemv(uplo, n, (0.0d0, 0.0d0), a, lda, x, incx, conjg(beta), yb, incy)
end subroutine ?hemv_b

! C := alpha*A*transpose(conjg(B)) + conjg(alpha)*B*transpose(conjg(A)) + beta*C or the same with conjugate transposes for A and B, in one triangle of C,
! whose diagonal gets real.
!$AD ROOM c(n, n)
subroutine ?her2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldb, ldc
  real(8), intent(in) :: beta
  complex(8), intent(in) :: alpha, a(lda,*), b(ldb,*)
  complex(8), intent(inout) :: c(ldc,*)
end subroutine ?her2k

subroutine ?her2k_d(uplo, trans, n, k, alpha, a, ad, lda, b, bd, ldb, beta, c, cd, ldc)
  implicit none
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldb, ldc
  real(8), intent(in) :: beta
  complex(8), intent(in) :: alpha, a(lda,*), ad(lda,*), b(ldb,*), bd(ldb,*)
  complex(8), intent(inout) :: c(ldc,*), cd(ldc,*)
  optional :: ad, bd
  integer :: j
  external :: ?her2k, ?herk
  if (k > 0 .and. abs(alpha) > 0.0d0) then
    do j = 1, n
      cd(j,j) = real(cd(j,j))
    end do
  end if
  call ?herk(uplo, trans, n, k, 0.0d0, a, lda, beta, cd, ldc)
  if (present(ad)) call ?her2k(uplo, trans, n, k, alpha, ad, lda, b, ldb, 1.0d0, cd, ldc)
  if (present(bd)) call ?her2k(uplo, trans, n, k, alpha, a, lda, bd, ldb, 1.0d0, cd, ldc)
  call ?her2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
end subroutine ?her2k_d

subroutine ?her2k_b(uplo, trans, n, k, alpha, a, ab, lda, b, bb, ldb, beta, c, cb, ldc)
  implicit none
  character, intent(in) :: uplo, trans
  integer, intent(in) :: n, k, lda, ldb, ldc
  real(8), intent(in) :: beta
  complex(8), intent(in) :: alpha, a(lda,*), b(ldb,*), c(ldc,*)
  complex(8), intent(inout) :: ab(lda,*), bb(ldb,*), cb(ldc,*)
  optional :: ab, bb
  complex(8), allocatable :: t(:,:)
  integer :: j
  external :: ?hemm, ?herk
  allocate (t(n,n))
  t = cb(1:n,1:n)
  do j = 1, n
    t(j,j) = 2.0d0*real(cb(j,j))
  end do
  if (trans == 'N' .or. trans == 'n') then
    if (present(ab)) call ?hemm('L', uplo, n, k, conjg(alpha), t, n, b, ldb, (1.0d0, 0.0d0), ab, lda)
    if (present(bb)) call ?hemm('L', uplo, n, k, alpha, t, n, a, lda, (1.0d0, 0.0d0), bb, ldb)
  else
    if (present(ab)) call ?hemm('R', uplo, k, n, alpha, t, n, b, ldb, (1.0d0, 0.0d0), ab, lda)
    if (present(bb)) call ?hemm('R', uplo, k, n, conjg(alpha), t, n, a, lda, (1.0d0, 0.0d0), bb, ldb)
  end if
  deallocate (t)
  if (k > 0 .and. abs(alpha) > 0.0d0) then
    do j = 1, n
      cb(j,j) = real(cb(j,j))
    end do
  end if
  call ?herk(uplo, trans, n, k, 0.0d0, a, lda, beta, cb, ldc)
end subroutine ?her2k_b

! y := conjg(x), without increments
subroutine ad?conjugate(n, x, incx, y)
  implicit none
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: x(*)
  complex(8), intent(inout) :: y(*)
  integer :: i
  external :: ?copy
  call ?copy(n, x, incx, y, 1)
  do i = 1, n
    y(i) = conjg(y(i))
  end do
end subroutine ad?conjugate

! x := conjg(x)
subroutine ad?conjugated(n, x, incx)
  implicit none
  integer, intent(in) :: n, incx
  complex(8), intent(inout) :: x(*)
  integer :: i, at
  at = 1
  if (incx < 0) at = 1 - (n - 1)*incx
  do i = 1, n
    x(at) = conjg(x(at))
    at = at + incx
  end do
end subroutine ad?conjugated
