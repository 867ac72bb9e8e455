! Single precision: a loop under binomial checkpointing in a region in another such loop, which runs down.
! head: g(x)\(y)
! inputs: x = 0.5 .. 1.5
subroutine g(x, y)
  implicit none
  real, intent(in) :: x
  real, intent(out) :: y
  real :: a(4), s
  integer :: i, j, last
  a = [x, x*x, 1.0, 2.0]
  s = 0
  last = 3
  !$AD BINOMIAL-CKP 4 2 1
  outer: do i = last, 1, -1
    a(i) = a(i) + s*0.1
    !$AD CHECKPOINT-START
    s = s + a(i)**2
    !$AD BINOMIAL-CKP 5 2 1
    do j = 1, 4
      a(j) = a(j)*cos(s) + 0.1*j
      s = 0.5*s + 0.1*a(j)
    end do
    !$AD CHECKPOINT-END
    last = last - 1
  end do outer
  y = s + sum(a) + last
end subroutine g
