! Eigenvalues W of a symmetric matrix, all different, and with jobz = 'V' its eigenvectors in place of it.
!$AD BY-ROWS jobz, uplo, n, turned(a, n, n), n, w, work, lwork, info
!$AD ROOM a(n, n), w(n)
subroutine ?syev(jobz, uplo, n, a, lda, w, work, lwork, info)
  character, intent(in) :: jobz, uplo
  integer, intent(in) :: n, lda, lwork
  real(8), intent(inout) :: a(lda,*)
  real(8), intent(out) :: w(*), work(*)
  integer, intent(out) :: info
end subroutine ?syev

!$AD LOSES work
subroutine ?syev_d(jobz, uplo, n, a, ad, lda, w, wd, work, workd, lwork, info)
  implicit none
  character, intent(in) :: jobz, uplo
  integer, intent(in) :: n, lda, lwork
  real(8), intent(inout) :: a(lda,*), ad(lda,*), w(*), wd(*), work(*), workd(*)
  integer, intent(out) :: info
  optional :: workd
  real(8), allocatable :: v(:,:), s(:,:), t(:,:)
  integer :: i, j
  external :: ?gemm, ?symm, ?syev
  if (lwork /= -1) then
    allocate (v(n,n), s(n,n), t(n,n))
    v = a(1:n,1:n)
    call ?syev('V', uplo, n, v, n, w, work, lwork, info)
    call ?symm('L', uplo, n, n, 1.0d0, ad, lda, v, n, 0.0d0, t, n)
    call ?gemm('T', 'N', n, n, n, 1.0d0, v, n, t, n, 0.0d0, s, n)
    do j = 1, n
      wd(j) = s(j,j)
      do i = 1, n
        if (i /= j) s(i,j) = s(i,j)/(w(j) - w(i))
      end do
      s(j,j) = 0.0d0
    end do
    call ?syev(jobz, uplo, n, a, lda, w, work, lwork, info)
    if (jobz == 'V' .or. jobz == 'v') call ?gemm('N', 'N', n, n, n, 1.0d0, a, lda, s, n, 0.0d0, ad, lda)
    if (jobz == 'N' .or. jobz == 'n') then
      do j = 1, n
        if (uplo == 'L' .or. uplo == 'l') ad(j:n,j) = 0.0d0
        if (uplo == 'U' .or. uplo == 'u') ad(1:j,j) = 0.0d0
      end do
    end if
    if (present(workd)) workd(1:lwork) = 0.0d0
    deallocate (v, s, t)
  else
    call ?syev(jobz, uplo, n, a, lda, w, work, lwork, info)
  end if
end subroutine ?syev_d

!$AD BEFORE
!$AD LOSES work
subroutine ?syev_b(jobz, uplo, n, a, ab, lda, w, wb, work, workb, lwork, info)
  implicit none
  character, intent(in) :: jobz, uplo
  integer, intent(in) :: n, lda, lwork
  real(8), intent(in) :: a(lda,*), w(*)
  real(8), intent(inout) :: ab(lda,*), wb(*), work(*), workb(*)
  integer, intent(inout) :: info
  optional :: workb
  real(8), allocatable :: v(:,:), s(:,:), t(:,:), e(:)
  integer :: i, j
  logical :: lower
  external :: ?gemm, ?syev
  if (lwork /= -1) then
    allocate (v(n,n), s(n,n), t(n,n), e(n))
    lower = uplo == 'L' .or. uplo == 'l'
    v = a(1:n,1:n)
    call ?syev('V', uplo, n, v, n, e, work, lwork, info)
    s = 0.0d0
    if (jobz == 'V' .or. jobz == 'v') then
      call ?gemm('T', 'N', n, n, n, 1.0d0, v, n, ab, lda, 0.0d0, s, n)
      do j = 1, n
        do i = 1, n
          if (i /= j) s(i,j) = s(i,j)/(e(j) - e(i))
        end do
      end do
      ab(1:n,1:n) = 0.0d0
    end if
    do j = 1, n
      s(j,j) = wb(j)
      wb(j) = 0.0d0
    end do
    call ?gemm('N', 'N', n, n, n, 1.0d0, v, n, s, n, 0.0d0, t, n)
    call ?gemm('N', 'T', n, n, n, 1.0d0, t, n, v, n, 0.0d0, s, n)
    do j = 1, n
      ab(j,j) = s(j,j)
      do i = j + 1, n
        if (lower) ab(i,j) = s(i,j) + s(j,i)
        if (.not. lower) ab(j,i) = s(i,j) + s(j,i)
      end do
    end do
    if (present(workb)) workb(1:lwork) = 0.0d0
    deallocate (v, s, t, e)
  end if
end subroutine ?syev_b

! A := inverse(A), from the factors of a symmetric, positive definite matrix, one triangle
!$AD BY-ROWS other(uplo), n, a, lda, info
!$AD ROOM a(n, n)
subroutine ?potri(uplo, n, a, lda, info)
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda
  real(8), intent(inout) :: a(lda,*)
  integer, intent(out) :: info
end subroutine ?potri

subroutine ?potri_d(uplo, n, a, ad, lda, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda
  real(8), intent(inout) :: a(lda,*), ad(lda,*)
  integer, intent(out) :: info
  real(8), allocatable :: s(:,:), t(:,:)
  logical :: lower
  integer :: i, j
  external :: ?potri, ?symm, ?trmm
  allocate (s(n,n), t(n,n))
  lower = uplo == 'L' .or. uplo == 'l'
  ! The derivative of the matrix is that of its factor times the factor, and what is symmetric to it.
  s = 0.0d0
  do j = 1, n
    do i = j, n
      if (lower) s(i,j) = ad(i,j)
      if (.not. lower) s(i,j) = ad(j,i)
    end do
  end do
  call ?trmm('R', uplo, merge('T', 'N', lower), 'N', n, n, 1.0d0, a, lda, s, n)
  do j = 1, n
    do i = 1, j
      s(i,j) = s(i,j) + s(j,i)
      s(j,i) = s(i,j)
    end do
  end do
  call ?potri(uplo, n, a, lda, info)
  call ?symm('L', uplo, n, n, 1.0d0, a, lda, s, n, 0.0d0, t, n)
  call ?symm('R', uplo, n, n, -1.0d0, a, lda, t, n, 0.0d0, s, n)
  do j = 1, n
    do i = j, n
      if (lower) ad(i,j) = s(i,j)
      if (.not. lower) ad(j,i) = s(j,i)
    end do
  end do
  deallocate (s, t)
end subroutine ?potri_d

!$AD BEFORE
subroutine ?potri_b(uplo, n, a, ab, lda, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, lda
  real(8), intent(in) :: a(lda,*)
  real(8), intent(inout) :: ab(lda,*)
  integer, intent(inout) :: info
  real(8), allocatable :: v(:,:), s(:,:), t(:,:)
  logical :: lower
  integer :: i, j
  external :: ?potri, ?symm, ?trmm
  allocate (v(n,n), s(n,n), t(n,n))
  lower = uplo == 'L' .or. uplo == 'l'
  v = a(1:n,1:n)
  call ?potri(uplo, n, v, n, info)
  do j = 1, n
    do i = j, n
      s(i,j) = 0.5d0*merge(ab(i,j), ab(j,i), lower)
      s(j,i) = s(i,j)
    end do
    s(j,j) = ab(j,j)
  end do
  call ?symm('L', uplo, n, n, 1.0d0, v, n, s, n, 0.0d0, t, n)
  call ?symm('R', uplo, n, n, -2.0d0, v, n, t, n, 0.0d0, s, n)
  call ?trmm(merge('R', 'L', lower), uplo, 'N', 'N', n, n, 1.0d0, a, lda, s, n)
  do j = 1, n
    do i = j, n
      if (lower) ab(i,j) = s(i,j)
      if (.not. lower) ab(j,i) = s(j,i)
    end do
  end do
  deallocate (v, s, t)
end subroutine ?potri_b

! B := inverse(A)*B, A with three diagonals, which are overwritten by factors
!$AD BY-ROWS n, nrhs, dl, d, du, turned(b, n, nrhs), n, info
!$AD ROOM dl(n - 1), d(n), du(n - 1), b(n, nrhs)
subroutine ?gtsv(n, nrhs, dl, d, du, b, ldb, info)
  integer, intent(in) :: n, nrhs, ldb
  real(8), intent(inout) :: dl(*), d(*), du(*), b(ldb,*)
  integer, intent(out) :: info
end subroutine ?gtsv

!$AD LOSES dl, d, du
subroutine ?gtsv_d(n, nrhs, dl, dld, d, dd, du, dud, b, bd, ldb, info)
  implicit none
  integer, intent(in) :: n, nrhs, ldb
  real(8), intent(inout) :: dl(*), dld(*), d(*), dd(*), du(*), dud(*), b(ldb,*), bd(ldb,*)
  integer, intent(out) :: info
  optional :: dld, dd, dud
  real(8) :: l(n), c(n), u(n)
  integer :: i, j
  external :: ?gtsv
  l(1:n-1) = dl(1:n-1)
  c = d(1:n)
  u(1:n-1) = du(1:n-1)
  call ?gtsv(n, nrhs, dl, d, du, b, ldb, info)
  do j = 1, nrhs
    do i = 1, n
      if (present(dld)) then
        if (i > 1) bd(i,j) = bd(i,j) - dld(i-1)*b(i-1,j)
      end if
      if (present(dd)) bd(i,j) = bd(i,j) - dd(i)*b(i,j)
      if (present(dud)) then
        if (i < n) bd(i,j) = bd(i,j) - dud(i)*b(i+1,j)
      end if
    end do
  end do
  call ?gtsv(n, nrhs, l, c, u, bd, ldb, info)
  if (present(dld)) dld(1:n-1) = 0.0d0
  if (present(dd)) dd(1:n) = 0.0d0
  if (present(dud)) dud(1:n-1) = 0.0d0
end subroutine ?gtsv_d

!$AD BEFORE
!$AD LOSES dl, d, du
subroutine ?gtsv_b(n, nrhs, dl, dlb, d, db, du, dub, b, bb, ldb, info)
  implicit none
  integer, intent(in) :: n, nrhs, ldb
  real(8), intent(in) :: dl(*), d(*), du(*), b(ldb,*)
  real(8), intent(inout) :: dlb(*), db(*), dub(*), bb(ldb,*)
  integer, intent(inout) :: info
  optional :: dlb, db, dub
  real(8) :: l(n), c(n), u(n)
  real(8), allocatable :: x(:,:)
  integer :: i, j
  external :: ?gtsv
  if (present(dlb)) dlb(1:n-1) = 0.0d0
  if (present(db)) db(1:n) = 0.0d0
  if (present(dub)) dub(1:n-1) = 0.0d0
  if (present(dlb) .or. present(db) .or. present(dub)) then
    allocate (x(n,nrhs))
    l(1:n-1) = dl(1:n-1)
    c = d(1:n)
    u(1:n-1) = du(1:n-1)
    x = b(1:n,1:nrhs)
    call ?gtsv(n, nrhs, l, c, u, x, n, info)
  end if
  l(1:n-1) = du(1:n-1)
  c = d(1:n)
  u(1:n-1) = dl(1:n-1)
  call ?gtsv(n, nrhs, l, c, u, bb, ldb, info)
  do j = 1, nrhs
    do i = 1, n
      if (present(dlb)) then
        if (i > 1) dlb(i-1) = dlb(i-1) - bb(i,j)*x(i-1,j)
      end if
      if (present(db)) db(i) = db(i) - bb(i,j)*x(i,j)
      if (present(dub)) then
        if (i < n) dub(i) = dub(i) - bb(i,j)*x(i+1,j)
      end if
    end do
  end do
  if (present(dlb) .or. present(db) .or. present(dub)) deallocate (x)
end subroutine ?gtsv_b

! B := inverse(A)*B, A symmetric and positive definite with three diagonals, which are overwritten by factors
!$AD BY-ROWS n, nrhs, d, e, turned(b, n, nrhs), n, info
!$AD ROOM d(n), e(n - 1), b(n, nrhs)
subroutine ?ptsv(n, nrhs, d, e, b, ldb, info)
  integer, intent(in) :: n, nrhs, ldb
  real(8), intent(inout) :: d(*), e(*), b(ldb,*)
  integer, intent(out) :: info
end subroutine ?ptsv

!$AD LOSES d, e
subroutine ?ptsv_d(n, nrhs, d, dd, e, ed, b, bd, ldb, info)
  implicit none
  integer, intent(in) :: n, nrhs, ldb
  real(8), intent(inout) :: d(*), dd(*), e(*), ed(*), b(ldb,*), bd(ldb,*)
  integer, intent(out) :: info
  optional :: dd, ed
  real(8) :: c(n), u(n)
  integer :: i, j
  external :: ?ptsv
  c = d(1:n)
  u(1:n-1) = e(1:n-1)
  call ?ptsv(n, nrhs, d, e, b, ldb, info)
  do j = 1, nrhs
    do i = 1, n
      if (present(dd)) bd(i,j) = bd(i,j) - dd(i)*b(i,j)
      if (present(ed)) then
        if (i > 1) bd(i,j) = bd(i,j) - ed(i-1)*b(i-1,j)
        if (i < n) bd(i,j) = bd(i,j) - ed(i)*b(i+1,j)
      end if
    end do
  end do
  call ?ptsv(n, nrhs, c, u, bd, ldb, info)
  if (present(dd)) dd(1:n) = 0.0d0
  if (present(ed)) ed(1:n-1) = 0.0d0
end subroutine ?ptsv_d

!$AD BEFORE
!$AD LOSES d, e
subroutine ?ptsv_b(n, nrhs, d, db, e, eb, b, bb, ldb, info)
  implicit none
  integer, intent(in) :: n, nrhs, ldb
  real(8), intent(in) :: d(*), e(*), b(ldb,*)
  real(8), intent(inout) :: db(*), eb(*), bb(ldb,*)
  integer, intent(inout) :: info
  optional :: db, eb
  real(8) :: c(n), u(n)
  real(8), allocatable :: x(:,:)
  integer :: i, j
  external :: ?ptsv
  if (present(db) .or. present(eb)) then
    allocate (x(n,nrhs))
    c = d(1:n)
    u(1:n-1) = e(1:n-1)
    x = b(1:n,1:nrhs)
    call ?ptsv(n, nrhs, c, u, x, n, info)
  end if
  c = d(1:n)
  u(1:n-1) = e(1:n-1)
  call ?ptsv(n, nrhs, c, u, bb, ldb, info)
  if (present(db)) db(1:n) = 0.0d0
  if (present(eb)) eb(1:n-1) = 0.0d0
  do j = 1, nrhs
    do i = 1, n
      if (present(db)) db(i) = db(i) - bb(i,j)*x(i,j)
      if (present(eb)) then
        if (i < n) eb(i) = eb(i) - bb(i,j)*x(i+1,j) - bb(i+1,j)*x(i,j)
      end if
    end do
  end do
  if (present(db) .or. present(eb)) deallocate (x)
end subroutine ?ptsv_b

! B := inverse(A)*B, A symmetric and positive definite with kd diagonals beside its own; A is overwritten by its factors.
!$AD ROOM a(kd + 1, n), b(n, nrhs)
subroutine ?pbsv(uplo, n, kd, nrhs, a, lda, b, ldb, info)
  character, intent(in) :: uplo
  integer, intent(in) :: n, kd, nrhs, lda, ldb
  real(8), intent(inout) :: a(lda,*), b(ldb,*)
  integer, intent(out) :: info
end subroutine ?pbsv

!$AD LOSES a
subroutine ?pbsv_d(uplo, n, kd, nrhs, a, ad, lda, b, bd, ldb, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, kd, nrhs, lda, ldb
  real(8), intent(inout) :: a(lda,*), ad(lda,*), b(ldb,*), bd(ldb,*)
  integer, intent(out) :: info
  optional :: ad
  real(8), allocatable :: c(:,:)
  real(8) :: t
  integer :: i, j, k
  external :: ?pbsv
  allocate (c(kd + 1,n))
  c = a(1:kd+1,1:n)
  call ?pbsv(uplo, n, kd, nrhs, a, lda, b, ldb, info)
  if (present(ad)) then
    do j = 1, n
      do i = j, min(n, j + kd)
        t = merge(ad(1+i-j,j), ad(kd+1+j-i,i), uplo == 'L' .or. uplo == 'l')
        do k = 1, nrhs
          bd(i,k) = bd(i,k) - t*b(j,k)
          if (i > j) bd(j,k) = bd(j,k) - t*b(i,k)
        end do
      end do
    end do
  end if
  call ?pbsv(uplo, n, kd, nrhs, c, kd + 1, bd, ldb, info)
  if (present(ad)) ad(1:kd+1,1:n) = 0.0d0
  deallocate (c)
end subroutine ?pbsv_d

!$AD BEFORE
!$AD LOSES a
subroutine ?pbsv_b(uplo, n, kd, nrhs, a, ab, lda, b, bb, ldb, info)
  implicit none
  character, intent(in) :: uplo
  integer, intent(in) :: n, kd, nrhs, lda, ldb
  real(8), intent(in) :: a(lda,*), b(ldb,*)
  real(8), intent(inout) :: ab(lda,*), bb(ldb,*)
  integer, intent(inout) :: info
  optional :: ab
  real(8), allocatable :: c(:,:), x(:,:)
  real(8) :: t
  integer :: i, j, k
  external :: ?pbsv
  allocate (c(kd + 1,n))
  if (present(ab)) then
    allocate (x(n,nrhs))
    c = a(1:kd+1,1:n)
    x = b(1:n,1:nrhs)
    call ?pbsv(uplo, n, kd, nrhs, c, kd + 1, x, n, info)
  end if
  c = a(1:kd+1,1:n)
  call ?pbsv(uplo, n, kd, nrhs, c, kd + 1, bb, ldb, info)
  if (present(ab)) then
    ab(1:kd+1,1:n) = 0.0d0
    do j = 1, n
      do i = j, min(n, j + kd)
        t = 0.0d0
        do k = 1, nrhs
          t = t - bb(i,k)*x(j,k)
          if (i > j) t = t - bb(j,k)*x(i,k)
        end do
        if (uplo == 'L' .or. uplo == 'l') ab(1+i-j,j) = t
        if (.not. (uplo == 'L' .or. uplo == 'l')) ab(kd+1+j-i,i) = t
      end do
    end do
    deallocate (x)
  end if
  deallocate (c)
end subroutine ?pbsv_b

! Singular values S, all different and none zero, of A, which is destroyed; singular vectors (jobu, jobvt other than 'N') have no derivative.
subroutine ?gesvd(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info)
  character, intent(in) :: jobu, jobvt
  integer, intent(in) :: m, n, lda, ldu, ldvt, lwork
  real(8), intent(inout) :: a(lda,*), u(ldu,*), vt(ldvt,*)
  real(8), intent(out) :: s(*), work(*)
  integer, intent(out) :: info
end subroutine ?gesvd

!$AD LOSES a, u, vt, work
subroutine ?gesvd_d(jobu, jobvt, m, n, a, ad, lda, s, sd, u, ldu, vt, ldvt, work, workd, lwork, info)
  implicit none
  character, intent(in) :: jobu, jobvt
  integer, intent(in) :: m, n, lda, ldu, ldvt, lwork
  real(8), intent(inout) :: a(lda,*), ad(lda,*), s(*), sd(*), u(ldu,*), vt(ldvt,*), work(*), workd(*)
  integer, intent(out) :: info
  optional :: workd
  real(8), allocatable :: c(:,:), x(:,:), y(:,:), t(:,:), w(:)
  integer :: few, i
  real(8), external :: ?dot
  external :: ?gemm, ?gesvd
  if (lwork /= -1) then
    few = min(m, n)
    allocate (c(m,n), x(m,few), y(few,n), t(m,few), w(5*(m + n)))
    c = a(1:m,1:n)
    call ?gesvd('S', 'S', m, n, c, m, s, x, m, y, few, w, 5*(m + n), info)
    call ?gemm('N', 'T', m, few, n, 1.0d0, ad, lda, y, few, 0.0d0, t, m)
    do i = 1, few
      sd(i) = ?dot(m, x(1,i), 1, t(1,i), 1)
    end do
    ad(1:m,1:n) = 0.0d0
    if (present(workd)) workd(1:lwork) = 0.0d0
    deallocate (c, x, y, t, w)
  end if
  call ?gesvd(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info)
end subroutine ?gesvd_d

!$AD BEFORE
!$AD LOSES a, u, vt, work
subroutine ?gesvd_b(jobu, jobvt, m, n, a, ab, lda, s, sb, u, ldu, vt, ldvt, work, workb, lwork, info)
  implicit none
  character, intent(in) :: jobu, jobvt
  integer, intent(in) :: m, n, lda, ldu, ldvt, lwork
  real(8), intent(in) :: a(lda,*), s(*), u(ldu,*), vt(ldvt,*)
  real(8), intent(inout) :: ab(lda,*), sb(*), work(*), workb(*)
  integer, intent(inout) :: info
  optional :: workb
  real(8), allocatable :: c(:,:), x(:,:), y(:,:), v(:), w(:)
  integer :: few, i
  external :: ?gemm, ?gesvd
  if (lwork /= -1) then
    few = min(m, n)
    allocate (c(m,n), x(m,few), y(few,n), v(few), w(5*(m + n)))
    c = a(1:m,1:n)
    call ?gesvd('S', 'S', m, n, c, m, v, x, m, y, few, w, 5*(m + n), info)
    do i = 1, few
      x(1:m,i) = sb(i)*x(1:m,i)
      sb(i) = 0.0d0
    end do
    call ?gemm('N', 'N', m, n, few, 1.0d0, x, m, y, few, 0.0d0, ab, lda)
    if (present(workb)) workb(1:lwork) = 0.0d0
    deallocate (c, x, y, v, w)
  end if
end subroutine ?gesvd_b

! The least-squares solution of A*X = B, A with at least as many rows as columns and of full rank; with trans = 'T' it is not known.
!$AD BY-ROWS trans, m, n, nrhs, turned(a, m, n), m, turned(b, max(m, n), nrhs), max(m, n), work, lwork, info
!$AD ROOM a(m, n), b(max(m, n), nrhs)
subroutine ?gels(trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info)
  character, intent(in) :: trans
  integer, intent(in) :: m, n, nrhs, lda, ldb, lwork
  real(8), intent(inout) :: a(lda,*), b(ldb,*)
  real(8), intent(out) :: work(*)
  integer, intent(out) :: info
end subroutine ?gels

!$AD LOSES a, work
subroutine ?gels_d(trans, m, n, nrhs, a, ad, lda, b, bd, ldb, work, workd, lwork, info)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: m, n, nrhs, lda, ldb, lwork
  real(8), intent(inout) :: a(lda,*), ad(lda,*), b(ldb,*), bd(ldb,*), work(*), workd(*)
  integer, intent(out) :: info
  optional :: ad, workd
  real(8), allocatable :: c(:,:), r(:,:), t(:,:)
  real(8) :: g(nrhs)
  integer :: j
  real(8), external :: ?asum, ?dot
  external :: ?gels, ?gemm, ?trsm
  if (lwork /= -1) then
    if (m < n .or. .not. (trans == 'N' .or. trans == 'n')) stop 'the derivative of ?gels is known for trans = N and m >= n'
    allocate (c(m,n), r(m,nrhs), t(n,nrhs))
    c = a(1:m,1:n)
    r = b(1:m,1:nrhs)
    call ?gels(trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info)
    call ?gemm('N', 'N', m, nrhs, n, -1.0d0, c, m, b, ldb, 1.0d0, r, m)
    if (present(ad)) call ?gemm('N', 'N', m, nrhs, n, -1.0d0, ad, lda, b, ldb, 1.0d0, bd, ldb)
    do j = 1, nrhs
      g(j) = ?dot(m, r(1,j), 1, bd(1,j), 1)
    end do
    call ?gemm('T', 'N', n, nrhs, m, 1.0d0, c, m, bd, ldb, 0.0d0, t, n)
    if (present(ad)) call ?gemm('T', 'N', n, nrhs, m, 1.0d0, ad, lda, r, m, 1.0d0, t, n)
    call ?trsm('L', 'U', 'T', 'N', n, nrhs, 1.0d0, a, lda, t, n)
    call ?trsm('L', 'U', 'N', 'N', n, nrhs, 1.0d0, a, lda, t, n)
    bd(1:n,1:nrhs) = t
    ! Behind the solution stand numbers whose squares add up to that of the residual.
    bd(n+1:m,1:nrhs) = 0.0d0
    do j = 1, nrhs
      if (?asum(m, r(1,j), 1) > 0.0d0) bd(n+1:m,j) = b(n+1:m,j)*(g(j)/?dot(m, r(1,j), 1, r(1,j), 1))
    end do
    if (present(ad)) ad(1:m,1:n) = 0.0d0
    if (present(workd)) workd(1:lwork) = 0.0d0
    deallocate (c, r, t)
  else
    call ?gels(trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info)
  end if
end subroutine ?gels_d

!$AD BEFORE
!$AD LOSES a, work
subroutine ?gels_b(trans, m, n, nrhs, a, ab, lda, b, bb, ldb, work, workb, lwork, info)
  implicit none
  character, intent(in) :: trans
  integer, intent(in) :: m, n, nrhs, lda, ldb, lwork
  real(8), intent(in) :: a(lda,*), b(ldb,*)
  real(8), intent(inout) :: ab(lda,*), bb(ldb,*), work(*), workb(*)
  integer, intent(inout) :: info
  optional :: ab, workb
  real(8), allocatable :: q(:,:), x(:,:), r(:,:), t(:,:)
  real(8) :: g(nrhs)
  integer :: j
  real(8), external :: ?asum, ?dot
  external :: ?gels, ?gemm, ?trsm
  if (lwork /= -1) then
    if (m < n .or. .not. (trans == 'N' .or. trans == 'n')) stop 'the derivative of ?gels is known for trans = N and m >= n'
    allocate (q(m,n), x(m,nrhs), r(m,nrhs), t(n,nrhs))
    q = a(1:m,1:n)
    x = b(1:m,1:nrhs)
    call ?gels(trans, m, n, nrhs, q, m, x, m, work, lwork, info)
    r = b(1:m,1:nrhs)
    call ?gemm('N', 'N', m, nrhs, n, -1.0d0, a, lda, x, m, 1.0d0, r, m)
    t = bb(1:n,1:nrhs)
    call ?trsm('L', 'U', 'T', 'N', n, nrhs, 1.0d0, q, m, t, n)
    call ?trsm('L', 'U', 'N', 'N', n, nrhs, 1.0d0, q, m, t, n)
    ! Behind the solution stand numbers whose squares add up to that of the residual.
    do j = 1, nrhs
      g(j) = 0.0d0
      if (m > n) then
        if (?asum(m, r(1,j), 1) > 0.0d0) g(j) = ?dot(m - n, bb(n+1,j), 1, x(n+1,j), 1)/?dot(m, r(1,j), 1, r(1,j), 1)
      end if
    end do
    call ?gemm('N', 'N', m, nrhs, n, 1.0d0, a, lda, t, n, 0.0d0, bb, ldb)
    do j = 1, nrhs
      bb(1:m,j) = bb(1:m,j) + g(j)*r(1:m,j)
    end do
    if (present(ab)) then
      call ?gemm('N', 'T', m, n, nrhs, 1.0d0, r, m, t, n, 0.0d0, ab, lda)
      call ?gemm('N', 'T', m, n, nrhs, -1.0d0, bb, ldb, x, m, 1.0d0, ab, lda)
    end if
    if (present(workb)) workb(1:lwork) = 0.0d0
    deallocate (q, x, r, t)
  end if
end subroutine ?gels_b

! A = Q*R: R, and below its diagonal and in tau the reflectors of Q
!$AD BY-ROWS m, n, turned(a, m, n), m, tau, work, lwork, info
!$AD ROOM a(m, n), tau(min(m, n))
subroutine ?geqrf(m, n, a, lda, tau, work, lwork, info)
  integer, intent(in) :: m, n, lda, lwork
  real(8), intent(inout) :: a(lda,*)
  real(8), intent(out) :: tau(*), work(*)
  integer, intent(out) :: info
end subroutine ?geqrf

! V are the reflectors, V1 their first rows; with the triangle U = T*transpose(V1) the first columns of Q are those of 1 - V*U. The derivative of R is what
! transpose(Q)*Ad has in its first rows, less what the skew matrix transpose(Q)*Qd makes of R; that of V is Ad divided by U*R, less V times a triangle.
!$AD LOSES work
subroutine ?geqrf_d(m, n, a, ad, lda, tau, taud, work, workd, lwork, info)
  implicit none
  integer, intent(in) :: m, n, lda, lwork
  real(8), intent(inout) :: a(lda,*), ad(lda,*), tau(*), taud(*), work(*), workd(*)
  integer, intent(out) :: info
  optional :: taud, workd
  real(8), allocatable :: c(:,:), r(:,:), t(:,:), u(:,:), x(:,:), y(:,:)
  integer :: few, k, i, j
  external :: ad?lower, ad?triangles, ad?upper_product, ad?upper_solve, ?gemm, ?geqrf, ?trmm, ?trsm
  if (lwork /= -1) then
    few = min(m, n)
    k = min(m - 1, n)
    call ?geqrf(m, n, a, lda, tau, work, lwork, info)
    if (present(taud)) taud(1:few) = 0.0d0
    if (k > 0) then
      allocate (c(few,n), r(few,k), t(k,k), u(k,k), x(few,n), y(k,k))
      call ad?triangles(m, k, a, lda, tau, t, u)
      ! The first rows of transpose(Q)*Ad
      c = ad(1:few,1:n)
      x = c
      call ?trmm('L', 'L', 'T', 'U', k, n, 1.0d0, a, lda, x, few)
      call ?gemm('T', 'N', k, n, m - k, 1.0d0, a(k+1,1), lda, ad(k+1,1), lda, 1.0d0, x, few)
      call ?trsm('L', 'U', 'T', 'N', k, n, 1.0d0, t, k, x, few)
      if (few > k) call ?gemm('N', 'N', 1, n, k, -1.0d0, a(few,1), lda, x, few, 1.0d0, c(few,1), few)
      call ?trmm('L', 'L', 'N', 'U', k, n, 1.0d0, a, lda, x, few)
      c(1:k,1:n) = c(1:k,1:n) - x(1:k,1:n)
      ! Divided by R they have the skew matrix below the diagonal; Y is what is left above.
      r = c(1:few,1:k)
      call ?trsm('R', 'U', 'N', 'N', few, k, 1.0d0, a, lda, r, few)
      y = 0.0d0
      do j = 1, k
        y(1:j,j) = y(1:j,j) + r(1:j,j)
        do i = j + 1, k
          y(j,i) = r(i,j)
        end do
        if (present(taud)) taud(j) = -y(j,j)*tau(j)
      end do
      ! That of R
      if (n > k) then
        do j = k + 1, n
          x(1:few,j) = 0.0d0
          x(1:min(j, few),j) = a(1:min(j, few),j)
        end do
        do j = 1, k
          r(1:j,j) = 0.0d0
        end do
        call ?gemm('N', 'N', few, n - k, k, -1.0d0, r, few, x(1,k+1), few, 1.0d0, c(1,k+1), few)
        call ?gemm('T', 'N', k, n - k, few, 1.0d0, r, few, x(1,k+1), few, 1.0d0, c(1,k+1), few)
      end if
      do j = 1, k
        x(1:k,j) = 0.0d0
        x(1:j,j) = a(1:j,j)
        t(1:k,j) = x(1:k,j)
      end do
      call ad?upper_product(k, y, k, x, few)
      do j = 1, n
        do i = 1, min(j, few)
          if (j <= k) c(i,j) = x(i,j)
        end do
      end do
      ! That of V
      call ?trsm('R', 'U', 'N', 'N', k, k, 1.0d0, u, k, y, k)
      call ad?upper_product(k, u, k, t, k)
      x(1:k,1:k) = ad(1:k,1:k)
      call ?trsm('R', 'U', 'N', 'N', k, k, -1.0d0, t, k, x, few)
      call ?trsm('R', 'U', 'N', 'N', m - k, k, -1.0d0, t, k, ad(k+1,1), lda)
      t = y + x(1:k,1:k)
      do j = 1, k
        ad(j+1:k,j) = t(j+1:k,j)
      end do
      call ad?upper_solve('L', 'N', 'U', k, a, lda, t, k)
      if (present(taud)) then
        do j = 1, k
          taud(j) = taud(j) + t(j,j)*tau(j)
        end do
      end if
      call ad?lower(m, k, a, lda, t, ad)
      do j = 1, n
        ad(1:min(j, few),j) = c(1:min(j, few),j)
      end do
      deallocate (c, r, t, u, x, y)
    end if
    if (present(workd)) workd(1:lwork) = 0.0d0
  else
    call ?geqrf(m, n, a, lda, tau, work, lwork, info)
  end if
end subroutine ?geqrf_d

! The same from behind. The adjoint of A is the first columns of Q times B, and that of V divided by U and R, with what makes up for its triangle.
!$AD LOSES work
subroutine ?geqrf_b(m, n, a, ab, lda, tau, taub, work, workb, lwork, info)
  implicit none
  integer, intent(in) :: m, n, lda, lwork
  real(8), intent(in) :: a(lda,*), tau(*)
  real(8), intent(inout) :: ab(lda,*), taub(*), work(*), workb(*)
  integer, intent(inout) :: info
  optional :: taub, workb
  real(8), allocatable :: b(:,:), d(:,:), p(:,:), t(:,:), u(:,:), v(:,:), x(:,:)
  integer :: few, k, columns, i, j
  logical :: asked
  external :: ad?triangles, ad?upper, ad?upper_product, ad?upper_solve, ?gemm, ?trmm, ?trsm
  if (lwork /= -1) then
    few = min(m, n)
    k = min(m - 1, n)
    if (k > 0) then
      allocate (b(few,n), d(few,few), p(k,k), t(k,k), u(k,k), v(k,1), x(k,n))
      call ad?triangles(m, k, a, lda, tau, t, u)
      ! D is the adjoint of R times the transpose of R, its upper triangle taken twice, less what of it is no triangle.
      b = 0.0d0
      do j = 1, n
        b(1:min(j, few),j) = ab(1:min(j, few),j)
      end do
      d = b(1:few,1:few)
      do j = 1, few, 64
        columns = min(64, few - j + 1)
        i = j + columns
        call ?trmm('R', 'U', 'T', 'N', i - 1, columns, 1.0d0, a(j,j), lda, d(1,j), few)
        if (i <= n) call ?gemm('N', 'T', i - 1, columns, n - i + 1, 1.0d0, b(1,i), few, a(j,i), lda, 1.0d0, d(1,j), few)
      end do
      ! Whether anything is asked of the reflectors
      asked = .false.
      do j = 1, k
        if (present(taub)) then
          if (abs(taub(j)) > 0.0d0) asked = .true.
        end if
        do i = j + 1, m
          if (abs(ab(i,j)) > 0.0d0) asked = .true.
        end do
      end do
      if (asked) then
        call ad?upper(m, k, a, lda, ab, lda, 0.0d0, p)
        if (present(taub)) then
          do j = 1, k
            p(j,j) = p(j,j) - taub(j)*tau(j)
          end do
        end if
        call ad?upper_solve('L', 'T', 'U', k, a, lda, p, k)
        do j = 1, k
          p(j+1:k,j) = -ab(j+1:k,j)
        end do
        call ?trsm('R', 'U', 'T', 'N', k, k, 1.0d0, u, k, p, k)
        do j = 1, k
          if (present(taub)) d(j,j) = d(j,j) - taub(j)*tau(j)
          d(1:j,j) = d(1:j,j) - p(1:j,j)
        end do
        do j = 1, k
          x(1:k,j) = 0.0d0
          x(1:j,j) = a(1:j,j)
        end do
        call ad?upper_product(k, u, k, x, k)
        call ?trsm('R', 'U', 'T', 'N', m - k, k, -1.0d0, x, k, ab(k+1,1), lda)
        call ?trsm('R', 'U', 'T', 'N', k, k, 1.0d0, a, lda, p, k)
      end if
      do j = 1, few
        do i = j + 1, few
          d(i,j) = d(j,i)
        end do
      end do
      if (n > k) call ?gemm('N', 'T', few, k, n - k, -1.0d0, b(1,k+1), few, a(1,k+1), lda, 1.0d0, d, few)
      call ?trsm('R', 'U', 'T', 'N', few, k, 1.0d0, a, lda, d, few)
      b(1:few,1:k) = d(1:few,1:k)
      x = b(1:k,1:n)
      call ?trmm('L', 'U', 'N', 'N', k, n, 1.0d0, u, k, x, k)
      if (few > k) then
        do i = 1, k
          v(i,1) = a(few,i)
        end do
        call ?trsm('L', 'U', 'N', 'N', k, 1, 1.0d0, t, k, v, k)
        call ?gemm('N', 'N', k, n, 1, 1.0d0, v, k, b(few,1), few, 1.0d0, x, k)
        ab(few,1:k) = ab(few,1:k) + b(few,1:k)
        ab(few,k+1:n) = b(few,k+1:n)
      end if
      call ?gemm('N', 'N', m - k, n, k, -1.0d0, a(k+1,1), lda, x, k, 1.0d0, ab(k+1,1), lda)
      call ?trmm('L', 'L', 'N', 'U', k, n, 1.0d0, a, lda, x, k)
      ab(1:k,1:n) = b(1:k,1:n) - x
      if (asked) ab(1:k,1:k) = ab(1:k,1:k) + p
      deallocate (b, d, p, t, u, v, x)
    end if
    if (present(taub)) taub(1:few) = 0.0d0
    if (present(workb)) workb(1:lwork) = 0.0d0
  end if
end subroutine ?geqrf_b

! The triangle T, inverted, and U = T*transpose(V1), where Q is 1 - V*T*transpose(V)
subroutine ad?triangles(m, k, a, lda, tau, t, u)
  implicit none
  integer, intent(in) :: m, k, lda
  real(8), intent(in) :: a(lda,*), tau(*)
  real(8), intent(inout) :: t(k,*), u(k,*)
  integer :: i, j
  external :: ad?upper, ad?upper_solve
  call ad?upper(m, k, a, lda, a, lda, 1.0d0, t)
  do j = 1, k
    if (.not. abs(tau(j)) > 0.0d0) stop 'the derivative of ?geqrf is not known where all is zero below the diagonal'
    t(j,j) = 1.0d0/tau(j)
    do i = 1, j - 1
      u(i,j) = a(j,i)
    end do
    u(j,j) = 1.0d0
    u(j+1:k,j) = 0.0d0
  end do
  call ad?upper_solve('U', 'N', 'N', k, t, k, u, k)
end subroutine ad?triangles

! What follows is done by columns, 64 together, to leave out the triangle that is zero or that nobody asks for.
! C := the upper triangle of transpose(V)*X, X below the diagonal and with a number on it
subroutine ad?upper(m, k, a, lda, x, ldx, diagonal, c)
  implicit none
  integer, intent(in) :: m, k, lda, ldx
  real(8), intent(in) :: a(lda,*), x(ldx,*), diagonal
  real(8), intent(inout) :: c(k,*)
  integer :: columns, last, i, j
  external :: ?gemm, ?trmm
  do j = 1, k, 64
    columns = min(64, k - j + 1)
    last = j + columns - 1
    do i = j, last
      c(j:i-1,i) = 0.0d0
      c(i,i) = diagonal
      c(i+1:last,i) = x(i+1:last,i)
    end do
    if (j > 1) call ?gemm('T', 'N', j - 1, columns, columns, 1.0d0, a(j,1), lda, c(j,j), k, 0.0d0, c(1,j), k)
    call ?trmm('L', 'L', 'T', 'U', columns, columns, 1.0d0, a(j,j), lda, c(j,j), k)
    if (m > last) call ?gemm('T', 'N', last, columns, m - last, 1.0d0, a(last+1,1), lda, x(last+1,j), ldx, 1.0d0, c(1,j), k)
    do i = j, last
      c(i+1:k,i) = 0.0d0
    end do
  end do
end subroutine ad?upper

! C := C - V*T below the diagonal, T an upper triangle
subroutine ad?lower(m, k, a, lda, t, c)
  implicit none
  integer, intent(in) :: m, k, lda
  real(8), intent(in) :: a(lda,*), t(k,*)
  real(8), intent(inout) :: c(lda,*)
  real(8) :: d(64,64)
  integer :: columns, last, i, j
  external :: ?gemm, ?trmm
  do j = 1, k, 64
    columns = min(64, k - j + 1)
    last = j + columns - 1
    d(1:columns,1:columns) = t(j:last,j:last)
    call ?trmm('L', 'L', 'N', 'U', columns, columns, 1.0d0, a(j,j), lda, d, 64)
    if (j > 1) call ?gemm('N', 'N', columns, columns, j - 1, 1.0d0, a(j,1), lda, t(1,j), k, 1.0d0, d, 64)
    do i = 1, columns
      c(j+i:last,j+i-1) = c(j+i:last,j+i-1) - d(i+1:columns,i)
    end do
    if (m > last) call ?gemm('N', 'N', m - last, columns, last, -1.0d0, a(last+1,1), lda, t(1,j), k, 1.0d0, c(last+1,j), lda)
  end do
end subroutine ad?lower

! X := A*X, both upper triangles
subroutine ad?upper_product(k, a, lda, x, ldx)
  implicit none
  integer, intent(in) :: k, lda, ldx
  real(8), intent(in) :: a(lda,*)
  real(8), intent(inout) :: x(ldx,*)
  integer :: columns, j
  external :: ?trmm
  do j = 1, k, 64
    columns = min(64, k - j + 1)
    call ?trmm('L', 'U', 'N', 'N', j + columns - 1, columns, 1.0d0, a, lda, x(1,j), ldx)
  end do
end subroutine ad?upper_product

! X := the upper triangle of the solution of A*Y = X or transpose(A)*Y = X
subroutine ad?upper_solve(uplo, trans, diag, k, a, lda, x, ldx)
  implicit none
  character, intent(in) :: uplo, trans, diag
  integer, intent(in) :: k, lda, ldx
  real(8), intent(in) :: a(lda,*)
  real(8), intent(inout) :: x(ldx,*)
  integer :: columns, j
  external :: ?trsm
  do j = 1, k, 64
    columns = min(64, k - j + 1)
    call ?trsm('L', uplo, trans, diag, j + columns - 1, columns, 1.0d0, a, lda, x(1,j), ldx)
  end do
  do j = 1, k
    x(j+1:k,j) = 0.0d0
  end do
end subroutine ad?upper_solve

! The reflectors V, S above the diagonal of transpose(V)*V, and T = D*S, where D has tau on its diagonal: Q is 1 - V*inverse(1 + T)*D*transpose(V).
subroutine ad?reflections(m, k, a, lda, tau, v, s, t)
  implicit none
  integer, intent(in) :: m, k, lda
  real(8), intent(in) :: a(lda,*), tau(*)
  real(8), intent(inout) :: v(m,*), s(k,*), t(k,*)
  integer :: i, j
  external :: ?syrk
  do j = 1, k
    do i = 1, m
      v(i,j) = 0.0d0
      if (i == j) v(i,j) = 1.0d0
      if (i > j) v(i,j) = a(i,j)
    end do
  end do
  call ?syrk('U', 'T', k, m, 1.0d0, v, m, 0.0d0, s, k)
  do j = 1, k
    do i = 1, k
      if (i >= j) s(i,j) = 0.0d0
      t(i,j) = tau(i)*s(i,j)
    end do
  end do
end subroutine ad?reflections

! E := Qd*X, from the derivatives of reflectors and tau
subroutine ad?reflected_tangent(m, n, k, a, lda, tau, vd, td, x, e)
  implicit none
  integer, intent(in) :: m, n, k, lda
  real(8), intent(in) :: a(lda,*), tau(*), vd(m,*), td(*), x(m,*)
  real(8), intent(inout) :: e(m,*)
  external :: ad?few_tangent, ad?many_tangent
  if (2*n <= k) then
    call ad?few_tangent(m, n, k, a, lda, tau, vd, td, x, e)
  else
    call ad?many_tangent(m, n, k, a, lda, tau, vd, td, x, e)
  end if
end subroutine ad?reflected_tangent

! For many columns, by products of matrices
subroutine ad?many_tangent(m, n, k, a, lda, tau, vd, td, x, e)
  implicit none
  integer, intent(in) :: m, n, k, lda
  real(8), intent(in) :: a(lda,*), tau(*), vd(m,*), td(*), x(m,*)
  real(8), intent(inout) :: e(m,*)
  real(8), allocatable :: v(:,:), s(:,:), t(:,:), p(:,:), b(:,:), h(:,:), c(:,:)
  integer :: i, j
  external :: ad?reflections, ?gemm, ?trsm
  allocate (v(m,k), s(k,k), t(k,k), p(k,n), b(k,n), h(k,n), c(k,k))
  call ad?reflections(m, k, a, lda, tau, v, s, t)
  call ?gemm('T', 'N', k, n, m, 1.0d0, v, m, x, m, 0.0d0, p, k)
  do j = 1, n
    do i = 1, k
      b(i,j) = tau(i)*p(i,j)
    end do
  end do
  call ?trsm('L', 'U', 'N', 'U', k, n, 1.0d0, t, k, b, k)
  call ?gemm('N', 'N', k, n, k, -1.0d0, s, k, b, k, 1.0d0, p, k)
  call ?gemm('T', 'N', k, k, m, 1.0d0, vd, m, v, m, 0.0d0, c, k)
  do j = 1, k
    do i = 1, j - 1
      c(i,j) = c(i,j) + c(j,i)
      c(j,i) = 0.0d0
    end do
    c(j,j) = 0.0d0
  end do
  call ?gemm('T', 'N', k, n, m, 1.0d0, vd, m, x, m, 0.0d0, h, k)
  call ?gemm('N', 'N', k, n, k, -1.0d0, c, k, b, k, 1.0d0, h, k)
  do j = 1, n
    do i = 1, k
      h(i,j) = tau(i)*h(i,j) + td(i)*p(i,j)
    end do
  end do
  call ?trsm('L', 'U', 'N', 'U', k, n, 1.0d0, t, k, h, k)
  call ?gemm('N', 'N', m, n, k, -1.0d0, vd, m, b, k, 0.0d0, e, m)
  call ?gemm('N', 'N', m, n, k, -1.0d0, v, m, h, k, 1.0d0, e, m)
  deallocate (v, s, t, p, b, h, c)
end subroutine ad?many_tangent

! The derivatives of reflectors and tau from the adjoint E of Qd*X, times a factor
subroutine ad?reflected_adjoint(m, n, k, a, lda, tau, factor, x, e, vb, tb)
  implicit none
  integer, intent(in) :: m, n, k, lda
  real(8), intent(in) :: a(lda,*), tau(*), factor, x(m,*), e(m,*)
  real(8), intent(inout) :: vb(m,*), tb(*)
  external :: ad?few_adjoint, ad?many_adjoint
  if (2*n <= k) then
    call ad?few_adjoint(m, n, k, a, lda, tau, factor, x, e, vb, tb)
  else
    call ad?many_adjoint(m, n, k, a, lda, tau, factor, x, e, vb, tb)
  end if
end subroutine ad?reflected_adjoint

! For many columns
subroutine ad?many_adjoint(m, n, k, a, lda, tau, factor, x, e, vb, tb)
  implicit none
  integer, intent(in) :: m, n, k, lda
  real(8), intent(in) :: a(lda,*), tau(*), factor, x(m,*), e(m,*)
  real(8), intent(inout) :: vb(m,*), tb(*)
  real(8), allocatable :: v(:,:), s(:,:), t(:,:), p(:,:), b(:,:), h(:,:)
  integer :: i, j
  external :: ad?reflections, ?gemm, ?trsm
  allocate (v(m,k), s(k,k), t(k,k), p(k,n), b(k,n), h(k,n))
  call ad?reflections(m, k, a, lda, tau, v, s, t)
  call ?gemm('T', 'N', k, n, m, 1.0d0, v, m, x, m, 0.0d0, p, k)
  do j = 1, n
    do i = 1, k
      b(i,j) = tau(i)*p(i,j)
    end do
  end do
  call ?trsm('L', 'U', 'N', 'U', k, n, 1.0d0, t, k, b, k)
  call ?gemm('N', 'N', k, n, k, -1.0d0, s, k, b, k, 1.0d0, p, k)
  call ?gemm('T', 'N', k, n, m, factor, v, m, e, m, 0.0d0, h, k)
  call ?trsm('L', 'U', 'T', 'U', k, n, 1.0d0, t, k, h, k)
  tb(1:k) = 0.0d0
  do j = 1, n
    do i = 1, k
      tb(i) = tb(i) - h(i,j)*p(i,j)
      h(i,j) = tau(i)*h(i,j)
    end do
  end do
  call ?gemm('N', 'T', k, k, n, 1.0d0, h, k, b, k, 0.0d0, s, k)
  do j = 1, k
    s(j,j) = 0.0d0
    do i = 1, j - 1
      s(j,i) = s(i,j)
    end do
  end do
  call ?gemm('N', 'N', m, k, k, 1.0d0, v, m, s, k, 0.0d0, vb, m)
  call ?gemm('N', 'T', m, k, n, -factor, e, m, b, k, 1.0d0, vb, m)
  call ?gemm('N', 'T', m, k, n, -1.0d0, x, m, h, k, 1.0d0, vb, m)
  deallocate (v, s, t, p, b, h)
end subroutine ad?many_adjoint

! For few columns, one reflection after the other
subroutine ad?few_tangent(m, n, k, a, lda, tau, vd, td, x, e)
  implicit none
  integer, intent(in) :: m, n, k, lda
  real(8), intent(in) :: a(lda,*), tau(*), vd(m,*), td(*), x(m,*)
  real(8), intent(inout) :: e(m,*)
  real(8), allocatable :: p(:,:), v(:)
  real(8) :: w, g
  integer :: j, l
  real(8), external :: ?dot
  allocate (p(m,n), v(m))
  p = x(1:m,1:n)
  e(1:m,1:n) = 0.0d0
  do j = k, 1, -1
    v(j) = 1.0d0
    v(j+1:m) = a(j+1:m,j)
    do l = 1, n
      w = ?dot(m - j + 1, v(j), 1, p(j,l), 1)
      g = ?dot(m - j + 1, vd(j,j), 1, p(j,l), 1) + ?dot(m - j + 1, v(j), 1, e(j,l), 1)
      g = td(j)*w + tau(j)*g
      w = tau(j)*w
      e(j:m,l) = e(j:m,l) - g*v(j:m) - w*vd(j:m,j)
      p(j:m,l) = p(j:m,l) - w*v(j:m)
    end do
  end do
  deallocate (p, v)
end subroutine ad?few_tangent

! For few columns: they are turned, and each reflection is taken back before its derivatives are. C is what the reflectors have of the columns.
subroutine ad?few_adjoint(m, n, k, a, lda, tau, factor, x, e, vb, tb)
  implicit none
  integer, intent(in) :: m, n, k, lda
  real(8), intent(in) :: a(lda,*), tau(*), factor, x(m,*), e(m,*)
  real(8), intent(inout) :: vb(m,*), tb(*)
  real(8), allocatable :: p(:,:), h(:,:), c(:,:)
  real(8) :: w, g
  integer :: j, l
  real(8), external :: ?dot
  external :: ?axpy
  allocate (p(m,n), h(m,n), c(n,k))
  p = x(1:m,1:n)
  h = e(1:m,1:n)
  do j = k, 1, -1
    do l = 1, n
      c(l,j) = p(j,l) + ?dot(m - j, a(j+1,j), 1, p(j+1,l), 1)
      p(j,l) = p(j,l) - tau(j)*c(l,j)
      call ?axpy(m - j, -tau(j)*c(l,j), a(j+1,j), 1, p(j+1,l), 1)
    end do
  end do
  tb(1:k) = 0.0d0
  do j = 1, k
    vb(1:m,j) = 0.0d0
    do l = 1, n
      w = c(l,j)
      p(j,l) = p(j,l) + tau(j)*w
      call ?axpy(m - j, tau(j)*w, a(j+1,j), 1, p(j+1,l), 1)
      g = h(j,l) + ?dot(m - j, a(j+1,j), 1, h(j+1,l), 1)
      w = factor*w
      tb(j) = tb(j) - w*g
      vb(j:m,j) = vb(j:m,j) - tau(j)*w*h(j:m,l) - factor*tau(j)*g*p(j:m,l)
      h(j,l) = h(j,l) - tau(j)*g
      call ?axpy(m - j, -tau(j)*g, a(j+1,j), 1, h(j+1,l), 1)
    end do
  end do
  deallocate (p, h, c)
end subroutine ad?few_adjoint

! C := Q*C, transpose(Q)*C, C*Q or C*transpose(Q), Q from the reflectors that ?geqrf has left
!$AD BY-ROWS other(side), other(trans), n, m, k, turned(a, of(side, m, n), k), of(side, m, n), tau, c, ldc, work, lwork, info
!$AD ROOM c(m, n)
subroutine ?ormqr(side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info)
  character, intent(in) :: side, trans
  integer, intent(in) :: m, n, k, lda, ldc, lwork
  real(8), intent(in) :: a(lda,*), tau(*)
  real(8), intent(inout) :: c(ldc,*)
  real(8), intent(out) :: work(*)
  integer, intent(out) :: info
end subroutine ?ormqr

! Where the call has made C of Q*C, Qd*C is added; where it is transpose(Q)*C, Qd times what it has made is taken off before.
!$AD LOSES work
subroutine ?ormqr_d(side, trans, m, n, k, a, ad, lda, tau, taud, c, cd, ldc, work, workd, lwork, info)
  implicit none
  character, intent(in) :: side, trans
  integer, intent(in) :: m, n, k, lda, ldc, lwork
  real(8), intent(in) :: a(lda,*), ad(lda,*), tau(*), taud(*)
  real(8), intent(inout) :: c(ldc,*), cd(ldc,*), work(*), workd(*)
  integer, intent(out) :: info
  optional :: ad, taud, workd
  real(8), allocatable :: vd(:,:), td(:), x(:,:), e(:,:), t(:,:)
  logical :: left, plain
  integer :: order, columns, i, j
  external :: ad?reflected_tangent, ad?turned, ?ormqr
  if (lwork /= -1) then
    if (present(ad) .or. present(taud)) then
      left = side == 'L' .or. side == 'l'
      plain = trans == 'N' .or. trans == 'n'
      if (.not. left) plain = .not. plain
      order = merge(m, n, left)
      columns = merge(n, m, left)
      allocate (vd(order,k), td(k), x(order,columns), e(order,columns), t(m,n))
      vd = 0.0d0
      td = 0.0d0
      if (present(ad)) then
        do j = 1, k
          do i = j + 1, order
            vd(i,j) = ad(i,j)
          end do
        end do
      end if
      if (present(taud)) td = taud(1:k)
      if (plain) then
        if (left) x = c(1:order,1:columns)
        if (.not. left) call ad?turned(m, n, c, ldc, x, order)
      end if
      call ?ormqr(side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info)
      if (.not. plain) then
        if (left) x = c(1:order,1:columns)
        if (.not. left) call ad?turned(m, n, c, ldc, x, order)
      end if
      call ad?reflected_tangent(order, columns, k, a, lda, tau, vd, td, x, e)
      if (left) t = e(1:m,1:n)
      if (.not. left) call ad?turned(n, m, e, n, t, m)
      if (.not. plain) cd(1:m,1:n) = cd(1:m,1:n) - t
      call ?ormqr(side, trans, m, n, k, a, lda, tau, cd, ldc, work, lwork, info)
      if (plain) cd(1:m,1:n) = cd(1:m,1:n) + t
      deallocate (vd, td, x, e, t)
    else
      call ?ormqr(side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info)
      call ?ormqr(side, trans, m, n, k, a, lda, tau, cd, ldc, work, lwork, info)
    end if
    if (present(workd)) workd(1:lwork) = 0.0d0
  else
    call ?ormqr(side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info)
  end if
end subroutine ?ormqr_d

!$AD LOSES work
subroutine ?ormqr_b(side, trans, m, n, k, a, ab, lda, tau, taub, c, cb, ldc, work, workb, lwork, info)
  implicit none
  character, intent(in) :: side, trans
  integer, intent(in) :: m, n, k, lda, ldc, lwork
  real(8), intent(in) :: a(lda,*), tau(*), c(ldc,*)
  real(8), intent(inout) :: ab(lda,*), taub(*), cb(ldc,*), work(*), workb(*)
  integer, intent(inout) :: info
  optional :: ab, taub, workb
  real(8), allocatable :: vb(:,:), tb(:), x(:,:), e(:,:)
  logical :: left, plain
  character :: transt
  integer :: order, columns, i, j
  external :: ad?reflected_adjoint, ad?turned, ?ormqr
  if (lwork /= -1) then
    transt = merge('T', 'N', trans == 'N' .or. trans == 'n')
    if (present(ab) .or. present(taub)) then
      left = side == 'L' .or. side == 'l'
      plain = trans == 'N' .or. trans == 'n'
      if (.not. left) plain = .not. plain
      order = merge(m, n, left)
      columns = merge(n, m, left)
      allocate (vb(order,k), tb(k), x(order,columns), e(order,columns))
      if (left) x = c(1:order,1:columns)
      if (.not. left) call ad?turned(m, n, c, ldc, x, order)
      if (plain) then
        ! What the call has turned is turned back.
        call ?ormqr('L', 'T', order, columns, k, a, lda, tau, x, order, work, lwork, info)
        if (left) e = cb(1:order,1:columns)
        if (.not. left) call ad?turned(m, n, cb, ldc, e, order)
      end if
      call ?ormqr(side, transt, m, n, k, a, lda, tau, cb, ldc, work, lwork, info)
      if (.not. plain) then
        if (left) e = cb(1:order,1:columns)
        if (.not. left) call ad?turned(m, n, cb, ldc, e, order)
      end if
      call ad?reflected_adjoint(order, columns, k, a, lda, tau, merge(1.0d0, -1.0d0, plain), x, e, vb, tb)
      if (present(ab)) then
        do j = 1, k
          do i = j + 1, order
            ab(i,j) = ab(i,j) + vb(i,j)
          end do
        end do
      end if
      if (present(taub)) taub(1:k) = taub(1:k) + tb
      deallocate (vb, tb, x, e)
    else
      call ?ormqr(side, transt, m, n, k, a, lda, tau, cb, ldc, work, lwork, info)
    end if
    if (present(workb)) workb(1:lwork) = 0.0d0
  end if
end subroutine ?ormqr_b

! The first n columns of Q, in the place of the reflectors that ?geqrf has left
!$AD BY-ROWS m, n, k, turned(a, m, n), m, tau, work, lwork, info
!$AD ROOM a(m, n)
subroutine ?orgqr(m, n, k, a, lda, tau, work, lwork, info)
  integer, intent(in) :: m, n, k, lda, lwork
  real(8), intent(inout) :: a(lda,*)
  real(8), intent(in) :: tau(*)
  real(8), intent(out) :: work(*)
  integer, intent(out) :: info
end subroutine ?orgqr

!$AD LOSES work
subroutine ?orgqr_d(m, n, k, a, ad, lda, tau, taud, work, workd, lwork, info)
  implicit none
  integer, intent(in) :: m, n, k, lda, lwork
  real(8), intent(in) :: tau(*), taud(*)
  real(8), intent(inout) :: a(lda,*), ad(lda,*), work(*), workd(*)
  integer, intent(out) :: info
  optional :: taud, workd
  real(8), allocatable :: vd(:,:), td(:), x(:,:), e(:,:)
  integer :: i, j
  external :: ad?reflected_tangent, ?orgqr
  if (lwork /= -1) then
    allocate (vd(m,k), td(k), x(m,n), e(m,n))
    vd = 0.0d0
    td = 0.0d0
    x = 0.0d0
    e = 0.0d0
    do j = 1, k
      do i = j + 1, m
        vd(i,j) = ad(i,j)
      end do
    end do
    do j = 1, n
      x(j,j) = 1.0d0
    end do
    if (present(taud)) td = taud(1:k)
    if (k > 0) call ad?reflected_tangent(m, n, k, a, lda, tau, vd, td, x, e)
    call ?orgqr(m, n, k, a, lda, tau, work, lwork, info)
    ad(1:m,1:n) = e
    if (present(workd)) workd(1:lwork) = 0.0d0
    deallocate (vd, td, x, e)
  else
    call ?orgqr(m, n, k, a, lda, tau, work, lwork, info)
  end if
end subroutine ?orgqr_d

!$AD BEFORE
!$AD LOSES work
subroutine ?orgqr_b(m, n, k, a, ab, lda, tau, taub, work, workb, lwork, info)
  implicit none
  integer, intent(in) :: m, n, k, lda, lwork
  real(8), intent(in) :: a(lda,*), tau(*)
  real(8), intent(inout) :: ab(lda,*), taub(*), work(*), workb(*)
  integer, intent(inout) :: info
  optional :: taub, workb
  real(8), allocatable :: vb(:,:), tb(:), x(:,:), e(:,:)
  integer :: i, j
  external :: ad?reflected_adjoint
  if (lwork /= -1) then
    allocate (vb(m,k), tb(k), x(m,n), e(m,n))
    x = 0.0d0
    do j = 1, n
      x(j,j) = 1.0d0
    end do
    e = ab(1:m,1:n)
    ab(1:m,1:n) = 0.0d0
    if (k > 0) then
      call ad?reflected_adjoint(m, n, k, a, lda, tau, 1.0d0, x, e, vb, tb)
      do j = 1, k
        do i = j + 1, m
          ab(i,j) = vb(i,j)
        end do
      end do
      if (present(taub)) taub(1:k) = taub(1:k) + tb
    end if
    if (present(workb)) workb(1:lwork) = 0.0d0
    deallocate (vb, tb, x, e)
  end if
end subroutine ?orgqr_b

! B := transpose(A), A with m rows and n columns
subroutine ad?turned(m, n, a, lda, b, ldb)
  implicit none
  integer, intent(in) :: m, n, lda, ldb
  real(8), intent(in) :: a(lda,*)
  real(8), intent(inout) :: b(ldb,*)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      b(j,i) = a(i,j)
    end do
  end do
end subroutine ad?turned
