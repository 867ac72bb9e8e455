! Random numbers: what seeds the generator stays in adjoints, each number is drawn once; and functions that count their calls.
! inputs: x = 0.5 .. 1
! head: draws%mean(y)/(x)
! wrong interpreted: an intrinsic subroutine cannot be interpreted
! head: draws%counted(y)/(x)
module draws
  implicit none
  integer :: calls = 0
contains
  subroutine seed()
    integer :: n, number(64)
    call random_seed(size=n)
    number = 3
    call random_seed(put=number(1:n))
  end subroutine seed

  subroutine kick(x, y)
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    real(8) :: u
    call random_number(u)
    y = y*x*u + sin(y)*x
  end subroutine kick

  subroutine mean(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8) :: u
    integer :: i
    call seed()
    call random_number(u)
    y = 1d0
    do i = 1, 4
      call kick(x, y)
      call random_number(u)
      y = y*y*u + x
    end do
  end subroutine mean

  integer function slot()
    calls = calls + 1
    slot = calls
  end function slot

  subroutine counted(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8) :: a(9)
    integer :: i
    calls = 0
    a = 0d0
    do i = 1, 4
      a(slot()) = x*i*x
    end do
    calls = 0
    y = 0d0
    do i = 1, 4
      y = y + a(slot())*x*y + i
    end do
    y = y**slot()
  end subroutine counted
end module draws
