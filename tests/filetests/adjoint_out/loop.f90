! What TBR restores is not modified in the end; what nobody needs is.
! test: adj-out, push
! head: f from x to y
subroutine f(n, x, y, w)
  integer :: n, i
  real(8) :: x, y, w(n), t
  t = x ! adj-out: i t
  do i = 1, n ! adj-out: i
    w(i) = i ! push: w
    t = t*t*w(i) ! push: t
  end do
  y = t
end subroutine f
