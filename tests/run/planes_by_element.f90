! inputs: n = 5
! inputs: a = 0.3 .. 0.9
! head: solved(a)\(y)
! head: spilled(a)\(y)
! head: moved(a)\(y)
! head: open_ended(a)\(y)
! head: lower(a)\(y)
! head: narrow(a)\(y)
! head: rows(a)\(y)
! A plane of an array of three dimensions given by its first element, with callees that set all of it, a part of it, or more than it.
subroutine solved(n, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(3, 3, n)
  real(8), intent(out) :: y
  real(8) :: w(3, 3, n)
  integer :: i
  y = 0.0d0
  w = a
  do i = 2, n
    w(:, :, i) = a(:, :, i)*w(1, 2, i - 1)
    call square(3, w(1, 1, i), a(1, 1, i - 1))
    call square(3, w(1, 1, i), w(1, 1, i - 1))
    y = y + w(2, 3, i)*w(1, 1, i - 1)
  end do
end subroutine solved

subroutine square(m, r, s)
  implicit none
  integer, intent(in) :: m
  real(8), intent(inout) :: r(m, m)
  real(8), intent(in) :: s(m, m)
  integer :: i, j
  do j = 1, m
    do i = 1, m
      r(i, j) = r(i, j)*r(i, j)*s(j, i) + 0.1d0*s(i, j)
    end do
  end do
end subroutine square

! The dummy goes on in the next plane.
subroutine spilled(n, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(3, 3, n)
  real(8), intent(out) :: y
  real(8) :: w(3, 3, n)
  integer :: i
  y = 0.0d0
  w = a
  do i = 1, n - 1
    call powers(3, 6, w(1, 1, i))
    y = y + w(2, 3, i)*w(1, 1, i + 1)
  end do
end subroutine spilled

subroutine powers(m, k, r)
  implicit none
  integer, intent(in) :: m, k
  real(8), intent(inout) :: r(m, k)
  integer :: i, j
  do j = 1, k
    do i = 1, m
      r(i, j) = r(i, j)*r(i, j) + 0.5d0*r(i, j)
    end do
  end do
end subroutine powers

! It does not begin where a plane does.
subroutine moved(n, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(3, 3, n)
  real(8), intent(out) :: y
  real(8) :: w(3, 3, n)
  integer :: i
  y = 0.0d0
  w = a
  do i = 1, n - 1
    call powers(3, 3, w(2, 1, i))
    call powers(3, 2, w(1, 2, i))
    y = y + w(2, 3, i)*w(1, 1, i + 1)
  end do
end subroutine moved

! Nobody says where it ends.
subroutine open_ended(n, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(3, 3, n)
  real(8), intent(out) :: y
  real(8) :: w(3, 3, n)
  integer :: i
  y = 0.0d0
  w = a
  do i = 1, n - 1
    call whatever(3, 4, w(1, 1, i))
    y = y + w(2, 3, i)*w(1, 1, i + 1)
  end do
end subroutine open_ended

subroutine whatever(m, k, r)
  implicit none
  integer, intent(in) :: m, k
  real(8), intent(inout) :: r(m, *)
  integer :: i, j
  do j = 1, k
    do i = 1, m
      if (r(i, j) > 0.2d0) r(i, j) = r(i, j)*r(i, j) + 0.5d0*r(i, j)
    end do
  end do
end subroutine whatever

! Bounds that do not begin with one, and elements that are set under a condition.
subroutine lower(n, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(3, 3, n)
  real(8), intent(out) :: y
  real(8) :: w(0:2, -1:1, 2, n)
  integer :: i
  y = 0.0d0
  do i = 1, n
    w(:, :, 1, i) = a(:, :, i)
    w(:, :, 2, i) = 1.0d0/(1.0d0 + a(:, :, i))
  end do
  do i = 1, n - 1
    call whatever(3, 3, w(0, -1, 2, i))
    call square(3, w(0, -1, 1, i + 1), w(0, -1, 2, i))
    call square(3, w(0, -1, 2, i + 1), w(0, -1, 1, i + 1))
    y = y + w(2, 1, 2, i)*w(1, 0, 1, i + 1)
  end do
end subroutine lower

! Other leading extents.
subroutine narrow(n, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(3, 3, n)
  real(8), intent(out) :: y
  real(8) :: w(3, 3, n)
  integer :: i
  y = 0.0d0
  w = a
  do i = 1, n - 1
    call powers(2, 5, w(1, 1, i))
    y = y + w(2, 3, i)*w(1, 1, i + 1)*w(1, 3, i)
  end do
end subroutine narrow

! A column and a row of a plane.
subroutine rows(n, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(3, 3, n)
  real(8), intent(out) :: y
  real(8) :: w(3, 3, n)
  integer :: i
  y = 0.0d0
  w = a
  do i = 1, n - 1
    call powers(3, 1, w(1, 2, i))
    call powers(1, 3, w(2, 1, i))
    y = y + w(2, 3, i)*w(1, 2, i)*w(2, 1, i + 1)
  end do
end subroutine rows
