! External procedures that call themselves: what is differentiated calls the original too, and has to say what it is.
! head: powers(y)/(x)
! head: halves(y)/(x)
! inputs: x(4) = 0.5 .. 1.5
! head: rows(y)/(x)
recursive function power(b, n) result(p)
  implicit none
  real(8), intent(in) :: b
  integer, intent(in) :: n
  real(8) :: p
  if (n <= 0) then
    p = 1.d0
  else
    p = b*power(b, n-1) + sin(b)
  end if
end function
subroutine powers(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  interface
    recursive function power(b, n) result(p)
      real(8), intent(in) :: b
      integer, intent(in) :: n
      real(8) :: p
    end function
  end interface
  y = power(x(1), 4)*power(x(2), 2)
end subroutine
! with an interface that must be explicit
recursive function folded(a) result(s)
  implicit none
  real(8), intent(in) :: a(:)
  real(8) :: s
  integer :: n
  n = size(a)
  if (n == 1) then
    s = a(1)
  else
    s = folded(a(:n/2))*folded(a(n/2+1:)) + cos(a(1))
  end if
end function
subroutine halves(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  interface
    recursive function folded(a) result(s)
      real(8), intent(in) :: a(:)
      real(8) :: s
    end function
  end interface
  y = folded(x)
end subroutine
! a subroutine, by implicit types
recursive subroutine bisected(a, n, r)
  integer n
  double precision a(n), r, s
  if (n .eq. 1) then
    r = a(1)*a(1)
  else
    call bisected(a, n-1, s)
    r = s*a(n)*s
  end if
end subroutine
recursive double precision function tower(a, n) result(r)
  integer n
  double precision a
  r = a
  if (n .gt. 0) r = a*exp(0.1d0*tower(a, n-1))
end function
subroutine rows(x, y)
  double precision x(3), y, r, tower
  external bisected, tower
  call bisected(x, 3, r)
  y = r*tower(x(2), 2)
end subroutine
