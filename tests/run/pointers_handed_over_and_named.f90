! head: pointers_handed_over_and_named%f(y)/(x,y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! inputs: y(4) = 0.5 .. 1.5
! Pointers from outside are distinct, but not one that a call hands over and that the callee, or what that calls, reaches by its name in the module.
module pointers_handed_over_and_named
  implicit none
  real(8), pointer :: w(:) => null()
contains
  ! What is written through `a` is read by its name in the module.
  subroutine by_name(n, a, c)
    integer, intent(in) :: n
    real(8), pointer, intent(in) :: a(:), c(:)
    integer :: i
    do i = 2, n
      a(i) = a(i)*c(i)
      a(i) = a(i)*below(i)
    end do
  end subroutine by_name

  real(8) function below(i)
    integer, intent(in) :: i
    below = w(i)*w(i-1)
  end function below

  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), pointer, intent(in) :: x(:), y(:)
    real(8), pointer :: p(:)
    allocate (w(n))
    p => w
    w = 2
    call by_name(n, p, x)
    y(1:n) = y(1:n)*w
    deallocate (w)
  end subroutine f
end module pointers_handed_over_and_named
