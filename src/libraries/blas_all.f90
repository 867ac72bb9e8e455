! Routines of BLAS for real and complex numbers: written for complex ones. Real numbers have no imaginary parts and no conjugates, 'C' is 'T' for them, and lines behind
! `!c` are not theirs. Of a complex number, the adjoint is that of its real part and `i` times that of its imaginary one: what is linear has the conjugate
! transpose for its adjoint.

! y := alpha*x + y
!$AD ROOM y(n)
subroutine ?axpy(n, alpha, x, incx, y, incy)
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: alpha, x(*)
  complex(8), intent(inout) :: y(*)
end subroutine ?axpy

subroutine ?axpy_d(n, alpha, alphad, x, xd, incx, y, yd, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: alpha, alphad, x(*), xd(*)
  complex(8), intent(inout) :: y(*), yd(*)
  optional :: alphad, xd
  external :: ?axpy
  if (present(xd)) call ?axpy(n, alpha, xd, incx, yd, incy)
  if (present(alphad)) call ?axpy(n, alphad, x, incx, yd, incy)
  call ?axpy(n, alpha, x, incx, y, incy)
end subroutine ?axpy_d

subroutine ?axpy_b(n, alpha, alphab, x, xb, incx, y, yb, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: alpha, x(*), y(*)
  complex(8), intent(inout) :: alphab, xb(*), yb(*)
  optional :: alphab, xb
  complex(8), external :: ?dotc
  external :: ?axpy
  if (present(alphab)) alphab = alphab + ?dotc(n, x, incx, yb, incy)
  if (present(xb)) call ?axpy(n, conjg(alpha), yb, incy, xb, incx)
end subroutine ?axpy_b

! x := alpha*x
!$AD ROOM x(n)
subroutine ?scal(n, alpha, x, incx)
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: alpha
  complex(8), intent(inout) :: x(*)
end subroutine ?scal

subroutine ?scal_d(n, alpha, alphad, x, xd, incx)
  implicit none
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: alpha, alphad
  complex(8), intent(inout) :: x(*), xd(*)
  optional :: alphad
  external :: ?axpy, ?scal
  call ?scal(n, alpha, xd, incx)
  if (present(alphad)) then
    if (incx > 0) call ?axpy(n, alphad, x, incx, xd, incx)
  end if
  call ?scal(n, alpha, x, incx)
end subroutine ?scal_d

subroutine ?scal_b(n, alpha, x, xb, incx)
  implicit none
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: alpha, x(*)
  complex(8), intent(inout) :: xb(*)
  external :: ?scal
  call ?scal(n, conjg(alpha), xb, incx)
end subroutine ?scal_b

!$AD BEFORE
subroutine ?scal_b2(n, alpha, alphab, x, xb, incx)
  implicit none
  integer, intent(in) :: n, incx
  complex(8), intent(in) :: alpha, x(*)
  complex(8), intent(inout) :: alphab, xb(*)
  complex(8), external :: ?dotc
  external :: ?scal
  if (incx > 0) alphab = alphab + ?dotc(n, x, incx, xb, incx)
  call ?scal(n, conjg(alpha), xb, incx)
end subroutine ?scal_b2

! y := x
!$AD ROOM y(n)
subroutine ?copy(n, x, incx, y, incy)
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: x(*)
  complex(8), intent(inout) :: y(*)
end subroutine ?copy

subroutine ?copy_d(n, x, xd, incx, y, yd, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: x(*), xd(*)
  complex(8), intent(inout) :: y(*), yd(*)
  optional :: xd
  complex(8) :: zero(1)
  external :: ?copy
  if (present(xd)) then
    call ?copy(n, xd, incx, yd, incy)
  else
    zero = 0.0d0
    call ?copy(n, zero, 0, yd, incy)
  end if
  call ?copy(n, x, incx, y, incy)
end subroutine ?copy_d

subroutine ?copy_b(n, x, xb, incx, y, yb, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: x(*), y(*)
  complex(8), intent(inout) :: xb(*), yb(*)
  optional :: xb
  complex(8) :: zero(1)
  external :: ?axpy, ?copy
  if (present(xb)) call ?axpy(n, (1.0d0, 0.0d0), yb, incy, xb, incx)
  zero = 0.0d0
  call ?copy(n, zero, 0, yb, incy)
end subroutine ?copy_b

! x and y are exchanged.
!$AD ROOM x(n), y(n)
subroutine ?swap(n, x, incx, y, incy)
  integer, intent(in) :: n, incx, incy
  complex(8), intent(inout) :: x(*), y(*)
end subroutine ?swap

subroutine ?swap_d(n, x, xd, incx, y, yd, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  complex(8), intent(inout) :: x(*), xd(*), y(*), yd(*)
  external :: ?swap
  call ?swap(n, xd, incx, yd, incy)
  call ?swap(n, x, incx, y, incy)
end subroutine ?swap_d

subroutine ?swap_b(n, x, xb, incx, y, yb, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: x(*), y(*)
  complex(8), intent(inout) :: xb(*), yb(*)
  external :: ?swap
  call ?swap(n, xb, incx, yb, incy)
end subroutine ?swap_b

! x := inverse(op(A))*x, A triangular
!$AD BY-ROWS other(uplo), other(trans), diag, n, a, lda, x, incx
!$AD ROOM x(n)
subroutine ?trsv(uplo, trans, diag, n, a, lda, x, incx)
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: x(*)
end subroutine ?trsv

subroutine ?trsv_d(uplo, trans, diag, n, a, ad, lda, x, xd, incx)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  complex(8), intent(in) :: a(lda,*), ad(lda,*)
  complex(8), intent(inout) :: x(*), xd(*)
  optional :: ad
  complex(8) :: t(n)
  external :: ?axpy, ?copy, ?trmv, ?trsv
  call ?trsv(uplo, trans, diag, n, a, lda, x, incx)
  if (present(ad)) then
    call ?copy(n, x, incx, t, 1)
    call ?trmv(uplo, trans, diag, n, ad, lda, t, 1)
    call ?axpy(n, (-1.0d0, 0.0d0), t, 1, xd, incx)
    ! A diagonal of ones has no derivative.
    if (diag == 'U' .or. diag == 'u') call ?axpy(n, (1.0d0, 0.0d0), x, incx, xd, incx)
  end if
  call ?trsv(uplo, trans, diag, n, a, lda, xd, incx)
end subroutine ?trsv_d

subroutine ?trsv_b(uplo, trans, diag, n, a, ab, lda, x, xb, incx)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  complex(8), intent(in) :: a(lda,*), x(*)
  complex(8), intent(inout) :: ab(lda,*), xb(*)
  optional :: ab
  complex(8) :: t(n), tb(n)
!c  logical :: turned
  external :: ad?triangle, ?copy, ?trsv
!c  external :: ad?conjugated
!c  turned = trans == 'T' .or. trans == 't'
!c  if (turned) call ad?conjugated(n, xb, incx)
  call ?trsv(uplo, merge('C', 'N', trans == 'N' .or. trans == 'n'), diag, n, a, lda, xb, incx)
  if (present(ab)) then
    call ?copy(n, x, incx, t, 1)
    call ?copy(n, xb, incx, tb, 1)
!c    if (turned) call ad?conjugated(n, t, 1)
    if (trans == 'N' .or. trans == 'n') then
      call ad?triangle(uplo, diag, 'N', n, 1, (-1.0d0, 0.0d0), tb, n, t, n, ab, lda)
    else
      call ad?triangle(uplo, diag, 'N', n, 1, (-1.0d0, 0.0d0), t, n, tb, n, ab, lda)
    end if
  end if
!c  if (turned) call ad?conjugated(n, xb, incx)
end subroutine ?trsv_b

! B := alpha*inverse(op(A))*B or alpha*B*inverse(op(A)), A triangular
!$AD BY-ROWS other(side), other(uplo), transa, diag, n, m, alpha, a, lda, b, ldb
!$AD ROOM b(m, n)
subroutine ?trsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, lda, ldb
  complex(8), intent(in) :: alpha, a(lda,*)
  complex(8), intent(inout) :: b(ldb,*)
end subroutine ?trsm

subroutine ?trsm_d(side, uplo, transa, diag, m, n, alpha, a, ad, lda, b, bd, ldb)
  implicit none
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, lda, ldb
  complex(8), intent(in) :: alpha, a(lda,*), ad(lda,*)
  complex(8), intent(inout) :: b(ldb,*), bd(ldb,*)
  optional :: ad
  complex(8), allocatable :: t(:,:)
  external :: ?trmm, ?trsm
  call ?trsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
  bd(1:m,1:n) = alpha*bd(1:m,1:n)
  if (present(ad)) then
    allocate (t(m,n))
    t = b(1:m,1:n)
    call ?trmm(side, uplo, transa, diag, m, n, (1.0d0, 0.0d0), ad, lda, t, m)
    ! A diagonal of ones has no derivative.
    if (diag == 'U' .or. diag == 'u') t = t - b(1:m,1:n)
    bd(1:m,1:n) = bd(1:m,1:n) - t
    deallocate (t)
  end if
  call ?trsm(side, uplo, transa, diag, m, n, (1.0d0, 0.0d0), a, lda, bd, ldb)
end subroutine ?trsm_d

subroutine ?trsm_b(side, uplo, transa, diag, m, n, alpha, a, ab, lda, b, bb, ldb)
  implicit none
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, lda, ldb
  complex(8), intent(in) :: alpha, a(lda,*), b(ldb,*)
  complex(8), intent(inout) :: ab(lda,*), bb(ldb,*)
  optional :: ab
  logical :: left, plain
!c  complex(8), allocatable :: x(:,:)
  external :: ad?triangle, ?trsm
  left = side == 'L' .or. side == 'l'
  plain = transa == 'N' .or. transa == 'n'
!c  if (transa == 'T' .or. transa == 't') then
!c    ! The solution with the transpose is the conjugate of that of the conjugate right side with the conjugate transpose.
!c    bb(1:m,1:n) = conjg(bb(1:m,1:n))
!c    call ?trsm(side, uplo, 'N', diag, m, n, (1.0d0, 0.0d0), a, lda, bb, ldb)
!c    if (present(ab)) then
!c      allocate (x(m,n))
!c      x = conjg(b(1:m,1:n))
!c      if (left) call ad?triangle(uplo, diag, 'N', m, n, (-1.0d0, 0.0d0), x, m, bb, ldb, ab, lda)
!c      if (.not. left) call ad?triangle(uplo, diag, 'C', n, m, (-1.0d0, 0.0d0), bb, ldb, x, m, ab, lda)
!c      deallocate (x)
!c    end if
!c    bb(1:m,1:n) = conjg(alpha*bb(1:m,1:n))
!c    return
!c  end if
  call ?trsm(side, uplo, merge('C', 'N', plain), diag, m, n, (1.0d0, 0.0d0), a, lda, bb, ldb)
  if (present(ab)) then
    if (left .and. plain) then
      call ad?triangle(uplo, diag, 'N', m, n, (-1.0d0, 0.0d0), bb, ldb, b, ldb, ab, lda)
    else if (left) then
      call ad?triangle(uplo, diag, 'N', m, n, (-1.0d0, 0.0d0), b, ldb, bb, ldb, ab, lda)
    else if (plain) then
      call ad?triangle(uplo, diag, 'C', n, m, (-1.0d0, 0.0d0), b, ldb, bb, ldb, ab, lda)
    else
      call ad?triangle(uplo, diag, 'C', n, m, (-1.0d0, 0.0d0), bb, ldb, b, ldb, ab, lda)
    end if
  end if
  bb(1:m,1:n) = conjg(alpha)*bb(1:m,1:n)
end subroutine ?trsm_b

! A := alpha*op(X)*transpose(conjg(op(Y))) + A in one triangle of A, which has n rows; with diag = 'U' without the diagonal.
subroutine ad?triangle(uplo, diag, trans, n, k, alpha, x, ldx, y, ldy, a, lda)
  implicit none
  character, intent(in) :: uplo, diag, trans
  integer, intent(in) :: n, k, ldx, ldy, lda
  complex(8), intent(in) :: alpha, x(ldx,*), y(ldy,*)
  complex(8), intent(inout) :: a(lda,*)
  integer, parameter :: block = 64
  complex(8) :: t(block,block)
  integer :: first, rest, width, i, j, skip
  external :: ?gemm
  skip = merge(1, 0, diag == 'U' .or. diag == 'u')
  do first = 1, n, block
    width = min(block, n - first + 1)
    rest = first + width
    if (trans == 'N') then
      call ?gemm('N', 'C', width, width, k, alpha, x(first,1), ldx, y(first,1), ldy, (0.0d0, 0.0d0), t, block)
    else
      call ?gemm('C', 'N', width, width, k, alpha, x(1,first), ldx, y(1,first), ldy, (0.0d0, 0.0d0), t, block)
    end if
    if (uplo == 'L' .or. uplo == 'l') then
      do j = 1, width
        do i = j + skip, width
          a(first+i-1,first+j-1) = a(first+i-1,first+j-1) + t(i,j)
        end do
      end do
      if (rest <= n) then
        if (trans == 'N') then
          call ?gemm('N', 'C', n - rest + 1, width, k, alpha, x(rest,1), ldx, y(first,1), ldy, (1.0d0, 0.0d0), a(rest,first), lda)
        else
          call ?gemm('C', 'N', n - rest + 1, width, k, alpha, x(1,rest), ldx, y(1,first), ldy, (1.0d0, 0.0d0), a(rest,first), lda)
        end if
      end if
    else
      do j = 1, width
        do i = 1, j - skip
          a(first+i-1,first+j-1) = a(first+i-1,first+j-1) + t(i,j)
        end do
      end do
      if (rest <= n) then
        if (trans == 'N') then
          call ?gemm('N', 'C', width, n - rest + 1, k, alpha, x(first,1), ldx, y(rest,1), ldy, (1.0d0, 0.0d0), a(first,rest), lda)
        else
          call ?gemm('C', 'N', width, n - rest + 1, k, alpha, x(1,first), ldx, y(1,rest), ldy, (1.0d0, 0.0d0), a(first,rest), lda)
        end if
      end if
    end if
  end do
end subroutine ad?triangle

! x := op(A)*x, A triangular
!$AD BY-ROWS other(uplo), other(trans), diag, n, a, lda, x, incx
!$AD ROOM x(n)
subroutine ?trmv(uplo, trans, diag, n, a, lda, x, incx)
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: x(*)
end subroutine ?trmv

subroutine ?trmv_d(uplo, trans, diag, n, a, ad, lda, x, xd, incx)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  complex(8), intent(in) :: a(lda,*), ad(lda,*)
  complex(8), intent(inout) :: x(*), xd(*)
  optional :: ad
  complex(8) :: t(n)
  external :: ?axpy, ?copy, ?trmv
  call ?trmv(uplo, trans, diag, n, a, lda, xd, incx)
  if (present(ad)) then
    call ?copy(n, x, incx, t, 1)
    call ?trmv(uplo, trans, diag, n, ad, lda, t, 1)
    call ?axpy(n, (1.0d0, 0.0d0), t, 1, xd, incx)
    ! A diagonal of ones has no derivative.
    if (diag == 'U' .or. diag == 'u') call ?axpy(n, (-1.0d0, 0.0d0), x, incx, xd, incx)
  end if
  call ?trmv(uplo, trans, diag, n, a, lda, x, incx)
end subroutine ?trmv_d

subroutine ?trmv_b(uplo, trans, diag, n, a, lda, x, xb, incx)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  complex(8), intent(in) :: a(lda,*), x(*)
  complex(8), intent(inout) :: xb(*)
  external :: ?trmv
!c  external :: ad?conjugated
!c  if (trans == 'T' .or. trans == 't') call ad?conjugated(n, xb, incx)
  call ?trmv(uplo, merge('C', 'N', trans == 'N' .or. trans == 'n'), diag, n, a, lda, xb, incx)
!c  if (trans == 'T' .or. trans == 't') call ad?conjugated(n, xb, incx)
end subroutine ?trmv_b

!$AD BEFORE
subroutine ?trmv_b2(uplo, trans, diag, n, a, ab, lda, x, xb, incx)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  complex(8), intent(in) :: a(lda,*), x(*)
  complex(8), intent(inout) :: ab(lda,*), xb(*)
  complex(8) :: t(n), tb(n)
!c  logical :: turned
  external :: ad?triangle, ?copy, ?trmv
!c  external :: ad?conjugated
!c  turned = trans == 'T' .or. trans == 't'
!c  if (turned) call ad?conjugated(n, xb, incx)
  call ?copy(n, x, incx, t, 1)
  call ?copy(n, xb, incx, tb, 1)
!c  if (turned) call ad?conjugated(n, t, 1)
  if (trans == 'N' .or. trans == 'n') then
    call ad?triangle(uplo, diag, 'N', n, 1, (1.0d0, 0.0d0), tb, n, t, n, ab, lda)
    call ?trmv(uplo, 'C', diag, n, a, lda, xb, incx)
  else
    call ad?triangle(uplo, diag, 'N', n, 1, (1.0d0, 0.0d0), t, n, tb, n, ab, lda)
    call ?trmv(uplo, 'N', diag, n, a, lda, xb, incx)
  end if
!c  if (turned) call ad?conjugated(n, xb, incx)
end subroutine ?trmv_b2

! B := alpha*op(A)*B or alpha*B*op(A), A triangular
!$AD BY-ROWS other(side), other(uplo), transa, diag, n, m, alpha, a, lda, b, ldb
!$AD ROOM b(m, n)
subroutine ?trmm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, lda, ldb
  complex(8), intent(in) :: alpha, a(lda,*)
  complex(8), intent(inout) :: b(ldb,*)
end subroutine ?trmm

subroutine ?trmm_d(side, uplo, transa, diag, m, n, alpha, a, ad, lda, b, bd, ldb)
  implicit none
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, lda, ldb
  complex(8), intent(in) :: alpha, a(lda,*), ad(lda,*)
  complex(8), intent(inout) :: b(ldb,*), bd(ldb,*)
  optional :: ad
  complex(8), allocatable :: t(:,:)
  external :: ?trmm
  call ?trmm(side, uplo, transa, diag, m, n, alpha, a, lda, bd, ldb)
  if (present(ad)) then
    allocate (t(m,n))
    t = b(1:m,1:n)
    call ?trmm(side, uplo, transa, diag, m, n, alpha, ad, lda, t, m)
    ! A diagonal of ones has no derivative.
    if (diag == 'U' .or. diag == 'u') t = t - alpha*b(1:m,1:n)
    bd(1:m,1:n) = bd(1:m,1:n) + t
    deallocate (t)
  end if
  call ?trmm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
end subroutine ?trmm_d

subroutine ?trmm_b(side, uplo, transa, diag, m, n, alpha, a, lda, b, bb, ldb)
  implicit none
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, lda, ldb
  complex(8), intent(in) :: alpha, a(lda,*), b(ldb,*)
  complex(8), intent(inout) :: bb(ldb,*)
  external :: ?trmm
!c  if (transa == 'T' .or. transa == 't') then
!c    bb(1:m,1:n) = conjg(bb(1:m,1:n))
!c    call ?trmm(side, uplo, 'N', diag, m, n, alpha, a, lda, bb, ldb)
!c    bb(1:m,1:n) = conjg(bb(1:m,1:n))
!c    return
!c  end if
  call ?trmm(side, uplo, merge('C', 'N', transa == 'N' .or. transa == 'n'), diag, m, n, conjg(alpha), a, lda, bb, ldb)
end subroutine ?trmm_b

!$AD BEFORE
subroutine ?trmm_b2(side, uplo, transa, diag, m, n, alpha, a, ab, lda, b, bb, ldb)
  implicit none
  character, intent(in) :: side, uplo, transa, diag
  integer, intent(in) :: m, n, lda, ldb
  complex(8), intent(in) :: alpha, a(lda,*), b(ldb,*)
  complex(8), intent(inout) :: ab(lda,*), bb(ldb,*)
  logical :: left, plain
!c  complex(8), allocatable :: x(:,:)
  external :: ad?triangle, ?trmm
  left = side == 'L' .or. side == 'l'
  plain = transa == 'N' .or. transa == 'n'
!c  if (transa == 'T' .or. transa == 't') then
!c    ! The product with the transpose is the conjugate of that of the conjugate matrix with the conjugate transpose.
!c    allocate (x(m,n))
!c    x = conjg(b(1:m,1:n))
!c    bb(1:m,1:n) = conjg(bb(1:m,1:n))
!c    if (left) call ad?triangle(uplo, diag, 'N', m, n, conjg(alpha), x, m, bb, ldb, ab, lda)
!c    if (.not. left) call ad?triangle(uplo, diag, 'C', n, m, conjg(alpha), bb, ldb, x, m, ab, lda)
!c    call ?trmm(side, uplo, 'N', diag, m, n, alpha, a, lda, bb, ldb)
!c    bb(1:m,1:n) = conjg(bb(1:m,1:n))
!c    deallocate (x)
!c    return
!c  end if
  if (left .and. plain) then
    call ad?triangle(uplo, diag, 'N', m, n, conjg(alpha), bb, ldb, b, ldb, ab, lda)
  else if (left) then
    call ad?triangle(uplo, diag, 'N', m, n, alpha, b, ldb, bb, ldb, ab, lda)
  else if (plain) then
    call ad?triangle(uplo, diag, 'C', n, m, conjg(alpha), b, ldb, bb, ldb, ab, lda)
  else
    call ad?triangle(uplo, diag, 'C', n, m, alpha, bb, ldb, b, ldb, ab, lda)
  end if
  call ?trmm(side, uplo, merge('C', 'N', plain), diag, m, n, conjg(alpha), a, lda, bb, ldb)
end subroutine ?trmm_b2
