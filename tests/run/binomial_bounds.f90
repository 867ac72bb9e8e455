! Binomial checkpointing where the turns change what the bounds were made of.
! head: f(x)\(y)
! inputs: x = 0.5 .. 1.5
! inputs: n = 6
recursive subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: s(2), w(n, n)
  real(8), save :: mem = 1
  integer :: i, k, lo
  s = [x, 2*x]
  w = x
  lo = 2
  mem = x
  !$AD BINOMIAL-CKP n-lo+2 2 lo
  do i = lo, n
    w(:, i) = w(:, i - 1)*s(1)
    s(2) = sin(s(2))*w(1, i)
    mem = mem*0.5d0 + s(2)
    do k = i, n, 2
      if (w(k, i) > 4) exit
      w(k, i) = w(k, i)*mem
    end do
    lo = lo + 1
  end do
  y = sum(w) + s(2)*lo + mem
end subroutine
