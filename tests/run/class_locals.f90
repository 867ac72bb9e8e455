! CLASS dummies that are active inside their procedures only: of a type that nothing extends, and of an extension that nothing extends.
! head: f(x)\(y)
module m
  implicit none
  type :: e2
    real(8) :: k = 0
  contains
    procedure :: step
  end type
  type :: base
    real(8) :: a = 0
  end type
  type, extends(base) :: wide
    real(8) :: b = 0
  contains
    procedure :: more
  end type
contains
  subroutine step(this, y)
    class(e2), intent(inout) :: this
    real(8), intent(inout) :: y
    this%k = y**3
    y = y + this%k
  end subroutine
  subroutine more(this, y)
    class(wide), intent(inout) :: this
    real(8), intent(inout) :: y
    this%b = y**2
    this%a = this%b*y
    y = y - this%a*this%b
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(e2) :: s
    type(wide) :: w
    y = x
    call s%step(y)
    call w%more(y)
    w%a = y
    call w%more(y)
    y = y + w%a
  end subroutine
end module
