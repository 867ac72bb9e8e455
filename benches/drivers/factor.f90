! head: factor(x)/(a b)
program drive
  use timing
  implicit none
  integer, parameter :: n = 400
  real(8), allocatable :: a0(:,:), a(:,:), ab(:,:)
  real(8) :: b(n), x(n), bb(n), xb(n)
  integer :: i, j, k
  allocate (a0(n,n), a(n,n), ab(n,n))
  do j = 1, n
    do i = 1, n
      a0(i,j) = 1.d0/(1.d0 + abs(i - j))
    end do
    a0(j,j) = 10.d0 + 0.01d0*j
    b(j) = sin(0.1d0*j)
  end do
  do k = 1, repetitions(8)
    a = a0
    call start()
    call factor(n, a, b, x)
    call stop_clock(primal)
    a = a0
    xb = [(1.d0 + 0.01d0*i, i = 1, n)]
    ab = 0.d0
    bb = 0.d0
    call start()
    call factor_b(n, a, ab, b, bb, x, xb)
    call stop_clock(derivative)
  end do
  call weigh(reshape(ab, [n*n]))
  call weigh(bb)
  call report()
end program drive
