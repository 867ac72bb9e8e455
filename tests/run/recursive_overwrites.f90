! Procedures that call themselves and one another overwrite, before and after those calls, what the calls read, in arguments and in a module.
! head: top(x)\(y)
! inputs: x(6) = 0.5 .. 1.2
module recursive_overwrites_m
  implicit none
  real(8) :: acc(4) = 0
contains
  ! What is read by the call inside is overwritten behind it.
  recursive subroutine sweep(x, p, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(:), p
    real(8) :: q
    if (n <= 0) then
      x(1) = x(1)*p
      return
    end if
    q = p*x(2)
    p = 0.5d0*p + x(1)
    call sweep(x, p, n - 1)
    x(2) = x(2) + q*p
    p = p - q
    if (mod(n, 2) == 0) then
      call sweep(x(2:), q, n - 2)
      acc(1) = acc(1) + q
    end if
    x(1) = 0.3d0*x(1)
  end subroutine sweep

  recursive function f(n, a) result(r)
    integer, intent(in) :: n
    real(8), intent(in) :: a
    real(8) :: r
    if (n == 0) then
      r = a*a
    else
      r = g(n - 1, a*0.9d0) + 0.1d0*a
    end if
  end function f

  recursive function g(n, a) result(r)
    integer, intent(in) :: n
    real(8), intent(in) :: a
    real(8) :: r
    acc(2) = acc(2)*a
    r = f(n, a + acc(2))
    acc(2) = acc(2) + 0.1d0*r
  end function g

  subroutine top(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y(4)
    real(8) :: w(6), p
    acc = 0
    acc(2) = x(3)
    w = x
    p = x(6)
    call sweep(w, p, 4)
    y(1) = p*w(1)
    y(2) = f(3, w(2))
    y(3) = acc(1) + acc(2)*w(3)
    y(4) = f(2, y(2)) + g(3, y(1))
  end subroutine top
end module recursive_overwrites_m
