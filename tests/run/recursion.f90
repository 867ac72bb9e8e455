! Recursive functions, one calling itself twice in a product.
! head: f(x)\(y)
! inputs: n = 5
module m
  implicit none
contains
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    y = treesum(x, 1, n)*fact(x(1), 3)
  end subroutine
  recursive function treesum(x, lo, hi) result(s)
    real(8), intent(in) :: x(:)
    integer, intent(in) :: lo, hi
    real(8) :: s
    integer :: mid
    if (lo == hi) then
      s = x(lo)**2
      return
    end if
    mid = (lo + hi)/2
    s = treesum(x, lo, mid)*treesum(x, mid + 1, hi) + x(mid)
  end function
  recursive real(8) function fact(a, k) result(r)
    real(8), intent(in) :: a
    integer, intent(in) :: k
    if (k <= 0) then
      r = 1
    else
      r = a*fact(a*0.5d0, k - 1) + a
    end if
  end function
end module
