! Each arm of a choice sets the element that is read behind it: what it held before belongs to nobody. Just outside: an arm that sets another element, one that
! reads it first, a choice without ELSE, a loop that may skip it, an index that an arm moves.
! inputs: n = 6
! inputs: m = 3
! inputs: x = 0.3 .. 1.6
! head: set_in_all_arms(x)\(x f)
! head: set_in_most_arms(x)\(x f)
subroutine set_in_all_arms(n, m, x, f)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: f
  real(8) :: w(n), v(0:n), d
  integer :: i, t
  f = 0.d0
  do t = 1, m
    do i = 1, n
      d = x(i) - 0.7d0
      if (d > 0.3d0) then
        w(i) = d*d
      else if (d > 0.d0) then
        w(i) = sin(d)
        w(i) = w(i)*x(i)
      else
        if (x(i) > 0.5d0) then
          w(i) = x(i)
        else
          w(i) = 2.d0*x(i)*x(i)
        end if
      end if
      w(i) = w(i)*exp(-x(i))
    end do
    v(0) = w(n)
    do i = 1, n
      select case (mod(i + t, 3))
      case (0)
        v(i) = w(i) + v(i-1)
      case (1)
        v(i) = w(i)
      case default
        v(i) = v(i-1)
      end select
      f = f + v(i)*(1.d0 + v(i))
    end do
    do i = 1, n
      x(i) = x(i) + 0.1d0*v(i)*v(i-1)
    end do
  end do
end subroutine set_in_all_arms
subroutine set_in_most_arms(n, m, x, f)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: f
  real(8) :: w(n), v(n), u(n), s(n)
  integer :: i, k, t
  f = 0.d0
  w = 1.d0
  v = 0.5d0
  u = 0.2d0
  s = 0.4d0
  do t = 1, m
    do i = 1, n
      if (x(i) > 0.8d0) then
        w(i) = x(i)*x(i)
      else
        w(n+1-i) = x(i)
      end if
      f = f + w(i)*w(i)
      if (x(i) > 0.7d0) then
        v(i) = x(i)
      else if (x(i) > 0.4d0) then
        v(i) = sin(v(i))*x(i)
      else
        v(i) = 0.1d0
      end if
      f = f + v(i)*v(i)
      if (x(i) > 0.9d0) then
        u(i) = x(i)*u(i)
      else if (x(i) > 0.6d0) then
        u(i) = cos(x(i))
      end if
      f = f + u(i)*u(i)
      k = i
      if (mod(i, 2) == 0) then
        s(k) = x(i)
        k = 1
      else
        s(k) = x(i)*x(i)
      end if
      f = f + s(k)*s(k)
    end do
    do i = 1, n
      if (i == t) cycle
      if (x(i) > 1.d0) then
        w(i) = v(i)
      else
        w(i) = u(i)
      end if
    end do
    do i = 1, n
      x(i) = x(i)*0.9d0 + 0.1d0*sin(w(i)*v(i) + u(i))
    end do
  end do
end subroutine set_in_most_arms
