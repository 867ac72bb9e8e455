! Regions in procedures that adjoints call again as they are.
! inputs: x(4) = 0.5 .. 1.5
! head: outer(x)\(y)
module ckp_called
  implicit none
contains
  subroutine inner(x)
    real(8), intent(inout) :: x(4)
    !$AD CHECKPOINT-START
    x(4) = tanh(sum(x(:3)))
    x(1) = x(1)*x(4)
    !$AD CHECKPOINT-END
  end subroutine inner

  subroutine outer(x, y)
    real(8), intent(inout) :: x(4)
    real(8), intent(out) :: y
    integer :: i
    do i = 1, 3
      call inner(x)
      x(2) = x(2)*sin(x(i))
    end do
    y = sum(x**2)
  end subroutine outer
end module ckp_called
