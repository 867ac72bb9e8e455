! Calls overwrite arrays in structures from an element on.
! head: f(s)/(x y)
! inputs: n = 3
! inputs: mm = 2
! inputs: x(6) = 0.5 .. 1.5
! inputs: y(3) = 0.5 .. 1.5
module m
  implicit none
  type box
    real(8) :: a(4)
    real(8) :: s
    real(8) :: b(2,3)
  end type
contains
  subroutine sub(n, x, y, o)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(out) :: o(n)
    o = x - y*y
  end subroutine
  subroutine acc(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + x(i)**2
    end do
  end subroutine
  subroutine f(n, mm, x, y, s)
    integer, intent(in) :: n, mm
    real(8), intent(in) :: x(n*mm), y(n)
    real(8), intent(out) :: s
    type(box) :: many(2), one
    real(8) :: w(6), v(3,2)
    integer :: j
    s = 1
    do j = 1, mm
      call sub(n, x((j-1)*n+1), y, many(2)%a(2))
      call acc(n, many(2)%a(2), s)
      call sub(n, x((j-1)*n+1), y, one%b(1,1))
      call acc(n, one%b(1,1), s)
      call sub(n, y, x((j-1)*n+1), v(2,1))
      call acc(n, v(2,1), s)
      call sub(n, y, x((j-1)*n+1), w(2))
      call acc(n, w(2), s)
      many(1)%s = s
      s = many(1)%s * many(2)%a(3)
    end do
  end subroutine
end module
