! What functions in bounds of ALLOCATE and subscripts change: once, and brought back.
! head: f(y)/(x)
! inputs: x = 0.5 .. 1.5
module m21
  implicit none
contains
  integer function take(k)
    integer, intent(inout) :: k
    k = mod(k, 5) + 1
    take = k
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: y(3)
    integer :: j, i, idx(3)
    real(8) :: b
    real(8), allocatable :: w(:)
    j = 1
    b = 1
    y = 0
    do i = 1, 3
      allocate(w(take(j)))
      w = x(j)
      b = b + sum(w)*x(j)
      deallocate(w)
      idx = [take(j), 2, 4]
      b = b*x(j) + sum(x(idx))
      b = b + x(j)**2
      y(1) = x(take(j)) + b
      b = b*x(j)
      idx(take(j)/2 + 1) = 3
      b = sin(b) + x(j)*idx(1)
      idx(2) = take(j)
      j = mod(idx(2), 4) + 1
      b = b*x(j)
    end do
    y(3) = b
    y(1) = y(1)*x(j)
  end subroutine
end module
