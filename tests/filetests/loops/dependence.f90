! test: loop, private, sums
! head: f
subroutine f(n, m, x, y, a, s)
  integer, intent(in) :: n, m
  real(8) :: x(n), y(n), a(n, m), s
  real(8) :: t, w(n)
  integer :: i, j, k, l
  do i = 1, n ! loop: independent | private: t
    t = x(i)*2
    y(i) = t + x(i)
  end do
  do i = 2, n ! loop: ordered
    y(i) = y(i-1) + x(i)
  end do
  do i = 1, n - 1 ! loop: ordered
    y(i) = y(i+1) + x(i)
  end do
  do i = 2, n, 2 ! loop: independent
    y(i) = y(i-1) + x(i)
  end do
  do i = n, 1, -1 ! loop: sums | sums: s
    s = s + x(i)*y(i)
  end do
  do i = 1, n ! loop: ordered | private: t
    s = s + x(i)
    t = sin(s)
    y(i) = t
  end do
  do j = 1, m ! loop: independent | private: t w
    do i = 1, n ! loop: independent
      w(i) = x(i)*a(i, j)
    end do
    do i = 2, n - 1 ! loop: independent | private: t
      t = w(i-1) + w(i+1)
      a(i, j) = t
    end do
  end do
  do j = 1, m ! loop: ordered
    do i = 2, n ! loop: independent
      w(i) = x(i)*a(i, j)
    end do
    do i = 1, n ! loop: independent
      a(i, j) = w(i)
    end do
  end do
  do k = 1, n - 1 ! loop: independent | private: l t
    l = k + 1
    t = y(k)
    x(l) = t
  end do
  do i = 1, n ! loop: ordered
    if (x(i) > 0) t = x(i)
    y(i) = t
  end do
  do i = 1, n ! loop: ordered
    do j = 1, m ! loop: ordered
      t = x(j)*a(i, j)
    end do
    y(i) = t
  end do
  do i = 1, n ! loop: independent | private: t
    do j = 1, 3 ! loop: ordered
      t = x(j)*a(i, j)
    end do
    y(i) = t
  end do
end subroutine f
