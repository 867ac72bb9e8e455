! Regions in loops that are left early, and loops that are left early in regions.
! head: f(x)\(y)
! inputs: x = 0.5 .. 1.5
subroutine f(x, y)
  implicit none
  real(8), intent(inout) :: x
  real(8), intent(out) :: y
  real(8) :: a(5), t
  integer :: i, j
  a = x
  y = 0
  rows: do j = 1, 4
    t = x*j
    !$AD CHECKPOINT-START
    cols: do i = 1, 5
      if (i == j) cycle cols
      a(i) = a(i)*t
      if (a(i) > 50) exit cols
      t = t + a(i)
    end do cols
    !$AD CHECKPOINT-END
    if (t > 1000) cycle rows
    y = y + t
    !$AD CHECKPOINT-START
    x = x*0.9d0
    !$AD CHECKPOINT-END
    if (y > 300) exit rows
  end do rows
  !$AD CHECKPOINT-START
  if (y > 1) then
    y = y*x
  else
    y = y/x
  end if
  !$AD CHECKPOINT-END
end subroutine
