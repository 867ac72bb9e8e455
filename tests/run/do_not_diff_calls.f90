! Regions without derivatives: calls with effects, loops, one in a region that is run again.
! head: f(x)\(y)
! inputs: x = 0.5 .. 1.5
! inputs: n = 3
module lim
  implicit none
  real(8) :: cap = 2
contains
  subroutine limiter(v, hits)
    real(8), intent(inout) :: v
    integer, intent(inout) :: hits
    if (v > cap) then
      v = cap
      hits = hits + 1
    end if
  end subroutine
end module
subroutine f(n, x, y)
  use lim
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a(n), b, old
  integer :: i, hits
  hits = 0
  y = 0
  b = x
  do i = 1, n
    a(i) = b*i
    old = a(i)
    !$AD DO-NOT-DIFF
    call limiter(old, hits)
    do while (hits > 5)
      hits = hits - 1
    end do
    !$AD END-DO-NOT-DIFF
    a(i) = a(i)*(1 + hits)
    !$AD CHECKPOINT-START
    b = b*sin(a(i))
    !$AD DO-NOT-DIFF
    if (b > 100) hits = 0
    !$AD END-DO-NOT-DIFF
    b = b + x*hits
    !$AD CHECKPOINT-END
    y = y + b*a(i)
  end do
end subroutine
