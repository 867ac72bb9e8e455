! test: exposed, killed
subroutine ends(n, a)           ! exposed: n | killed: a
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(n)
  a(1) = 1.0d0
  do i = 2, n - 1
    a(i) = 2.0d0
  end do
  a(n) = 3.0d0
end subroutine ends
subroutine last_first(n, a)     ! exposed: n | killed: a
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(n)
  do i = 2, n
    a(i) = i
  end do
  a(1) = a(2)
end subroutine last_first
subroutine recurrence(n, a)     ! exposed: n | killed: a
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(0:n)
  a(0) = 1.0d0
  a(1) = 2.0d0
  do i = 1, n - 1
    a(i + 1) = a(i) + a(i - 1)
  end do
end subroutine recurrence
subroutine reaches_back(n, a)   ! exposed: n a
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(0:n)
  a(0) = 1.0d0
  do i = 1, n
    a(i) = a(i - 1) + a(max(i - 2, 0))
  end do
end subroutine reaches_back
subroutine reaches_ahead(n, a)  ! exposed: n a
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(n)
  a(1) = 1.0d0
  do i = 2, n - 1
    a(i) = a(i + 1)
  end do
  a(n) = 0.0d0
end subroutine reaches_ahead
subroutine planes(n, m, a)      ! exposed: n m | killed: a
  integer, intent(in) :: n, m
  integer :: i, j
  real(8) :: a(n, m)
  a(:, m) = 0.0d0
  do j = 2, m - 1
    do i = 1, n
      a(i, j) = i
      a(i, j) = a(i, j)*j
    end do
  end do
  do i = 1, n
    a(i, 1) = a(i, m)
  end do
end subroutine planes
subroutine columns(n, m, a)     ! exposed: n m | killed: a
  integer, intent(in) :: n, m
  integer :: i, j
  real(8) :: a(n, m)
  a(:, 1) = 0.0d0
  do j = 2, m
    do i = 1, n
      a(i, j) = a(i, j - 1) + 1.0d0
    end do
  end do
end subroutine columns
subroutine two_ways(n, m, a)    ! exposed: n m a
  integer, intent(in) :: n, m
  integer :: i
  real(8) :: a(n, m)
  a(:, 1) = 0.0d0
  do i = 2, n
    a(i, :) = a(i, :) + 1.0d0
  end do
end subroutine two_ways
subroutine gap(n, a)            ! exposed: n
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(n)
  a(1) = 1.0d0
  do i = 3, n
    a(i) = 2.0d0
  end do
end subroutine gap
subroutine gap_read(n, a, s)    ! exposed: n a | killed: s
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(n), s
  a(1) = 1.0d0
  do i = 3, n
    a(i) = 2.0d0
  end do
  s = a(2)
end subroutine gap_read
subroutine looks(n, a, s)       ! exposed: n a | killed: s
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(n), s
  a(1) = 1.0d0
  s = a(n)
  do i = 2, n
    a(i) = 2.0d0
  end do
end subroutine looks
subroutine perhaps(n, a, s)     ! exposed: n a s | killed: s
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(n), s
  a(1) = 1.0d0
  if (s > 0.0d0) then
    do i = 2, n
      a(i) = 2.0d0
    end do
  end if
  s = a(n)
end subroutine perhaps
subroutine leaves(n, a, s)      ! exposed: n a s
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(n), s
  a(1) = 1.0d0
  do i = 2, n - 1
    a(i) = 2.0d0
    if (s > 0.0d0) return
  end do
  a(n) = s
  s = s + a(2)
end subroutine leaves
subroutine bound_moves(n, a)    ! exposed: n a | killed: n
  integer :: n, i
  real(8) :: a(n)
  a(1) = 1.0d0
  n = n - 1
  do i = 2, n
    a(i) = 1.0d0
  end do
  a(1) = a(n) + a(n + 1)
end subroutine bound_moves
subroutine each_other(n, a, s)  ! exposed: n s a | killed: s
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(n), s
  a(1) = 1.0d0
  do i = 2, n, 2
    a(i) = 2.0d0
  end do
  s = s + a(n)
end subroutine each_other
subroutine moved(n, k, a, s)    ! exposed: n k a | killed: a k s
  integer, intent(in) :: n
  integer, intent(inout) :: k
  integer :: i
  real(8) :: a(n), s
  a(k) = 1.0d0
  k = k + 1
  s = a(k)
  do i = 1, n
    a(i) = 2.0d0
  end do
end subroutine moved
subroutine old(a, n)            ! exposed: n | killed: a
  integer n, i
  real*8 a(1)
  a(1) = 1.0d0
  do i = 2, n
    a(i) = 2.0d0
  end do
end subroutine old
subroutine in_turns(n, m, a, s) ! exposed: n m s
  integer, intent(in) :: n, m
  integer :: i, k
  real(8) :: a(n), s
  do k = 1, m
    a(1) = s
    do i = 2, n - 1
      a(i) = a(i - 1)*s
    end do
    a(n) = a(1)
    s = s + a(n)
  end do
end subroutine in_turns
subroutine asked(n, a, s)       ! exposed: n a | killed: s
  integer, intent(in) :: n
  integer :: i
  real(8) :: a(n), s
  real(8), external :: f
  a(1) = 1.0d0
  s = f(a)
  do i = 2, n
    a(i) = 2.0d0
  end do
end subroutine asked
