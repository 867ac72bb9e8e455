! Variables of a module that are private and protected one by one, in a module that is public otherwise.
! head: top(x)\(y)
! inputs: x = 0.2 .. 0.9
module m_private
  implicit none
  integer, parameter :: rk = kind(1.0d0)
  real(rk), private :: a = 0, b(3)
  real(rk), protected :: c = 1
  real(rk) :: d
  real(rk), save :: e
  private :: d
  protected :: e
contains
  subroutine set(t)
    real(rk), intent(in) :: t
    a = t
    b = [t, t**2, 2*t]
    c = 2*t
    d = t*c
    e = d
  end subroutine set
  subroutine grow(t)
    real(rk), intent(in) :: t
    a = a*t + b(2)
    b = b*a
    d = d*e + c
    e = e + t*d
  end subroutine grow
  function all_of() result(s)
    real(rk) :: s
    s = a*sum(b) + c*d*e
  end function all_of
end module m_private
subroutine top(x, y)
  use m_private, only: set, grow, all_of, c
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: i
  call set(x(1))
  do i = 1, 3
    call grow(x(i)**2)
  end do
  y = all_of()*c
end subroutine top
