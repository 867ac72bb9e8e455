! Heads whose lists are kept, and that another head calls: what the call needs stays in their interfaces, and what they list without need.
! options: -fixinterface
! head: k%f(r)/(b z)
! head: k%f(c r)/(a c)
! head: k%power(p)/(b)
! head: k%h(y)/(x p)
module k
  implicit none
  integer, parameter :: n = 4
  real(8) :: store = 0.3d0
contains
  subroutine f(a, b, z, c, r)
    real(8), intent(in) :: a, b, z
    real(8), intent(inout) :: c
    real(8), intent(inout) :: r
    if (z > 0.2d0) r = a*sin(b)*c
    c = c + a*b
    store = store + a*b
  end subroutine
  recursive real(8) function power(a, b) result(p)
    real(8), intent(in) :: a, b
    if (a < 0.5d0) then
      p = b
    else
      p = a*power(a - 0.4d0, b)
    end if
  end function
  subroutine h(x, p, y)
    real(8), intent(in) :: x(n), p
    real(8), intent(out) :: y
    real(8) :: c, r
    integer :: i
    c = p
    y = 0
    r = x(2)
    do i = 1, n
      call f(x(i), 2.d0, x(1), c, r)
      y = y + r*power(r, 1.5d0) + store
    end do
    call f(1.d0, x(1), p, c, r)
    y = y*r
  end subroutine
end module
