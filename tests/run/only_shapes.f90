! Locals of which the backward sweep wants the shape alone: the values of recursive functions, in loops, of extents that a call changes; one function counts.
! head: f(c)/(x)
! inputs: n = 8
! inputs: x = 0.7, 0.3, 1.1, -0.4, 0.9, 0.2, -1.3, 0.6
module only_shapes
  implicit none
  integer :: calls = 0
contains
  recursive function haar(x) result(y)
    real(8), intent(in) :: x(:)
    real(8) :: y(size(x))
    real(8), allocatable :: e(:), o(:)
    integer :: n
    n = size(x)
    if (n == 1) then
      y = x
      return
    end if
    e = haar(x(1::2))
    o = haar(x(2::2))
    y(1:n/2) = e + o
    y(n/2+1:) = e - o
  end function
  function outer(x, m) result(y)
    real(8), intent(in) :: x(:)
    integer, intent(in) :: m
    real(8) :: y(size(x),0:m)
    integer :: k
    do k = 0, m
      y(:,k) = x*(k + 1)
    end do
  end function
  function counted(x) result(y)
    real(8), intent(in) :: x(:)
    real(8) :: y(size(x))
    calls = calls + 1
    y = x*calls
  end function
  subroutine f(n, x, c)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: c
    real(8), allocatable :: a(:,:), b(:), d(:)
    integer :: k
    calls = 0
    c = sum(haar(x)**3)
    do k = 1, 3
      a = outer(x(k:), 2*k)
      c = c + k*sum(a) + a(1,1)
      b = counted(x(:k))
      d = counted(2*b)
      c = c + sum(d)*calls
    end do
  end subroutine
end module
