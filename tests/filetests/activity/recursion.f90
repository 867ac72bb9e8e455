! test: varied, formals, diffdep
! head: top from x to y
subroutine top(x, y)     ! formals: x=va y=ua | diffdep: y<x
  real(8) :: x, y
  y = power(x, 3)        ! varied: x y
contains
  recursive function power(a, n) result(r)  ! formals: a=va result=ua | diffdep: r<a
    real(8), intent(in) :: a
    integer, intent(in) :: n
    real(8) :: r
    if (n == 0) then
      r = 1.0d0          ! varied: a
    else
      r = a*power(a, n - 1) ! varied: a r
    end if
  end function power
end subroutine top
