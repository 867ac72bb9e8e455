! Heads with what a program cannot set: PROTECTED structures of the module; and arguments of a type that others extend.
! inputs: x = 0.5 .. 1.5
! head: weighted(x)\(y)
! head: polymorphic(y)/(x b%a)
! inputs: b%a = 0.5 .. 1.5
! head: declared(y)/(x b%a)
! inputs: b%a = 0.5 .. 1.5
module out_of_reach
  implicit none
  type :: weights
    real(8) :: w(2) = [1.5d0, 0.5d0]
  end type
  type(weights), protected, save :: ops
  type :: base
    real(8) :: a
  end type
  type, extends(base) :: extended
    real(8) :: extra = 1
  end type
contains
  subroutine setup
    integer :: i
    do i = 1, 2
      ops%w(i) = i
    end do
  end subroutine

  subroutine weighted(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call setup
    y = x*ops%w(1) + x**2*ops%w(2)
  end subroutine

  subroutine polymorphic(b, x, y)
    class(base), intent(in) :: b
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = sin(b%a)*x
  end subroutine

  subroutine declared(b, x, y)
    type(base), intent(in) :: b
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(extended) :: e
    e%a = b%a
    y = e%a*e%extra*x
  end subroutine
end module
