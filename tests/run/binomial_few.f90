! More snapshots than steps, one step, none; loops that count down; in a loop, in a region, nested; a number of snapshots that is computed.
! head: few(x)\(y)
! inputs: n = 5
! inputs: ns = 3
! inputs: x(5) = 0.5 .. 1.2
module state
  implicit none
  real(8) :: z = 1.d0
contains
  subroutine advance(x, w, y)
    real(8), intent(in) :: x
    real(8), intent(inout) :: w(2), y
    w(1) = w(1)*cos(w(2)*x)
    w(2) = w(2) + w(1)*z
    z = 0.5d0*z + 0.1d0*w(2)*x
    y = y + w(1)*w(2)
  end subroutine advance
  subroutine march(n, ns, x, w, y)
    integer, intent(in) :: n, ns
    real(8), intent(in) :: x
    real(8), intent(inout) :: w(2), y
    integer :: k
    !$AD BINOMIAL-CKP n ns-1 2
    do k = n, 2, -1
      call advance(x*k, w, y)
    end do
  end subroutine march
end module state
subroutine few(n, ns, x, y)
  use state
  implicit none
  integer, intent(in) :: n, ns
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w(2)
  integer :: i, k, m
  z = 1
  y = 0
  w = x(1:2)
  m = ns
  !$AD BINOMIAL-CKP 2 30 1
  do i = 1, 1
    call advance(x(i), w, y)
  end do
  m = m + 1
  !$AD BINOMIAL-CKP 1 3 n+1
  do i = n + 1, n
    call advance(x(n), w, y)
  end do
  do i = 1, 2
    !$AD BINOMIAL-CKP (n-1)*1 2*m 1
    do k = 1, n - 2
      call advance(x(k)*x(i), w, y)
      x(k) = x(k)*w(1) + 0.5d0
    end do
    x(i) = x(i)*y
  end do
  m = 1
  !$AD CHECKPOINT-START
  do i = 1, 2
    w(i) = w(i)*x(i)
    call march(n, ns, x(i), w, y)
  end do
  !$AD CHECKPOINT-END
  !$AD BINOMIAL-CKP 4 2 1
  do i = 1, 3
    w(1) = w(1)*y*0.1d0
    !$AD BINOMIAL-CKP n+1 1 1
    do k = 1, n
      w(2) = w(2)*0.9d0 + w(1)*x(k)
      x(k) = x(k)*w(2)
      if (mod(k, 2) == 1) y = y + x(k)*w(1)
    end do
  end do
  y = y + w(1)*w(2)*z
end subroutine few
