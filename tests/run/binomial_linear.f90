! Binomial checkpointing where a turn needs nothing, or nothing is done going forward: taking a snapshot is no end of the descent.
! head: linear(x)\(y)
! inputs: n = 6
! inputs: x(6) = 0.5 .. 1.5
subroutine linear(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w
  integer :: i, m
  y = 0
  m = 1
  w = x(1)
  !$AD BINOMIAL-CKP n+1 2 1
  do i = 1, n
    y = 0.5d0*y + i*x(i)
  end do
  !$AD BINOMIAL-CKP n 2 1
  do i = n, 2, -1
    m = m + i
    w = 0.25d0*w + x(i)
  end do
  !$AD BINOMIAL-CKP 5 1 1
  do i = 1, 4
    !$AD CHECKPOINT-START
    m = m + 1
    w = 0.5d0
    !$AD CHECKPOINT-END
  end do
  y = y*m*w*x(2)
end subroutine linear
