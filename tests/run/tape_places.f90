! Values that different arms of a choice save share a place of the tape array: IF with several arms, an arm in an arm, SELECT CASE, sections, and what an
! arm saves twice or saves beside what all turns save.
! head: places(x)\(y)
! inputs: n = 6
! inputs: m = 4
subroutine places(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: u(n), v(n), w(n,2), a
  integer :: i, t
  u = x
  v = 0.7d0*x
  w(:,1) = x
  w(:,2) = x*x
  a = 0.1d0
  do t = 1, m
    do i = 1, n
      a = a*u(i) + 0.3d0
      if (mod(i + t, 3) == 0) then
        u(i) = u(i)*v(i)
        if (t > 2) then
          v(i) = v(i)*u(i)*a
        else
          v(i) = sin(v(i)*a)
        end if
      else if (mod(i, 2) == 0) then
        u(i) = u(i)*u(i)*a
        u(i) = sin(u(i))*v(i)
      else
        v(i) = v(i)*v(i)*u(i)
      end if
      select case (mod(i*t, 4))
      case (0)
        u(i) = u(i)*a*u(i)
      case (1, 2)
        v(i) = v(i)*a*v(i)
      case default
        a = a*a
      end select
    end do
    if (mod(t, 2) == 0) then
      w(1:n-1,1) = w(1:n-1,1)*w(2:n,1)*a
    else
      w(2:n,2) = w(2:n,2)*w(1:n-1,2)*u(1)
      w(1:n-1,1) = sin(w(1:n-1,1))*w(2:n,2)
    end if
  end do
  y = a + sum(u*v) + sum(w(:,1)*w(:,2))
end subroutine places
