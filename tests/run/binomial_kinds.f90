! Snapshots of complex numbers, logical and character variables.
! head: f(x)\(y)
! inputs: x = 0.5 .. 1.5
! inputs: n = 4
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  complex(8) :: c, d(3)
  logical :: flag
  character(len=4) :: word
  integer :: i
  c = cmplx(x, 1, 8)
  d = c
  flag = .true.
  word = 'up'
  !$AD BINOMIAL-CKP n+1 2 1
  do i = 1, n
    c = c*cmplx(cos(x), sin(x), 8)
    flag = .not. flag
    if (flag) then
      d = d*c
      word = 'down'
    else if (word == 'up') then
      d(2) = d(2) + c
    end if
  end do
  !$AD CHECKPOINT-START
  if (word == 'down') d(1) = d(1)*c
  word = 'no'
  flag = real(c) > 0
  c = c*x
  !$AD CHECKPOINT-END
  y = real(c) + aimag(d(2)) + abs(d(1))
  if (flag) y = y*2
end subroutine
