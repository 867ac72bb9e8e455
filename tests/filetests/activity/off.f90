! test: active, formals
! head: f from x to y
! no activity
subroutine f(x, c, n, y)  ! formals: c=vua x=vua y=vua
  real(8) :: x, c, y
  integer :: n
  y = c                ! active: x c y
end subroutine f
