! A fixed point with work arrays that are in no list: what is read of them is set in the same turn, and some elements neither.
! head: front(misfit)/(drag, slope)
! inputs: n = 5
! inputs: drag = 0.1 .. 0.4
! inputs: slope = 0.2 .. 0.9
! head: nested(misfit)/(drag)
! inputs: drag = 0.1 .. 0.4
module glacier
  implicit none
  integer, parameter :: cells = 4
  real(8) :: flux(0:cells + 1), part(cells, 3)
contains
  subroutine front(n, drag, slope, misfit)
    integer, intent(in) :: n
    real(8), intent(in) :: drag(n), slope
    real(8), intent(out) :: misfit
    real(8) :: speed(n), stress(n, 2), was(n), change
    integer :: i
    speed = 0
    change = 1
    !$AD FP-LOOP "speed"
    do while (change > 1.d-30)
      was = speed
      do i = 1, n
        if (mod(i, 2) == 1) then
          stress(i, 1) = drag(i)*cos(speed(i))
        else
          stress(i, 2) = drag(i)*slope + 0.2d0*speed(i - 1)**2
        end if
      end do
      do i = 1, n
        if (mod(i, 2) == 1) then
          speed(i) = stress(i, 1) + 0.1d0*slope*speed(n + 1 - i)
        else
          speed(i) = stress(i, 2)
        end if
      end do
      change = sum((speed - was)**2)
    end do
    misfit = sum(speed**2)
  end subroutine

  ! The arrays are of the module, and a procedure works with them.
  subroutine nested(drag, misfit)
    real(8), intent(in) :: drag(cells)
    real(8), intent(out) :: misfit
    real(8) :: speed(cells), was(cells)
    integer :: turn
    speed = 0.1d0
    !$AD FP-LOOP "speed"
    do turn = 1, 500
      was = speed
      call balance(drag, speed)
      if (maxval(abs(speed - was)) < 1.d-14) exit
    end do
    misfit = speed(1)*speed(3) + sum(drag*speed)
  end subroutine

  subroutine balance(drag, speed)
    real(8), intent(in) :: drag(cells)
    real(8), intent(inout) :: speed(cells)
    integer :: i
    do i = 1, cells
      if (i > 1) flux(i) = 0.3d0*sin(speed(i - 1))
      part(i, 2) = drag(i)*exp(-speed(i))
    end do
    do i = 1, cells
      speed(i) = part(i, 2)
      if (i > 1) speed(i) = speed(i) + flux(i)
    end do
  end subroutine
end module
