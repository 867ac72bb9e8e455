! What the closed forms are computed with: nothing of the library under test.
module judge
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp), parameter :: tolerance = 1.0e-11_dp
contains
  ! Numbers between -1 and 1, the same in every run.
  subroutine fill(seed, x, n)
    integer, intent(inout) :: seed
    integer, intent(in) :: n
    real(dp), intent(out) :: x(n)
    integer :: i
    do i = 1, n
      seed = mod(seed*421 + 1663, 7875)
      x(i) = 2.0_dp*real(seed, dp)/7875.0_dp - 1.0_dp
    end do
  end subroutine fill

  ! The inverse, by Gauss and Jordan with the largest pivot of the whole matrix.
  function inverse(a) result(b)
    complex(dp), intent(in) :: a(:, :)
    complex(dp) :: b(size(a, 1), size(a, 1)), c(size(a, 1), size(a, 1)), row(size(a, 1)), f
    integer :: column(size(a, 1)), at(2), n, i, k, l
    logical :: free(size(a, 1)), open(size(a, 1))
    n = size(a, 1)
    c = a
    b = 0.0_dp
    do i = 1, n
      b(i, i) = 1.0_dp
    end do
    free = .true.
    open = .true.
    do k = 1, n
      at = maxloc(abs(c), mask=spread(free, 2, n) .and. spread(open, 1, n))
      free(at(1)) = .false.
      open(at(2)) = .false.
      column(at(2)) = at(1)
      f = 1.0_dp/c(at(1), at(2))
      c(at(1), :) = c(at(1), :)*f
      b(at(1), :) = b(at(1), :)*f
      do l = 1, n
        if (l == at(1)) cycle
        row = c(l, :)
        f = row(at(2))
        c(l, :) = row - f*c(at(1), :)
        b(l, :) = b(l, :) - f*b(at(1), :)
      end do
    end do
    b = b(column, :)
  end function inverse

  function real_inverse(a) result(b)
    real(dp), intent(in) :: a(:, :)
    real(dp) :: b(size(a, 1), size(a, 1))
    b = real(inverse(cmplx(a, kind=dp)), dp)
  end function real_inverse

  ! One triangle of a matrix, with or without the diagonal.
  function triangle(a, uplo, diag) result(t)
    real(dp), intent(in) :: a(:, :)
    character, intent(in) :: uplo, diag
    real(dp) :: t(size(a, 1), size(a, 2))
    integer :: i, j
    t = 0.0_dp
    do j = 1, size(a, 2)
      do i = 1, size(a, 1)
        if (i == j .and. diag == 'U') cycle
        if (uplo == 'U' .and. i <= j .or. uplo == 'L' .and. i >= j) t(i, j) = a(i, j)
      end do
    end do
  end function triangle

  subroutine same(what, found, wanted, n)
    character(*), intent(in) :: what
    integer, intent(in) :: n
    real(dp), intent(in) :: found(n), wanted(n)
    real(dp) :: error
    error = maxval(abs(found - wanted))/max(maxval(abs(wanted)), 1.0_dp)
    if (.not. error < tolerance) then
      print '(2a, es9.1)', what, ' is wrong by', error
      error stop 1
    end if
  end subroutine same

  ! Number by number: a small one is to be as right as a large one.
  subroutine each(what, found, wanted, n)
    character(*), intent(in) :: what
    integer, intent(in) :: n
    real(dp), intent(in) :: found(n), wanted(n)
    integer :: i
    do i = 1, n
      if (.not. abs(found(i) - wanted(i)) <= tolerance*abs(wanted(i))) then
        print '(2a, i0, a, 2es25.16)', what, ', ', i, ': ', found(i), wanted(i)
        error stop 1
      end if
    end do
  end subroutine each
end module judge
