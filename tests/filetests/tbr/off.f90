! test: push
! head: f from x to y
! no tbr
subroutine f(x, y)
  real(8) :: x, y, t
  t = x        ! push: t
  t = 2.0d0*t  ! push: t
  y = t*t
end subroutine f
