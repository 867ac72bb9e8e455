! Routines of LAPACK for real and complex numbers: written for complex ones. Real numbers have no imaginary parts and no conjugates, 'C' is 'T' for them, and lines behind
! `!c` are not theirs. Of a complex number, the adjoint is that of its real part and `i` times that of its imaginary one: what is linear has the conjugate
! transpose for its adjoint.

! Factors of a symmetric (Hermitian), positive definite matrix.
!$AD BY-ROWS other(uplo), n, a, lda, info
!$AD ROOM a(n, n)
subroutine ?potrf(uplo, n, a, lda, info)
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda
  complex(8), intent(inout) :: a(lda,*)
  integer, intent(out) :: info
end subroutine ?potrf

subroutine ?potrf_d(uplo, n, a, ad, lda, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda
  complex(8), intent(inout) :: a(lda,*), ad(lda,*)
  integer, intent(out) :: info
  external :: ad?potrf_tangent, ?potrf
  call ?potrf(uplo, n, a, lda, info)
  call ad?potrf_tangent(uplo, n, a, lda, ad)
end subroutine ?potrf_d

subroutine ?potrf_b(uplo, n, a, ab, lda, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda, info
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: ab(lda,*)
  external :: ad?potrf_adjoint
  call ad?potrf_adjoint(uplo, n, a, lda, ab)
end subroutine ?potrf_b

! The derivative of the factor A from that of the matrix, in place: by blocks.
subroutine ad?potrf_tangent(uplo, n, a, lda, ad)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: ad(lda,*)
  integer, parameter :: block = 64
  complex(8), allocatable :: t(:,:)
  integer :: before, first, width, rest, behind
  external :: ad?potrf_small, ?gemm, ?her2k, ?trmm, ?trsm
  do first = 1, n, block
    before = first - 1
    width = min(block, n - before)
    rest = first + width
    behind = n - rest + 1
    if (uplo == 'L' .or. uplo == 'l') then
      if (before > 0) call ?her2k('L', 'N', width, before, (-1.0d0, 0.0d0), ad(first,1), lda, a(first,1), lda, 1.0d0, ad(first,first), lda)
      call ad?potrf_small(uplo, width, a(first,first), lda, ad(first,first))
      if (behind > 0) then
        if (before > 0) then
          call ?gemm('N', 'C', behind, width, before, (-1.0d0, 0.0d0), ad(rest,1), lda, a(first,1), lda, (1.0d0, 0.0d0), ad(rest,first), lda)
          call ?gemm('N', 'C', behind, width, before, (-1.0d0, 0.0d0), a(rest,1), lda, ad(first,1), lda, (1.0d0, 0.0d0), ad(rest,first), lda)
        end if
        allocate (t(behind,width))
        t = a(rest:n,first:rest-1)
        call ?trmm('R', 'L', 'C', 'N', behind, width, (1.0d0, 0.0d0), ad(first,first), lda, t, behind)
        ad(rest:n,first:rest-1) = ad(rest:n,first:rest-1) - t
        deallocate (t)
        call ?trsm('R', 'L', 'C', 'N', behind, width, (1.0d0, 0.0d0), a(first,first), lda, ad(rest,first), lda)
      end if
    else
      if (before > 0) call ?her2k('U', 'C', width, before, (-1.0d0, 0.0d0), ad(1,first), lda, a(1,first), lda, 1.0d0, ad(first,first), lda)
      call ad?potrf_small(uplo, width, a(first,first), lda, ad(first,first))
      if (behind > 0) then
        if (before > 0) then
          call ?gemm('C', 'N', width, behind, before, (-1.0d0, 0.0d0), a(1,first), lda, ad(1,rest), lda, (1.0d0, 0.0d0), ad(first,rest), lda)
          call ?gemm('C', 'N', width, behind, before, (-1.0d0, 0.0d0), ad(1,first), lda, a(1,rest), lda, (1.0d0, 0.0d0), ad(first,rest), lda)
        end if
        allocate (t(width,behind))
        t = a(first:rest-1,rest:n)
        call ?trmm('L', 'U', 'C', 'N', width, behind, (1.0d0, 0.0d0), ad(first,first), lda, t, width)
        ad(first:rest-1,rest:n) = ad(first:rest-1,rest:n) - t
        deallocate (t)
        call ?trsm('L', 'U', 'C', 'N', width, behind, (1.0d0, 0.0d0), a(first,first), lda, ad(first,rest), lda)
      end if
    end if
  end do
end subroutine ad?potrf_tangent

! The same for a small matrix: L times the lower half of inverse(L)*Ad*inverse(transpose(L)).
subroutine ad?potrf_small(uplo, n, a, lda, ad)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: ad(lda,*)
  complex(8), allocatable :: s(:,:)
  logical :: lower
  integer :: i, j
  external :: ?trmm, ?trsm
  allocate (s(n,n))
  lower = uplo == 'L' .or. uplo == 'l'
  do j = 1, n
    do i = j, n
      s(i,j) = merge(ad(i,j), conjg(ad(j,i)), lower)
      s(j,i) = conjg(s(i,j))
    end do
!c    s(j,j) = real(s(j,j))
  end do
  if (lower) then
    call ?trsm('L', 'L', 'N', 'N', n, n, (1.0d0, 0.0d0), a, lda, s, n)
    call ?trsm('R', 'L', 'C', 'N', n, n, (1.0d0, 0.0d0), a, lda, s, n)
  else
    call ?trsm('L', 'U', 'C', 'N', n, n, (1.0d0, 0.0d0), a, lda, s, n)
    call ?trsm('R', 'U', 'N', 'N', n, n, (1.0d0, 0.0d0), a, lda, s, n)
  end if
  do j = 1, n
    s(j,j) = 0.5d0*real(s(j,j))
    do i = 1, j - 1
      if (lower) s(i,j) = 0.0d0
      if (.not. lower) s(j,i) = 0.0d0
    end do
  end do
  if (lower) call ?trmm('L', 'L', 'N', 'N', n, n, (1.0d0, 0.0d0), a, lda, s, n)
  if (.not. lower) call ?trmm('R', 'U', 'N', 'N', n, n, (1.0d0, 0.0d0), a, lda, s, n)
  do j = 1, n
    do i = j, n
      if (lower) ad(i,j) = s(i,j)
      if (.not. lower) ad(j,i) = s(j,i)
    end do
  end do
  deallocate (s)
end subroutine ad?potrf_small

! The adjoint of the matrix from that of its factor A, in place: blocks in reverse order
! (I. Murray, Differentiation of the Cholesky decomposition, 2016).
subroutine ad?potrf_adjoint(uplo, n, a, lda, ab)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: ab(lda,*)
  integer, parameter :: block = 64
  complex(8) :: s(block,block)
  logical :: lower
  integer :: first, last, rest, width, behind, i, j
  external :: ad?potrf_block, ?gemm, ?trsm
  lower = uplo == 'L' .or. uplo == 'l'
  do last = n, 1, -block
    first = max(1, last - block + 1)
    width = last - first + 1
    rest = last + 1
    behind = n - last
    if (lower) then
      if (behind > 0) then
        call ?trsm('R', 'L', 'N', 'N', behind, width, (1.0d0, 0.0d0), a(first,first), lda, ab(rest,first), lda)
        if (first > 1) then
          call ?gemm('N', 'N', behind, first - 1, width, (-1.0d0, 0.0d0), ab(rest,first), lda, a(first,1), lda, (1.0d0, 0.0d0), ab(rest,1), lda)
          call ?gemm('C', 'N', width, first - 1, behind, (-1.0d0, 0.0d0), ab(rest,first), lda, a(rest,1), lda, (1.0d0, 0.0d0), ab(first,1), lda)
        end if
        call ?gemm('C', 'N', width, width, behind, (1.0d0, 0.0d0), ab(rest,first), lda, a(rest,first), lda, (0.0d0, 0.0d0), s, block)
        do j = 1, width
          do i = j, width
            ab(first+i-1,first+j-1) = ab(first+i-1,first+j-1) - s(i,j)
          end do
        end do
      end if
      do j = 1, width
        do i = j, width
          s(i,j) = ab(first+i-1,first+j-1)
        end do
      end do
      call ad?potrf_block(lower, width, a(first,first), lda, s, block)
      do j = 1, width
        do i = j, width
          ab(first+i-1,first+j-1) = s(i,j)
          s(j,i) = conjg(s(i,j))
        end do
        s(j,j) = 2.0d0*s(j,j)
      end do
      if (first > 1) call ?gemm('N', 'N', width, first - 1, width, (-1.0d0, 0.0d0), s, block, a(first,1), lda, (1.0d0, 0.0d0), ab(first,1), lda)
    else
      if (behind > 0) then
        call ?trsm('L', 'U', 'N', 'N', width, behind, (1.0d0, 0.0d0), a(first,first), lda, ab(first,rest), lda)
        if (first > 1) then
          call ?gemm('N', 'N', first - 1, behind, width, (-1.0d0, 0.0d0), a(1,first), lda, ab(first,rest), lda, (1.0d0, 0.0d0), ab(1,rest), lda)
          call ?gemm('N', 'C', first - 1, width, behind, (-1.0d0, 0.0d0), a(1,rest), lda, ab(first,rest), lda, (1.0d0, 0.0d0), ab(1,first), lda)
        end if
        call ?gemm('N', 'C', width, width, behind, (1.0d0, 0.0d0), a(first,rest), lda, ab(first,rest), lda, (0.0d0, 0.0d0), s, block)
        do j = 1, width
          do i = 1, j
            ab(first+i-1,first+j-1) = ab(first+i-1,first+j-1) - s(i,j)
          end do
        end do
      end if
      do j = 1, width
        do i = j, width
          s(i,j) = conjg(ab(first+j-1,first+i-1))
        end do
      end do
      call ad?potrf_block(lower, width, a(first,first), lda, s, block)
      do j = 1, width
        do i = j, width
          ab(first+j-1,first+i-1) = conjg(s(i,j))
          s(j,i) = conjg(s(i,j))
        end do
        s(j,j) = 2.0d0*s(j,j)
      end do
      if (first > 1) call ?gemm('N', 'N', first - 1, width, width, (-1.0d0, 0.0d0), a(1,first), lda, s, block, (1.0d0, 0.0d0), ab(1,first), lda)
    end if
  end do
end subroutine ad?potrf_adjoint

! The same for one block, by elements; the adjoint is in the lower half of S for both halves of A.
subroutine ad?potrf_block(lower, n, a, lda, s, lds)
  implicit none
  logical, intent(in) :: lower
  integer, intent(in) :: n, lda, lds
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: s(lds,*)
  complex(8) :: l(n,n)
  integer :: i, j, k
  do j = 1, n
    do i = j, n
      l(i,j) = merge(a(i,j), conjg(a(j,i)), lower)
    end do
  end do
  do j = n, 1, -1
    do i = j + 1, n
      s(j,j) = s(j,j) - conjg(l(i,j))*s(i,j)/l(j,j)
    end do
    s(j,j) = real(s(j,j))/l(j,j)
    do i = j + 1, n
      s(i,j) = s(i,j)/l(j,j)
    end do
    do k = 1, j - 1
      do i = j, n
        s(j,k) = s(j,k) - conjg(s(i,j))*l(i,k)
      end do
      do i = j + 1, n
        s(i,k) = s(i,k) - s(i,j)*l(j,k)
      end do
    end do
    s(j,j) = 0.5d0*s(j,j)
  end do
end subroutine ad?potrf_block

! B := inverse(A)*B, from the factors of A
!$AD BY-ROWS other(uplo), n, nrhs, a, lda, turned(b, n, nrhs), n, info
!$AD ROOM b(n, nrhs)
subroutine ?potrs(uplo, n, nrhs, a, lda, b, ldb, info)
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: b(ldb,*)
  integer, intent(out) :: info
end subroutine ?potrs

subroutine ?potrs_d(uplo, n, nrhs, a, ad, lda, b, bd, ldb, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb
  complex(8), intent(in) :: a(lda,*), ad(lda,*)
  complex(8), intent(inout) :: b(ldb,*), bd(ldb,*)
  integer, intent(out) :: info
  optional :: ad
  complex(8), allocatable :: t(:,:)
  character :: trans, transt
  external :: ?potrs, ?trmm
  call ?potrs(uplo, n, nrhs, a, lda, b, ldb, info)
  if (present(ad)) then
    allocate (t(n,nrhs))
    trans = merge('C', 'N', uplo == 'L' .or. uplo == 'l')
    transt = merge('N', 'C', uplo == 'L' .or. uplo == 'l')
    t = b(1:n,1:nrhs)
    call ?trmm('L', uplo, trans, 'N', n, nrhs, (1.0d0, 0.0d0), a, lda, t, n)
    call ?trmm('L', uplo, transt, 'N', n, nrhs, (1.0d0, 0.0d0), ad, lda, t, n)
    bd(1:n,1:nrhs) = bd(1:n,1:nrhs) - t
    t = b(1:n,1:nrhs)
    call ?trmm('L', uplo, trans, 'N', n, nrhs, (1.0d0, 0.0d0), ad, lda, t, n)
    call ?trmm('L', uplo, transt, 'N', n, nrhs, (1.0d0, 0.0d0), a, lda, t, n)
    bd(1:n,1:nrhs) = bd(1:n,1:nrhs) - t
    deallocate (t)
  end if
  call ?potrs(uplo, n, nrhs, a, lda, bd, ldb, info)
end subroutine ?potrs_d

subroutine ?potrs_b(uplo, n, nrhs, a, ab, lda, b, bb, ldb, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb, info
  complex(8), intent(in) :: a(lda,*), b(ldb,*)
  complex(8), intent(inout) :: ab(lda,*), bb(ldb,*)
  optional :: ab
  integer :: status
  external :: ad?potrs_factor, ?potrs
  call ?potrs(uplo, n, nrhs, a, lda, bb, ldb, status)
  if (present(ab)) call ad?potrs_factor(uplo, n, nrhs, a, lda, b, ldb, bb, ldb, ab)
end subroutine ?potrs_b

! The adjoint of the factors of A, from the solution X and the adjoint B of the right sides.
subroutine ad?potrs_factor(uplo, n, nrhs, a, lda, x, ldx, b, ldb, ab)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldx, ldb
  complex(8), intent(in) :: a(lda,*), x(ldx,*), b(ldb,*)
  complex(8), intent(inout) :: ab(lda,*)
  complex(8), allocatable :: p(:,:), q(:,:)
  character :: trans
  external :: ad?triangle, ?trmm
  allocate (p(n,nrhs), q(n,nrhs))
  trans = merge('C', 'N', uplo == 'L' .or. uplo == 'l')
  p = x(1:n,1:nrhs)
  q = b(1:n,1:nrhs)
  call ?trmm('L', uplo, trans, 'N', n, nrhs, (1.0d0, 0.0d0), a, lda, p, n)
  call ?trmm('L', uplo, trans, 'N', n, nrhs, (1.0d0, 0.0d0), a, lda, q, n)
  if (trans == 'C') then
    call ad?triangle(uplo, 'N', 'N', n, nrhs, (-1.0d0, 0.0d0), b, ldb, p, n, ab, lda)
    call ad?triangle(uplo, 'N', 'N', n, nrhs, (-1.0d0, 0.0d0), x, ldx, q, n, ab, lda)
  else
    call ad?triangle(uplo, 'N', 'N', n, nrhs, (-1.0d0, 0.0d0), q, n, x, ldx, ab, lda)
    call ad?triangle(uplo, 'N', 'N', n, nrhs, (-1.0d0, 0.0d0), p, n, b, ldb, ab, lda)
  end if
  deallocate (p, q)
end subroutine ad?potrs_factor

! B := inverse(A)*B, A symmetric and positive definite; A is overwritten by its factors.
!$AD BY-ROWS other(uplo), n, nrhs, a, lda, turned(b, n, nrhs), n, info
!$AD ROOM a(n, n), b(n, nrhs)
subroutine ?posv(uplo, n, nrhs, a, lda, b, ldb, info)
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb
  complex(8), intent(inout) :: a(lda,*), b(ldb,*)
  integer, intent(out) :: info
end subroutine ?posv

subroutine ?posv_d(uplo, n, nrhs, a, ad, lda, b, bd, ldb, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb
  complex(8), intent(inout) :: a(lda,*), ad(lda,*), b(ldb,*), bd(ldb,*)
  integer, intent(out) :: info
  optional :: a, ad, bd
  external :: ad?potrf_tangent, ?posv, ?potrs, ?hemm
  call ?posv(uplo, n, nrhs, a, lda, b, ldb, info)
  if (present(bd)) then
    if (present(ad)) call ?hemm('L', uplo, n, nrhs, (-1.0d0, 0.0d0), ad, lda, b, ldb, (1.0d0, 0.0d0), bd, ldb)
    call ?potrs(uplo, n, nrhs, a, lda, bd, ldb, info)
  end if
  if (present(a)) call ad?potrf_tangent(uplo, n, a, lda, ad)
end subroutine ?posv_d

subroutine ?posv_b(uplo, n, nrhs, a, ab, lda, b, bb, ldb, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb, info
  complex(8), intent(in) :: a(lda,*), b(ldb,*)
  complex(8), intent(inout) :: ab(lda,*), bb(ldb,*)
  optional :: a, ab, bb
  integer :: status, i, j
  external :: ad?potrf_adjoint, ?potrs, ?her2k
  if (present(a)) call ad?potrf_adjoint(uplo, n, a, lda, ab)
  if (present(bb)) then
    call ?potrs(uplo, n, nrhs, a, lda, bb, ldb, status)
    if (present(ab)) then
      call ?her2k(uplo, 'N', n, nrhs, (-1.0d0, 0.0d0), bb, ldb, b, ldb, 1.0d0, ab, lda)
      ! An element of the diagonal stands for itself alone.
      do i = 1, n
        do j = 1, nrhs
          ab(i,i) = ab(i,i) + real(conjg(bb(i,j))*b(i,j))
        end do
      end do
    end if
  end if
end subroutine ?posv_b

! Factors of a matrix, with exchanged rows.
!$AD BY-ROWS m, n, turned(a, m, n), m, ipiv, info
!$AD ROOM a(m, n), ipiv(min(m, n))
subroutine ?getrf(m, n, a, lda, ipiv, info)
  integer, intent(in) :: m, n, lda
  complex(8), intent(inout) :: a(lda,*)
  integer, intent(out) :: ipiv(*)
  integer, intent(out) :: info
end subroutine ?getrf

subroutine ?getrf_d(m, n, a, ad, lda, ipiv, info)
  implicit none
  integer, intent(in) :: m, n, lda
  complex(8), intent(inout) :: a(lda,*), ad(lda,*)
  integer, intent(out) :: ipiv(*)
  integer, intent(out) :: info
  external :: ad?getrf_tangent, ?getrf
  if (m /= n) stop 'the derivative of ?getrf is known for square matrices'
  call ?getrf(m, n, a, lda, ipiv, info)
  call ad?getrf_tangent(n, a, lda, ipiv, ad)
end subroutine ?getrf_d

subroutine ?getrf_b(m, n, a, ab, lda, ipiv, info)
  implicit none
  integer, intent(in) :: m, n, lda, ipiv(*), info
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: ab(lda,*)
  external :: ad?getrf_adjoint
  if (m /= n) stop 'the derivative of ?getrf is known for square matrices'
  call ad?getrf_adjoint(n, a, lda, ipiv, ab)
end subroutine ?getrf_b

! The derivative of the factors A from that of the matrix: of S = inverse(L)*P*Ad*inverse(U), L times the lower part, and the upper
! part times U.
subroutine ad?getrf_tangent(n, a, lda, ipiv, ad)
  implicit none
  integer, intent(in) :: n, lda, ipiv(*)
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: ad(lda,*)
  complex(8), allocatable :: s(:,:)
  integer :: i, j
  external :: ?laswp, ?trmm, ?trsm
  allocate (s(n,n))
  call ?laswp(n, ad, lda, 1, n, ipiv, 1)
  call ?trsm('L', 'L', 'N', 'U', n, n, (1.0d0, 0.0d0), a, lda, ad, lda)
  call ?trsm('R', 'U', 'N', 'N', n, n, (1.0d0, 0.0d0), a, lda, ad, lda)
  s = 0.0d0
  do j = 1, n
    do i = j + 1, n
      s(i,j) = ad(i,j)
      ad(i,j) = 0.0d0
    end do
  end do
  call ?trmm('L', 'L', 'N', 'U', n, n, (1.0d0, 0.0d0), a, lda, s, n)
  call ?trmm('R', 'U', 'N', 'N', n, n, (1.0d0, 0.0d0), a, lda, ad, lda)
  do j = 1, n
    do i = j + 1, n
      ad(i,j) = s(i,j)
    end do
  end do
  deallocate (s)
end subroutine ad?getrf_tangent

! The adjoint of the matrix from that of its factors A, in place.
subroutine ad?getrf_adjoint(n, a, lda, ipiv, ab)
  implicit none
  integer, intent(in) :: n, lda, ipiv(*)
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: ab(lda,*)
  complex(8), allocatable :: s(:,:)
  integer :: i, j
  external :: ?laswp, ?trmm, ?trsm
  allocate (s(n,n))
  s = 0.0d0
  do j = 1, n
    do i = j + 1, n
      s(i,j) = ab(i,j)
      ab(i,j) = 0.0d0
    end do
  end do
  call ?trmm('L', 'L', 'C', 'U', n, n, (1.0d0, 0.0d0), a, lda, s, n)
  call ?trmm('R', 'U', 'C', 'N', n, n, (1.0d0, 0.0d0), a, lda, ab, lda)
  do j = 1, n
    do i = j + 1, n
      ab(i,j) = s(i,j)
    end do
  end do
  call ?trsm('L', 'L', 'C', 'U', n, n, (1.0d0, 0.0d0), a, lda, ab, lda)
  call ?trsm('R', 'U', 'C', 'N', n, n, (1.0d0, 0.0d0), a, lda, ab, lda)
  call ?laswp(n, ab, lda, 1, n, ipiv, -1)
  deallocate (s)
end subroutine ad?getrf_adjoint

! Rows of A are exchanged.
subroutine ?laswp(n, a, lda, k1, k2, ipiv, incx)
  integer, intent(in) :: n, lda, k1, k2, ipiv(*), incx
  complex(8), intent(inout) :: a(lda,*)
end subroutine ?laswp

subroutine ?laswp_d(n, a, ad, lda, k1, k2, ipiv, incx)
  implicit none
  integer, intent(in) :: n, lda, k1, k2, ipiv(*), incx
  complex(8), intent(inout) :: a(lda,*), ad(lda,*)
  external :: ?laswp
  call ?laswp(n, ad, lda, k1, k2, ipiv, incx)
  call ?laswp(n, a, lda, k1, k2, ipiv, incx)
end subroutine ?laswp_d

subroutine ?laswp_b(n, a, ab, lda, k1, k2, ipiv, incx)
  implicit none
  integer, intent(in) :: n, lda, k1, k2, ipiv(*), incx
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: ab(lda,*)
  external :: ?laswp
  call ?laswp(n, ab, lda, k1, k2, ipiv, -incx)
end subroutine ?laswp_b

! B := inverse(op(A))*B, from the factors of A
!$AD BY-ROWS trans, n, nrhs, turned(a, n, n), n, ipiv, turned(b, n, nrhs), n, info
!$AD ROOM b(n, nrhs)
subroutine ?getrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
  character, intent(in) :: trans
  integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: b(ldb,*)
  integer, intent(out) :: info
end subroutine ?getrs

subroutine ?getrs_d(trans, n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb
  complex(8), intent(in) :: a(lda,*), ad(lda,*)
  complex(8), intent(inout) :: b(ldb,*), bd(ldb,*)
  integer, intent(out) :: info
  optional :: ad
  complex(8), allocatable :: s(:,:), t(:,:)
  external :: ?getrs, ?laswp, ?trmm
  call ?getrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
  if (present(ad)) then
    ! The derivative of the matrix, which is that of L times U and L times that of U, times the solution.
    allocate (s(n,nrhs), t(n,nrhs))
    t = b(1:n,1:nrhs)
    if (trans == 'N' .or. trans == 'n') then
      call ?trmm('L', 'U', 'N', 'N', n, nrhs, (1.0d0, 0.0d0), a, lda, t, n)
      s = t
      call ?trmm('L', 'L', 'N', 'U', n, nrhs, (1.0d0, 0.0d0), ad, lda, t, n)
      s = t - s
      t = b(1:n,1:nrhs)
      call ?trmm('L', 'U', 'N', 'N', n, nrhs, (1.0d0, 0.0d0), ad, lda, t, n)
      call ?trmm('L', 'L', 'N', 'U', n, nrhs, (1.0d0, 0.0d0), a, lda, t, n)
      s = s + t
      call ?laswp(nrhs, s, n, 1, n, ipiv, -1)
    else
!c      if (trans == 'T' .or. trans == 't') t = conjg(t)
      call ?laswp(nrhs, t, n, 1, n, ipiv, 1)
      s = t
      call ?trmm('L', 'L', 'C', 'U', n, nrhs, (1.0d0, 0.0d0), ad, lda, s, n)
      s = s - t
      call ?trmm('L', 'U', 'C', 'N', n, nrhs, (1.0d0, 0.0d0), a, lda, s, n)
      call ?trmm('L', 'L', 'C', 'U', n, nrhs, (1.0d0, 0.0d0), a, lda, t, n)
      call ?trmm('L', 'U', 'C', 'N', n, nrhs, (1.0d0, 0.0d0), ad, lda, t, n)
      s = s + t
!c      if (trans == 'T' .or. trans == 't') s = conjg(s)
    end if
    bd(1:n,1:nrhs) = bd(1:n,1:nrhs) - s
    deallocate (s, t)
  end if
  call ?getrs(trans, n, nrhs, a, lda, ipiv, bd, ldb, info)
end subroutine ?getrs_d

subroutine ?getrs_b(trans, n, nrhs, a, ab, lda, ipiv, b, bb, ldb, info)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, info
  complex(8), intent(in) :: a(lda,*), b(ldb,*)
  complex(8), intent(inout) :: ab(lda,*), bb(ldb,*)
  optional :: ab
  complex(8), allocatable :: t(:,:)
!c  logical :: turned
  external :: ad?triangle, ?laswp, ?trmm, ?trsm
!c  ! The solution with the transpose is the conjugate of that of the conjugate right side with the conjugate transpose.
!c  turned = trans == 'T' .or. trans == 't'
  if (present(ab)) then
    allocate (t(n,nrhs))
    t = b(1:n,1:nrhs)
!c    if (turned) t = conjg(t)
  end if
!c  if (turned) bb(1:n,1:nrhs) = conjg(bb(1:n,1:nrhs))
  if (trans == 'N' .or. trans == 'n') then
    call ?trsm('L', 'U', 'C', 'N', n, nrhs, (1.0d0, 0.0d0), a, lda, bb, ldb)
    if (present(ab)) then
      call ad?triangle('U', 'N', 'N', n, nrhs, (-1.0d0, 0.0d0), bb, ldb, t, n, ab, lda)
      call ?trmm('L', 'U', 'N', 'N', n, nrhs, (1.0d0, 0.0d0), a, lda, t, n)
    end if
    call ?trsm('L', 'L', 'C', 'U', n, nrhs, (1.0d0, 0.0d0), a, lda, bb, ldb)
    if (present(ab)) call ad?triangle('L', 'U', 'N', n, nrhs, (-1.0d0, 0.0d0), bb, ldb, t, n, ab, lda)
    call ?laswp(nrhs, bb, ldb, 1, n, ipiv, -1)
  else
    call ?laswp(nrhs, bb, ldb, 1, n, ipiv, 1)
    call ?trsm('L', 'L', 'N', 'U', n, nrhs, (1.0d0, 0.0d0), a, lda, bb, ldb)
    if (present(ab)) then
      call ?laswp(nrhs, t, n, 1, n, ipiv, 1)
      call ad?triangle('L', 'U', 'N', n, nrhs, (-1.0d0, 0.0d0), t, n, bb, ldb, ab, lda)
      call ?trmm('L', 'L', 'C', 'U', n, nrhs, (1.0d0, 0.0d0), a, lda, t, n)
    end if
    call ?trsm('L', 'U', 'N', 'N', n, nrhs, (1.0d0, 0.0d0), a, lda, bb, ldb)
    if (present(ab)) call ad?triangle('U', 'N', 'N', n, nrhs, (-1.0d0, 0.0d0), t, n, bb, ldb, ab, lda)
  end if
!c  if (turned) bb(1:n,1:nrhs) = conjg(bb(1:n,1:nrhs))
  if (present(ab)) deallocate (t)
end subroutine ?getrs_b

! B := inverse(A)*B; A is overwritten by its factors.
!$AD BY-ROWS n, nrhs, turned(a, n, n), n, ipiv, turned(b, n, nrhs), n, info
!$AD ROOM a(n, n), b(n, nrhs), ipiv(n)
subroutine ?gesv(n, nrhs, a, lda, ipiv, b, ldb, info)
  integer, intent(in) :: n, nrhs, lda, ldb
  complex(8), intent(inout) :: a(lda,*), b(ldb,*)
  integer, intent(out) :: ipiv(*)
  integer, intent(out) :: info
end subroutine ?gesv

subroutine ?gesv_d(n, nrhs, a, ad, lda, ipiv, b, bd, ldb, info)
  implicit none
  integer, intent(in) :: n, nrhs, lda, ldb
  complex(8), intent(inout) :: a(lda,*), ad(lda,*), b(ldb,*), bd(ldb,*)
  integer, intent(out) :: ipiv(*)
  integer, intent(out) :: info
  optional :: a, ad, bd
  external :: ad?getrf_tangent, ?gemm, ?gesv, ?getrs
  call ?gesv(n, nrhs, a, lda, ipiv, b, ldb, info)
  if (present(bd)) then
    if (present(ad)) call ?gemm('N', 'N', n, nrhs, n, (-1.0d0, 0.0d0), ad, lda, b, ldb, (1.0d0, 0.0d0), bd, ldb)
    call ?getrs('N', n, nrhs, a, lda, ipiv, bd, ldb, info)
  end if
  if (present(a)) call ad?getrf_tangent(n, a, lda, ipiv, ad)
end subroutine ?gesv_d

subroutine ?gesv_b(n, nrhs, a, ab, lda, ipiv, b, bb, ldb, info)
  implicit none
  integer, intent(in) :: n, nrhs, lda, ipiv(*), ldb, info
  complex(8), intent(in) :: a(lda,*), b(ldb,*)
  complex(8), intent(inout) :: ab(lda,*), bb(ldb,*)
  optional :: a, ab, bb
  integer :: status
  external :: ad?getrf_adjoint, ?gemm, ?getrs
  if (present(a)) call ad?getrf_adjoint(n, a, lda, ipiv, ab)
  if (present(bb)) then
    call ?getrs('C', n, nrhs, a, lda, ipiv, bb, ldb, status)
    if (present(ab)) call ?gemm('N', 'C', n, n, nrhs, (-1.0d0, 0.0d0), bb, ldb, b, ldb, (1.0d0, 0.0d0), ab, lda)
  end if
end subroutine ?gesv_b

! B := inverse(op(A))*B, A triangular
!$AD BY-ROWS other(uplo), other(trans), diag, n, nrhs, a, lda, turned(b, n, nrhs), n, info
!$AD ROOM b(n, nrhs)
subroutine ?trtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb, info)
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, nrhs, lda, ldb
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: b(ldb,*)
  integer, intent(out) :: info
end subroutine ?trtrs

subroutine ?trtrs_d(uplo, trans, diag, n, nrhs, a, ad, lda, b, bd, ldb, info)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, nrhs, lda, ldb
  complex(8), intent(in) :: a(lda,*), ad(lda,*)
  complex(8), intent(inout) :: b(ldb,*), bd(ldb,*)
  integer, intent(out) :: info
  optional :: ad
  complex(8), allocatable :: t(:,:)
  external :: ?trmm, ?trtrs
  call ?trtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb, info)
  if (present(ad)) then
    allocate (t(n,nrhs))
    t = b(1:n,1:nrhs)
    call ?trmm('L', uplo, trans, diag, n, nrhs, (1.0d0, 0.0d0), ad, lda, t, n)
    ! A diagonal of ones has no derivative.
    if (diag == 'U' .or. diag == 'u') t = t - b(1:n,1:nrhs)
    bd(1:n,1:nrhs) = bd(1:n,1:nrhs) - t
    deallocate (t)
  end if
  call ?trtrs(uplo, trans, diag, n, nrhs, a, lda, bd, ldb, info)
end subroutine ?trtrs_d

subroutine ?trtrs_b(uplo, trans, diag, n, nrhs, a, ab, lda, b, bb, ldb, info)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, nrhs, lda, ldb, info
  complex(8), intent(in) :: a(lda,*), b(ldb,*)
  complex(8), intent(inout) :: ab(lda,*), bb(ldb,*)
  optional :: ab
  logical :: plain
!c  complex(8), allocatable :: x(:,:)
  external :: ad?triangle, ?trsm
  plain = trans == 'N' .or. trans == 'n'
!c  if (trans == 'T' .or. trans == 't') then
!c    ! The solution with the transpose is the conjugate of that of the conjugate right side with the conjugate transpose.
!c    bb(1:n,1:nrhs) = conjg(bb(1:n,1:nrhs))
!c    call ?trsm('L', uplo, 'N', diag, n, nrhs, (1.0d0, 0.0d0), a, lda, bb, ldb)
!c    if (present(ab)) then
!c      allocate (x(n,nrhs))
!c      x = conjg(b(1:n,1:nrhs))
!c      call ad?triangle(uplo, diag, 'N', n, nrhs, (-1.0d0, 0.0d0), x, n, bb, ldb, ab, lda)
!c      deallocate (x)
!c    end if
!c    bb(1:n,1:nrhs) = conjg(bb(1:n,1:nrhs))
!c    return
!c  end if
  call ?trsm('L', uplo, merge('C', 'N', plain), diag, n, nrhs, (1.0d0, 0.0d0), a, lda, bb, ldb)
  if (present(ab)) then
    if (plain) call ad?triangle(uplo, diag, 'N', n, nrhs, (-1.0d0, 0.0d0), bb, ldb, b, ldb, ab, lda)
    if (.not. plain) call ad?triangle(uplo, diag, 'N', n, nrhs, (-1.0d0, 0.0d0), b, ldb, bb, ldb, ab, lda)
  end if
end subroutine ?trtrs_b

! A := inverse(A), from the factors of A
!$AD BY-ROWS n, turned(a, n, n), n, ipiv, work, lwork, info
!$AD ROOM a(n, n)
subroutine ?getri(n, a, lda, ipiv, work, lwork, info)
  integer, intent(in) :: n, lda, ipiv(*), lwork
  complex(8), intent(inout) :: a(lda,*)
  complex(8), intent(out) :: work(*)
  integer, intent(out) :: info
end subroutine ?getri

!$AD LOSES work
subroutine ?getri_d(n, a, ad, lda, ipiv, work, workd, lwork, info)
  implicit none
  integer, intent(in) :: n, lda, ipiv(*), lwork
  complex(8), intent(inout) :: a(lda,*), ad(lda,*), work(*), workd(*)
  integer, intent(out) :: info
  optional :: workd
  complex(8), allocatable :: s(:,:), t(:,:)
  integer :: i, j
  external :: ?gemm, ?getri, ?laswp, ?trmm
  if (lwork /= -1) then
    ! The derivative of the matrix is that of L times U and L times that of U.
    allocate (s(n,n), t(n,n))
    s = 0.0d0
    t = 0.0d0
    do j = 1, n
      t(1:j,j) = ad(1:j,j)
      do i = j + 1, n
        s(i,j) = ad(i,j)
      end do
    end do
    call ?trmm('R', 'U', 'N', 'N', n, n, (1.0d0, 0.0d0), a, lda, s, n)
    call ?trmm('L', 'L', 'N', 'U', n, n, (1.0d0, 0.0d0), a, lda, t, n)
    s = s + t
    call ?laswp(n, s, n, 1, n, ipiv, -1)
    call ?getri(n, a, lda, ipiv, work, lwork, info)
    call ?gemm('N', 'N', n, n, n, (-1.0d0, 0.0d0), a, lda, s, n, (0.0d0, 0.0d0), t, n)
    call ?gemm('N', 'N', n, n, n, (1.0d0, 0.0d0), t, n, a, lda, (0.0d0, 0.0d0), ad, lda)
    if (present(workd)) workd(1:lwork) = 0.0d0
    deallocate (s, t)
  else
    call ?getri(n, a, lda, ipiv, work, lwork, info)
  end if
end subroutine ?getri_d

!$AD BEFORE
!$AD LOSES work
subroutine ?getri_b(n, a, ab, lda, ipiv, work, workb, lwork, info)
  implicit none
  integer, intent(in) :: n, lda, ipiv(*), lwork
  complex(8), intent(in) :: a(lda,*)
  complex(8), intent(inout) :: ab(lda,*), work(*), workb(*)
  integer, intent(inout) :: info
  optional :: workb
  complex(8), allocatable :: v(:,:), s(:,:), t(:,:)
  integer :: i, j
  external :: ?gemm, ?getri, ?laswp, ?trmm
  if (lwork /= -1) then
    allocate (v(n,n), s(n,n), t(n,n))
    v = a(1:n,1:n)
    call ?getri(n, v, n, ipiv, work, lwork, info)
    call ?gemm('C', 'N', n, n, n, (-1.0d0, 0.0d0), v, n, ab, lda, (0.0d0, 0.0d0), t, n)
    call ?gemm('N', 'C', n, n, n, (1.0d0, 0.0d0), t, n, v, n, (0.0d0, 0.0d0), s, n)
    call ?laswp(n, s, n, 1, n, ipiv, 1)
    t = s
    call ?trmm('R', 'U', 'C', 'N', n, n, (1.0d0, 0.0d0), a, lda, s, n)
    call ?trmm('L', 'L', 'C', 'U', n, n, (1.0d0, 0.0d0), a, lda, t, n)
    do j = 1, n
      ab(1:j,j) = t(1:j,j)
      do i = j + 1, n
        ab(i,j) = s(i,j)
      end do
    end do
    if (present(workb)) workb(1:lwork) = 0.0d0
    deallocate (v, s, t)
  end if
end subroutine ?getri_b
