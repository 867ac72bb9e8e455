! Structures of a BLOCK begin anew with their default values in every turn.
! head: total(x)\(y)
! head: counted(x)\(y)
! inputs: x(5) = 0.5 .. 1.5
module block_starts
  implicit none
  integer, parameter :: dp = kind(1.d0)
  type :: acc
    real(dp) :: sum = 0.5_dp
    real(dp) :: parts(2) = [1.0_dp, 2.0_dp]
    integer :: n = 1
  end type
  type :: counter
    integer :: n = 0
    integer :: seen(3) = 2
    real(dp) :: last
  end type
contains
  subroutine total(x, y)
    real(dp), intent(in) :: x(5)
    real(dp), intent(out) :: y
    integer :: i, k
    y = 0.0_dp
    do i = 1, 5
      block
        type(acc) :: a
        do k = 1, i
          a%sum = a%sum + x(k)**2*a%n
          a%parts(1) = a%parts(1)*sin(x(k))
          a%n = a%n + 1
        end do
        y = y + a%sum*a%parts(1) + a%parts(2)*x(i)
        a%parts(2) = a%sum
      end block
    end do
  end subroutine

  subroutine counted(x, y)
    real(dp), intent(in) :: x(5)
    real(dp), intent(out) :: y
    integer :: i, k
    y = 0.0_dp
    do i = 1, 5
      block
        type(counter) :: c
        do k = 1, i
          c%n = c%n + 1
          c%seen(1) = c%seen(1) + c%n
          c%last = x(k)*c%n + c%seen(1)*x(i)
          y = y + c%last**2
        end do
      end block
    end do
  end subroutine
end module
