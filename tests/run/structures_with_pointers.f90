! Structures with pointers are assigned: what the pointers lead to stays where it is. Also in elements of an array, and inside another structure.
! head: views(x)\(y)
module m
  implicit none
  type :: view
    real(8) :: k = 1
    real(8), pointer :: to(:) => null()
  end type
  type :: pair
    type(view) :: one
    real(8) :: c = 0
  end type
contains
  subroutine views(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(view) :: v, w, u(2)
    type(pair) :: p, q
    real(8), target :: s(4), t(4)
    integer :: i
    s = [(i*x, i = 1, 4)]
    t = s**2
    w%to => s
    y = 0
    u(1) = w
    do i = 1, 2
      w%k = i*x
      v = w
      y = y + v%k*sum(v%to**2)
      p%one = v
      p%c = x*y
      w%to => t
      q = p
      q%one%to(2) = q%one%to(2)*x
      y = y + q%c*q%one%to(3) + s(2)*q%one%k
      u(i) = v
      u(3 - i) = w
      y = y*u(3 - i)%to(2) + u(1)%to(3)*u(2)%k
    end do
  end subroutine
end module
