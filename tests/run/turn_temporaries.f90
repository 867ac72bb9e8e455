! Arrays that assignments allocate: temporaries of masks and of calls in a loop, released by the user, in branches that exclude each other.
! head: f(x)\(y)
! inputs: n = 5
module m
  implicit none
contains
  elemental real(8) function s(t)
    real(8), intent(in) :: t
    s = t*exp(-t**2)
  end function
  function act(kind, x) result(y)
    character(*), intent(in) :: kind
    real(8), intent(in) :: x(:)
    real(8), allocatable :: y(:)
    select case (kind)
    case ('tanh')
      y = tanh(x)
    case ('s')
      y = s(x)
    case default
      y = pack(x, x > 0.2d0)**2
    end select
  end function
end module
subroutine f(n, x, y)
  use m
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: u(n)
  real(8), allocatable :: w(:), z(:)
  integer :: i
  y = 0
  u = x
  do i = 1, 3
    where (u > 0.1d0)
      u = u + 0.1d0*s(u)
    elsewhere
      u = 0.5d0*u
    end where
    allocate (w(n - 1))
    w = sin(u(1:n-1))
    z = pack(u, u > 0.1d0)
    y = y + sum(act('tanh', u*y)*act('s', u)) + sum(act('none', u)) + sum(w**2) + sum(z**3)
    deallocate (z)
    deallocate (w)
  end do
end subroutine
