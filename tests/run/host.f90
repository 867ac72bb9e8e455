! Internal procedures that use and change the variables of their host.
! head: f(x)\(y)
! inputs: n = 3
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: acc, w(n)
  integer :: i
  acc = x(1)
  w = 0
  do i = 1, n
    call step(x(i))
  end do
  y = acc*total() + sum(w**2)
contains
  subroutine step(t)
    real(8), intent(in) :: t
    acc = acc*t + sin(acc)
    w(i) = acc*t
  end subroutine
  real(8) function total()
    integer :: i
    total = 0
    do i = 1, n
      total = total + w(i)*x(i)
    end do
  end function
end subroutine
