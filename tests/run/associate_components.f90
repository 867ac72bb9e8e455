! Names of ASSOCIATE for components of several structures, and elements of those.
! head: f(y)/(x)
! inputs: x = 0.5 .. 1.5
module m10b
  implicit none
  type :: pt
    real(8) :: c(2)
    real(8) :: m
    integer :: k
  end type
  type :: box
    type(pt) :: p(3)
  end type
contains
  subroutine f(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(2)
    type(box) :: b
    integer :: i
    b%p(1) = pt(x(1:2), x(3), 3)
    b%p(2) = pt(c=x(3:4)*x(1), m=x(2), k=2)
    b%p(3) = pt(c=[x(4), x(1)], m=x(1), k=1)
    y = 0
    associate (cc => b%p%m, first => b%p%c(1), tail => b%p(2:)%m, order => b%p%k)
      do i = 1, 3
        cc(i) = cc(i)*x(1) + first(4 - i)
        y(1) = y(1) + cc(i)**2 + first(order(i))
      end do
      tail(2) = tail(1)*x(4)
      tail(1:2) = tail(2:1:-1)
      y(2) = sum(cc(2:3))*tail(1) + cc(order(1))*x(order(2))
    end associate
  end subroutine
end module
