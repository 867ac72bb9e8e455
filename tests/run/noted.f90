! Calls whose callees note for their backward halves what they have computed, in arrays of the caller; and calls just outside of that.
! head: noted%turns(x)\(y)
! inputs: x = 0.5 .. 1.5
! head: noted%arms(x)\(y)
! inputs: x = 0.5 .. 1.5
! head: noted%kinds(x)\(y)
! inputs: x = 0.5 .. 1.5
! head: noted%named(x)\(y)
! inputs: x = 0.5 .. 1.5
! head: noted%small(x)\(y)
! inputs: x = 0.5 .. 1.5
! head: noted%moved(x)\(y)
! inputs: x = 0.5 .. 1.5
! head: noted%left(x)\(y)
! inputs: x = 0.5 .. 1.5
! head: noted%outside(x)\(y)
! inputs: x = 0.5 .. 1.5
! head: noted%marched(x)\(y)
! inputs: x = 0.5 .. 1.5
! head: noted%asked(x)\(y)
! inputs: x = 0.5 .. 1.5
! options: -nocheckpoint noted%rate
module noted
  implicit none
  integer, parameter :: dp = kind(1.d0), n = 4
  real(dp) :: heat = 0.3_dp
  integer :: calls = 0
contains
  real(dp) function speed(a, t)
    real(dp), intent(in) :: a, t
    speed = a*exp(-0.7_dp/t)
  end function speed

  ! What it evaluates, and what it calls, is asked for again.
  real(dp) function rate(s, b, t)
    real(dp), intent(in) :: s, b, t
    real(dp) :: k, m
    k = speed(1.2_dp*b, t)
    m = s/(0.3_dp + s)
    rate = k*m*sin(b)
  end function rate

  subroutine turns(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y(n)
    real(dp) :: r, q
    integer :: i
    y = 0
    do i = 1, n - 1
      r = rate(x(i), x(i + 1), 1.0_dp + x(1))
      q = rate(r, x(i), x(i + 1)*r)
      y(i) = y(i) + r*q
      y(n) = y(n) + q**3
    end do
  end subroutine turns

  ! Changes what it is given, in an arm.
  subroutine condensed(t, q, rain)
    real(dp), intent(inout) :: t, q
    real(dp), intent(out) :: rain
    real(dp) :: qs, dq
    qs = 0.4_dp*exp(t - 1.0_dp)
    rain = 0
    if (q > qs) then
      dq = (q - qs)/(1.0_dp + qs/(t*t))
      q = q - dq*q
      t = t*q + 0.3_dp*dq
      rain = dq*t
    else if (q < 0.2_dp) then
      t = t*t
    end if
    q = q*exp(t - 1.0_dp)
  end subroutine condensed

  subroutine arms(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y(n)
    real(dp) :: t, q, rain, s
    integer :: i
    do i = 1, n
      t = x(i)
      q = x(n + 1 - i)*0.7_dp
      s = 1
      if (t > 0.8_dp) then
        call condensed(t, q, rain)
        s = s + rain*q
      end if
      call condensed(t, q, rain)
      y(i) = s*t*q + rain**2
    end do
  end subroutine arms

  ! Reals of two kinds, an integer and a logical on the way.
  subroutine sorted(a, b, c)
    real(dp), intent(in) :: a
    real, intent(inout) :: b
    real(dp), intent(out) :: c
    real(dp) :: p
    integer :: k
    logical :: big
    k = 2 + int(a)
    big = a*b > 0.9_dp
    p = a*b
    if (big) p = p**k
    b = b*real(p)
    k = k - 1
    big = .not. big
    if (big) p = p*a
    c = p*b
    if (k > 1) c = c*p
  end subroutine sorted

  subroutine kinds(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y(n)
    real(dp) :: c
    real :: b
    integer :: i
    do i = 1, n
      b = real(x(i))
      call sorted(x(n + 1 - i), b, c)
      y(i) = c*c*b
    end do
  end subroutine kinds

  subroutine scaled(a, b, c)
    real(dp), intent(in) :: a
    real(dp), intent(in), optional :: b
    real(dp), intent(inout) :: c
    real(dp) :: f
    f = exp(a*c)
    if (present(b)) f = f*sqrt(b)
    c = f*c*f
  end subroutine scaled

  subroutine named(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y(n)
    real(dp) :: c
    integer :: i
    do i = 1, n
      c = 0.1_dp*x(i)
      call scaled(c=c, a=x(1))
      c = c*c
      call scaled(x(2), c=c)
      call scaled(x(2), x(i), c)
      y(i) = c*x(3)
    end do
  end subroutine named

  ! Arrays of few elements.
  subroutine turned(v, a, w)
    real(dp), intent(in) :: v(3), a(3)
    real(dp), intent(out) :: w(3)
    real(dp) :: u(3), c, s
    integer :: k
    c = cos(a(1))
    s = sin(a(1))
    do k = 1, 3
      u(k) = v(k)*a(k)
    end do
    w(1) = c*u(1) - s*u(2)
    w(2) = s*u(1) + c*u(2)
    w(3) = u(3)*u(1)
  end subroutine turned

  subroutine small(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y(n)
    real(dp) :: v(3), w(3)
    integer :: i
    y = 0
    do i = 1, n
      call turned(x(1:3), x(2:4), v)
      call turned(v, x(1:3), w)
      y(i) = w(1)*v(2) + w(3)*x(i)
    end do
  end subroutine small

  ! The operand of the function is not what it was, or nobody knows it.
  real(dp) function moving(a)
    real(dp), intent(in) :: a
    real(dp) :: t, p
    t = a*a
    p = exp(t)
    heat = heat*a
    t = t + p
    p = p*exp(heat*0.1_dp)
    moving = sin(t)*p + exp(t*0.01_dp)
    t = 2*t
    if (a > 1) moving = moving*log(1 + t)
  end function moving

  subroutine twice_moved(a, b)
    real(dp), intent(in) :: a
    real(dp), intent(out) :: b
    real(dp) :: r, s
    r = moving(a*0.5_dp)
    s = moving(r*0.1_dp)
    b = r*s
  end subroutine twice_moved

  subroutine moved(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y(n)
    integer :: i
    heat = 0.3_dp
    do i = 1, n
      call twice_moved(x(i), y(i))
    end do
  end subroutine moved

  ! What is behind a RETURN is not always evaluated.
  subroutine early(a, b)
    real(dp), intent(in) :: a
    real(dp), intent(inout) :: b
    real(dp) :: c
    b = b*a
    if (b > 1.2_dp) return
    c = exp(a*b)
    b = c*c
    if (a < 0.7_dp) return
    b = b*tanh(c)
  end subroutine early

  subroutine twice_left(a, b)
    real(dp), intent(in) :: a
    real(dp), intent(inout) :: b
    real(dp) :: c
    c = b
    call early(a, b)
    b = b*b*c
    call early(b*0.3_dp, c)
    b = b*c*c
  end subroutine twice_left

  subroutine left(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = x(i)
      call twice_left(x(n + 1 - i), y(i))
    end do
  end subroutine left

  ! It saves in a loop.
  real(dp) function series(a)
    real(dp), intent(in) :: a
    integer :: k
    series = a
    do k = 1, 5
      series = series*sin(series) + a
    end do
  end function series

  ! It calls in a loop.
  real(dp) function summed(a)
    real(dp), intent(in) :: a
    integer :: k
    summed = 0
    do k = 1, 3
      summed = summed + rate(a, a*k, 1.0_dp + a)*summed + a
    end do
  end function summed

  recursive function depth(a, k) result(d)
    real(dp), intent(in) :: a
    integer, intent(in) :: k
    real(dp) :: d
    d = a*a
    if (k > 0) d = d*depth(sin(a), k - 1)
  end function depth

  real(dp) function many(a)
    real(dp), intent(in) :: a
    real(dp) :: w(12)
    integer :: k
    do k = 1, 12
      w(k) = sin(a*k)
    end do
    many = w(1)*w(12)*w(5)
  end function many

  real(dp) function counted(a)
    real(dp), intent(in) :: a
    integer, save :: times = 0
    real(dp) :: b
    times = times + 1
    calls = calls + 1
    b = exp(a)
    counted = b*b*a
  end function counted

  subroutine outside(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y(n)
    real(dp) :: r
    integer :: i
    do i = 1, n
      r = series(x(i)*0.3_dp)
      r = r*summed(r*0.1_dp)
      r = r + depth(r, 2)
      r = r*many(r)
      r = counted(r*0.1_dp)
      y(i) = r*series(r*0.1_dp)
    end do
  end subroutine outside

  subroutine cheap(a, b)
    real(dp), intent(inout) :: a
    real(dp), intent(in) :: b
    real(dp) :: c, d
    c = a*b
    d = c*a
    a = c*d
  end subroutine cheap

  ! In turns that all go forward before they go back.
  subroutine marched(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y(n)
    real(dp) :: t(n), q(n), rain, total
    integer :: k, m
    t = x
    q = 0.7_dp*x
    total = 0
    do m = 1, 3
      do k = 1, n
        if (t(k) > 0.6_dp) call condensed(t(k), q(k), rain)
        total = total + t(k)*q(k)
        call cheap(t(k), q(n + 1 - k))
      end do
    end do
    k = 0
    do while (total > 0.1_dp .and. k < 5)
      k = k + 1
      call condensed(total, q(1), rain)
      total = total*rate(q(1), q(2), total + 1)
    end do
    y = t*q + total
  end subroutine marched

  subroutine asked(x, y)
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y(n)
    integer :: i
    real(dp) :: r
    do i = 1, n
      r = rate(x(i), x(1), x(2))
      y(i) = r*rate(r, r, x(3))
    end do
  end subroutine asked
end module noted
