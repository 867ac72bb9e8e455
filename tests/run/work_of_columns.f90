! Loops over columns with work arrays: each turn has its own where all that it reads it has set itself, or nobody has.
! head: thomas(s)/(t q)
! inputs: m = 4
! inputs: n = 5
! inputs: t = 0.3 .. 0.9
! head: solver(s)/(t k)
! inputs: m = 4
! inputs: n = 5
! inputs: t = 0.3 .. 0.9
! head: largest(s)/(t)
! inputs: m = 4
! inputs: n = 5
! inputs: t = 0.3 .. 0.9
! head: in_place(s)/(t)
! inputs: m = 4
! inputs: n = 5
! inputs: t = 0.3 .. 0.9
! head: shorter(s)/(t)
! inputs: m = 4
! inputs: n = 5
! inputs: t = 0.3 .. 0.9
! inputs: length = 3, 5, 2, 4
! head: now_and_then(s)/(t)
! inputs: m = 4
! inputs: n = 5
! inputs: t = 0.3 .. 0.9
! head: set_before(s)/(t)
! inputs: m = 4
! inputs: n = 5
! inputs: t = 0.3 .. 0.9
! head: sometimes_called(s)/(t)
! inputs: m = 4
! inputs: n = 5
! inputs: t = 0.3 .. 0.9
! inputs: length = 3, 5, 2, 4
! head: allocated_once(s)/(t)
! inputs: m = 4
! inputs: n = 5
! inputs: t = 0.3 .. 0.9
module columns
  implicit none
contains
  subroutine thomas(m, n, t, q, s)
    integer, intent(in) :: m, n
    real(8), intent(in) :: t(n, m), q(n, m)
    real(8), intent(out) :: s
    real(8) :: cp(50), dp(50), x(50), w
    integer :: i, k
    s = 0
    do i = 1, m
      cp(1) = -0.5d0/(1 + t(1, i)**2)
      dp(1) = q(1, i)/(1 + t(1, i)**2)
      do k = 2, n
        w = 1/(2 + t(k, i)**2 + 0.5d0*cp(k - 1))
        cp(k) = -0.5d0*w
        dp(k) = (q(k, i) + 0.5d0*dp(k - 1))*w
      end do
      x(n) = dp(n)
      do k = n - 1, 1, -1
        x(k) = dp(k) - cp(k)*x(k + 1)
      end do
      s = s + x(1)*x(n)
    end do
  end subroutine

  subroutine tridag(n, a, b, r, u)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n), b(n), r(n)
    real(8), intent(out) :: u(n)
    real(8) :: g(n), bet
    integer :: j
    bet = b(1)
    u(1) = r(1)/bet
    do j = 2, n
      g(j) = a(j - 1)/bet
      bet = b(j) - a(j)*g(j)
      u(j) = (r(j) - a(j)*u(j - 1))/bet
    end do
    do j = n - 1, 1, -1
      u(j) = u(j) - g(j + 1)*u(j + 1)
    end do
  end subroutine

  subroutine solver(m, n, t, k, s)
    integer, intent(in) :: m, n
    real(8), intent(in) :: t(n, m), k(n, m)
    real(8), intent(out) :: s
    real(8) :: a(50), b(50), r(50), x(50)
    integer :: i, j
    s = 0
    do i = 1, m
      do j = 1, n
        a(j) = -0.3d0*k(j, i)
        b(j) = 2 + k(j, i)**2
        r(j) = t(j, i)*(1 + k(j, i))
      end do
      call tridag(n, a, b, r, x)
      do j = 1, n
        s = s + x(j)**2
      end do
    end do
  end subroutine

  function log_sum(n, v) result(r)
    integer, intent(in) :: n
    real(8), intent(in) :: v(n)
    real(8) :: r, top
    integer :: i
    top = v(1)
    do i = 2, n
      if (v(i) > top) top = v(i)
    end do
    r = 0
    do i = 1, n
      r = r + exp(v(i) - top)
    end do
    r = top + log(r)
  end function

  subroutine largest(m, n, t, s)
    integer, intent(in) :: m, n
    real(8), intent(in) :: t(n, m)
    real(8), intent(out) :: s
    real(8) :: w(64)
    integer :: i, k
    s = 0
    do i = 1, m
      do k = 1, n
        w(k) = -t(k, i)**2
      end do
      s = s + log_sum(n, w)*w(n)
    end do
  end subroutine

  ! What is read was set by two statements together.
  subroutine in_place(m, n, t, s)
    integer, intent(in) :: m, n
    real(8), intent(in) :: t(n, m)
    real(8), intent(out) :: s
    real(8) :: x(50)
    integer :: i, k
    s = 0
    do i = 1, m
      x(1) = sin(t(1, i))
      do k = 2, n
        x(k) = x(k - 1)*t(k, i)
      end do
      do k = n - 1, 1, -1
        x(k) = x(k) + 0.5d0*x(k + 1)**2
      end do
      s = s + x(1)*x(n)
    end do
  end subroutine

  ! Some turns set less than others, and read what those before them have set.
  subroutine shorter(m, n, length, t, s)
    integer, intent(in) :: m, n, length(m)
    real(8), intent(in) :: t(n, m)
    real(8), intent(out) :: s
    real(8) :: w(50)
    integer :: i, k
    s = 0
    do i = 1, m
      if (i == 1) then
        do k = 1, n
          w(k) = t(k, 1)
        end do
      end if
      do k = 1, length(i)
        w(k) = t(k, i)**2
      end do
      s = s + w(1)*w(n)
    end do
  end subroutine

  subroutine now_and_then(m, n, t, s)
    integer, intent(in) :: m, n
    real(8), intent(in) :: t(n, m)
    real(8), intent(out) :: s
    real(8) :: w(50)
    integer :: i, k
    s = 0
    do i = 1, m
      if (mod(i, 2) == 1) then
        do k = 1, n
          w(k) = t(k, i)**2
        end do
      end if
      s = s + w(1)*w(n)*t(1, i)
    end do
  end subroutine

  subroutine set_before(m, n, t, s)
    integer, intent(in) :: m, n
    real(8), intent(in) :: t(n, m)
    real(8), intent(out) :: s
    real(8) :: w(0:50)
    integer :: i, k
    s = 0
    w(0) = t(1, 1)
    do i = 1, m
      do k = 1, n
        w(k) = t(k, i)**2*w(k - 1)
      end do
      s = s + w(1)*w(n)
    end do
  end subroutine

  ! The procedure writes more or less, as its argument says.
  subroutine head_of(n, t, w)
    integer, intent(in) :: n
    real(8), intent(in) :: t
    real(8), intent(inout) :: w(*)
    integer :: k
    do k = 1, n
      w(k) = t**k
    end do
  end subroutine

  subroutine sometimes_called(m, n, length, t, s)
    integer, intent(in) :: m, n, length(m)
    real(8), intent(in) :: t(n, m)
    real(8), intent(out) :: s
    real(8) :: w(50), v(50)
    integer :: i
    s = 0
    do i = 1, m
      call head_of(n, t(1, i), v)
      if (i == 1) call head_of(n, t(n, 1), w)
      call head_of(length(i), t(2, i), w)
      s = s + w(2)*w(n)*v(1)*v(n)
    end do
  end subroutine

  subroutine allocated_once(m, n, t, s)
    integer, intent(in) :: m, n
    real(8), intent(in) :: t(n, m)
    real(8), intent(out) :: s
    real(8), allocatable :: w(:)
    integer :: i, k
    allocate (w(n))
    s = 0
    do i = 1, m
      w(1) = cos(t(1, i))
      do k = 2, n
        w(k) = w(k - 1)*t(k, i)
      end do
      s = s + w(n)**2
    end do
    deallocate (w)
  end subroutine
end module
