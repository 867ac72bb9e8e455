! Variables named like intrinsics that derivatives use.
! head: locals(x)\(y)
! head: called(x)\(y)
! head: called(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
module hidden_intrinsics
  implicit none
  integer, parameter :: dp = kind(1.d0)
contains
  subroutine locals(x, y)
    real(dp), intent(in) :: x(4)
    real(dp), intent(out) :: y
    integer :: size, i
    real(dp) :: sum, abs(4), merge
    size = 4
    sum = 0.0_dp
    merge = 1.0_dp
    do i = 1, size
      abs(i) = x(i)**2
      merge = merge*x(i)
    end do
    abs = abs*merge
    do i = 1, size
      sum = sum + abs(i)*x(size + 1 - i)
    end do
    abs = abs + sum*x
    y = abs(1)*sum + abs(4)
  end subroutine

  subroutine arguments(size, x, sum)
    integer, intent(in) :: size
    real(dp), intent(in) :: x(size)
    real(dp), intent(out) :: sum
    real(dp) :: w(size)
    integer :: k
    w = x
    do k = 1, 3
      w = w*x + w**2
    end do
    sum = dot_product(w, x)
  end subroutine

  subroutine called(x, y)
    real(dp), intent(in) :: x(4)
    real(dp), intent(out) :: y
    real(dp) :: a
    call arguments(size=4, sum=a, x=x)
    y = a**2
  end subroutine
end module
