! A procedure that stops the program, called in one that has variables of its host: nothing is cleared behind it, and what is INTENT(IN) never is.
! head: outer(x v)\(y)
! inputs: x(3) = 0.5 .. 1.5
! inputs: v(3) = 0.5 .. 1.5
module stopping
  implicit none
  real(8) :: scale = 2
contains
  subroutine give_up(what)
    character(len=*), intent(in) :: what
    print *, what
    stop 3
  end subroutine

  subroutine outer(x, v, y)
    real(8), intent(in) :: x(3), v(3)
    real(8), intent(out) :: y
    real(8) :: w(3)
    integer :: i
    w = x*v
    scale = x(1)
    y = 0
    do i = 1, 3
      call add(i)
    end do
  contains
    subroutine add(k)
      integer, intent(in) :: k
      if (w(k) < 0) then
        if (v(k) < 0) call give_up('negative')
        y = y - w(k)
      end if
      y = y + w(k)*v(k)*scale
    end subroutine
  end subroutine
end module
