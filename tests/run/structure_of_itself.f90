! A constructor whose value reads the component that it gives another allocation.
! inputs: h%w(4) = 0.5 .. 1.5
! inputs: h%a = 0.5 .. 1.5
! head: shuffle(h)\(h)
! head: inner(h)\(h)
! inputs: i = 1
module structure_of_itself_m
  implicit none
  type t
    real(8), allocatable :: w(:)
    real(8) :: a
  end type t
contains
  subroutine shuffle(h)
    type(t), intent(inout) :: h
    integer :: order(4)
    order = [1, 4, 3, 2]
    h = t(h%w(order), h%a*h%w(2))
  end subroutine shuffle
  subroutine inner(h, i)
    type(t), intent(inout) :: h
    integer, intent(in) :: i
    type(t) :: g
    g = t(h%w(2:4)*h%w(i), h%a)
    g = t([g%w(3:1:-1)*g%a, h%w(4)], g%w(1)*g%a)
    h = t(g%w*h%w, g%a)
  end subroutine inner
end module structure_of_itself_m
