! Loops of a few iterations over small local arrays: written out where the array can become scalars, and just outside of that.
! head: pairs(p)\(g)
! inputs: n = 4
! inputs: p = -1.0 .. 1.0
! head: triangle(a x)\(y)
! inputs: a = 0.5 .. 1.5
! head: counted(x)\(y)
! head: taken(x d1)\(y)
! head: given(x)\(y)
! head: shared(x)\(y)
! head: asked(x)\(y)
! inputs: place = 2, 1, 3
! head: left(x)\(y)
! head: long(x)\(y)
! inputs: n = 2
! head: shifted(x)\(y)
! head: saved(x)\(y)
! inputs: n = 3
subroutine pairs(n, p, g)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: p(3, n)
  real(8), intent(out) :: g(3, n)
  real(8) :: d(3), r
  integer :: i, j, k
  g = 0.d0
  do i = 1, n - 1
    do j = i + 1, n
      ! The way from one to the other.
      do k = 1, 3
        d(k) = p(k, i) - p(k, j)
      end do
      r = d(1)**2 + d(2)**2 + d(3)**2
      if (r > 4.d0) cycle
      do k = 1, 3
        g(k, i) = g(k, i) + r*d(k)
        g(k, j) = g(k, j) - r*d(k)
      end do
    end do
  end do
end subroutine pairs

! Bounds that an outer counter decides, and two subscripts.
subroutine triangle(a, x, y)
  implicit none
  real(8), intent(in) :: a(3, 3), x(3)
  real(8), intent(out) :: y(3)
  real(8) :: l(3, 3), z(3)
  integer :: i, j, k
  do j = 1, 3
    l(j, j) = a(j, j)
    do k = 1, j - 1
      l(j, j) = l(j, j) - 0.1d0*l(j, k)**2
    end do
    l(j, j) = sqrt(abs(l(j, j)))
    do i = j + 1, 3
      l(i, j) = 0.5d0*(a(i, j) + a(j, i))
      do k = 1, j - 1
        l(i, j) = l(i, j) - 0.1d0*l(i, k)*l(j, k)
      end do
      l(i, j) = l(i, j)/l(j, j)
    end do
  end do
  do i = 1, 3
    z(i) = x(i)
    do j = 1, i - 1
      z(i) = z(i) - l(i, j)*z(j)
    end do
    z(i) = z(i)/l(i, i)
    y(i) = z(i)**2
  end do
end subroutine triangle

! Counters in arithmetic, with steps, downwards, and one that a choice asks for.
subroutine counted(x, y)
  implicit none
  real(8), intent(in) :: x(9)
  real(8), intent(out) :: y
  real(8) :: w(0:3), v(4), u(2)
  integer :: k
  do k = 0, 3
    w(k) = x(2*k + 1)*real(k + 1, 8) + x(9 - k)/(k + 1)
  end do
  do k = 4, 1, -1
    v(k) = w(k - 1)*x(k)*(k/2)
  end do
  do k = 1, 4, 3
    v(k) = v(k) + w(4 - k)**2*(k - 2)
  end do
  do k = 1, 2
    if (k == 1) then
      u(k) = x(1)*v(2)
    else
      u(k) = x(2)*v(3)
    end if
  end do
  y = v(1) + v(2)*v(3) + v(4) + u(1)*u(2)
end subroutine counted

! The names are taken: what is called d1 stays what it is.
subroutine taken(x, d1, y)
  implicit none
  real(8), intent(in) :: x(3), d1
  real(8), intent(out) :: y
  real(8) :: d(3), d2b, q1(2)
  integer :: k
  d2b = d1*x(1)
  do k = 1, 3
    d(k) = x(k)*d1 + d2b
  end do
  do k = 1, 2
    q1(k) = d(k)*d(k + 1)
  end do
  y = q1(1)*q1(2) + d2b
end subroutine taken

! All of the array is given away, or an element and what follows it.
subroutine given(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  real(8) :: d(3), e(4), f(3)
  integer :: k
  do k = 1, 3
    d(k) = x(k)*x(k + 1)
    e(k) = x(k)**2
    f(k) = x(k) + x(4)
  end do
  e(4) = x(4)
  call norm(3, d, y)
  call norm(2, e(2), y)
  do k = 1, 3
    y = y + d(k)*e(k)
  end do
  y = y + sum(f)*f(2)
contains
  subroutine norm(n, v, s)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(n)
    real(8), intent(inout) :: s
    v(n) = v(1)*v(n)
    s = v(1)**2 + v(n)
  end subroutine norm
end subroutine given

! Two names of one storage, a target of a pointer.
subroutine shared(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: d(3), both(3)
  real(8), target :: t(3)
  real(8), pointer :: q(:)
  integer :: k
  equivalence (d, both)
  q => t
  do k = 1, 3
    d(k) = x(k)**2
    t(k) = x(k)*x(1)
  end do
  do k = 1, 3
    both(k) = both(k)*x(2)
    q(k) = q(k)*x(3)
  end do
  y = d(1)*d(2) + d(3) + t(1)*t(2) + t(3)
end subroutine shared

! Subscripts that are asked at run time.
subroutine asked(place, x, y)
  implicit none
  integer, intent(in) :: place(3)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: d(3), e(3)
  integer :: k, m
  do k = 1, 3
    d(place(k)) = x(k)**2
    e(k) = x(k)
  end do
  m = place(1)
  y = 0.d0
  do k = 1, 3
    y = y + d(k)*e(m)
  end do
end subroutine asked

! A loop that is left early, and a counter that is asked for behind its loop.
subroutine left(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: d(4), e(3)
  integer :: k, m
  y = 0.d0
  d = 1.d0
  do k = 1, 3
    d(k) = x(k)**2
    if (d(k) > 100.d0) exit
    y = y + d(k)
  end do
  do m = 1, 3
    e(m) = x(m)*y
  end do
  y = y + d(m)*x(1)
  do m = 1, 3
    y = y + e(m)**2
  end do
end subroutine left

! Five iterations, and as many as are asked for.
subroutine long(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(5)
  real(8), intent(out) :: y
  real(8) :: d(5), e(3)
  integer :: k
  do k = 1, 5
    d(k) = x(k)**2
  end do
  e = 0.d0
  do k = 1, min(n, 3)
    e(k) = d(k)*x(k + 1)
  end do
  y = e(1)*e(2) + e(3) + d(5)*d(4)
end subroutine long

! An index that begins below zero, and one that leaves its digit.
subroutine shifted(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: d(-1:1), e(9:11)
  integer :: k
  do k = -1, 1
    d(k) = x(k + 2)**2
    e(k + 10) = d(k)*x(1)
  end do
  y = d(-1)*d(0) + d(1)
  do k = 9, 11
    y = y + e(k)**2
  end do
end subroutine shifted

! What stays from iteration to iteration of a longer loop.
subroutine saved(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  real(8) :: s(2), t(2)
  integer :: i, k
  do k = 1, 2
    s(k) = x(k)
  end do
  do i = 1, n
    do k = 1, 2
      t(k) = s(k)*s(3 - k) + sin(s(k))
    end do
    do k = 1, 2
      s(k) = s(k) + 0.1d0*t(k)
    end do
  end do
  y = s(1)*s(2)
end subroutine saved
