! x to the power of how many turns lie strictly between 1 and 5.
function f(x, y)
  implicit none
  real(8) :: f, x, o
  integer :: y, i
  o = 1.0d0
  do i = 0, y - 1
    if (i > 1) then
      if (i < 5) then
        o = o*x
      end if
    end if
  end do
  f = o
end function f
