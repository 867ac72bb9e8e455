! test: exposed, killed
subroutine full(n, a, b)        ! exposed: n | killed: a b
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(0:n), b(n)
  do i = 0, n
    a(i) = i
    if (a(i) > 2.0d0) a(i) = 2.0d0
  end do
  b(1:n) = 0.0d0
end subroutine full
subroutine reads_first(n, a)    ! exposed: n a
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(n)
  do i = 1, n
    a(i) = a(i) + 1.0d0
  end do
end subroutine reads_first
subroutine reads_next(n, a, s)  ! exposed: n a s
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(n), s
  do i = 1, n
    a(i) = 1.0d0
    s = s + a(n)
  end do
end subroutine reads_next
subroutine leaves(n, a)         ! exposed: n a
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(n)
  do i = 1, n
    a(i) = 1.0d0
    if (a(i) > n) exit
  end do
end subroutine leaves
subroutine bound_moves(n, a)    ! exposed: n | killed: n
  integer :: n, i
  real(8) :: a(n)
  n = n - 1
  do i = 1, n
    a(i) = 1.0d0
  end do
end subroutine bound_moves
subroutine unused_loop(n, m, a) ! exposed: n m
  integer, intent(in) :: n, m
  integer :: i, j
  real(8) :: a(n)
  do j = 1, m
    do i = 1, n
      a(i) = j
    end do
  end do
end subroutine unused_loop
subroutine assumed(a)           ! killed: a
  real(8), intent(out) :: a(:, :)
  integer :: i
  do i = 1, size(a, 2)
    a(:, i) = 0.0d0
  end do
end subroutine assumed
subroutine diagonal(n, a)       ! exposed: n | killed: a
  integer, intent(in) :: n
  integer :: i, j
  real(8) :: a(n, n)
  do j = 1, n
    do i = 1, n
      a(i, j) = 0.0d0
    end do
    a(j, j) = 2.0d0
    if (j > 1) a(j - 1, j) = a(1, j) - 1.0d0
  end do
end subroutine diagonal
subroutine next_column(n, a)    ! exposed: n a
  integer, intent(in) :: n
  integer :: i, j
  real(8) :: a(n, n)
  do j = 1, n
    do i = 1, n
      a(i, j) = 0.0d0
    end do
    a(1, j) = a(1, n + 1 - j)
  end do
end subroutine next_column
subroutine diagonal_first(n, a) ! exposed: n a
  integer, intent(in) :: n
  integer :: i, j
  real(8) :: a(n, n)
  do j = 1, n
    a(j, j) = a(j, j) + 2.0d0
    do i = 1, n
      a(i, j) = 0.0d0
    end do
  end do
end subroutine diagonal_first
subroutine concurrent(n, m, a, s) ! exposed: m n s | killed: a
  integer, intent(in) :: n, m
  integer :: i, j
  real(8) :: a(n, m), s
  do concurrent (i = 1:n, j = 1:m)
    a(i, j) = s
  end do
end subroutine concurrent
subroutine masked(n, a, t)      ! exposed: a n | killed: t
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(n), t
  do concurrent (i = 1:n, i > 2)
    a(i) = 1.0d0
  end do
  t = a(1)
end subroutine masked
subroutine shifted(n, a, b)     ! exposed: a n | killed: b
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(n), b(n)
  forall (i = 1:n)
    a(i) = a(n + 1 - i)
    b(i) = a(1)
  end forall
end subroutine shifted
