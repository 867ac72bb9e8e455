! Functions whose values are structures with pointers: an adjoint goes on with what these lead to.
! head: structures_led_on%windows(y)/(x)
! head: structures_led_on%chosen(y)/(x)
! inputs: k = 1 .. 2
module structures_led_on
  implicit none
  type view
    real(8), pointer :: p(:) => null()
    integer :: off = 0
  end type
  real(8), target, save :: big(4), small(3)
contains
  function window(i) result(v)
    integer, intent(in) :: i
    type(view) :: v
    v%p => big(i:i+1)
    v%off = i
  end function
  subroutine windows(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(2)
    type(view) :: a
    big = [x, x*x(1)]
    a = window(2)
    a%p = a%p*x(2)
    y(1) = sum(big)
    y(2) = a%p(1)
  end subroutine
  type(view) function pick(k)
    integer, intent(in) :: k
    if (k == 1) then
      pick%p => small
    else
      pick%p => big(2:)
      pick%off = 1
    end if
  end function
  subroutine chosen(k, x, y)
    integer, intent(in) :: k
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    type(view) :: a(2)
    integer :: n
    big = x(1)
    small = x(2)*x(1)
    do n = 1, 2
      a(n) = pick(merge(k, 3 - k, n == 1))
      a(n)%p = a(n)%p*x(n)
    end do
    y = sum(a(1)%p)*a(2)%p(2) + a(2)%off*big(1)
  end subroutine
end module
