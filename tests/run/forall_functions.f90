! FORALL with a function of the module, and with the index of a BLOCK.
! head: f(x)\(x)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! head: g(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
module m
  implicit none
contains
  pure function sq(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = x*x*exp(-x)
  end function
  subroutine f(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    forall (i = 1:n) x(i) = sq(x(i))
  end subroutine
end module

subroutine g(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  block
    real(8) :: loc(4)
    integer :: j
    forall (j = 1:4) loc(j) = x(j)**2
    y = sum(loc*x)
  end block
end subroutine
