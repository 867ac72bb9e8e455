! head: arrays(cost)/(a x)
program drive
  use timing
  implicit none
  integer, parameter :: n = 1000, m = 400
  real(8), allocatable :: a(:,:), ab(:,:), g(:,:)
  real(8) :: x(m), xb(m), cost, costb
  integer :: i, j, k
  allocate (a(n,m), ab(n,m), g(n,m))
  do j = 1, m
    do i = 1, n
      a(i,j) = sin(0.1d0*i + 0.3d0*j)
      g(i,j) = cos(0.2d0*i - 0.1d0*j)
    end do
    x(j) = 1.d0 + 0.5d0*sin(0.7d0*j)
  end do
  do k = 1, repetitions(30)
    call start()
    call arrays(n, m, a, x, g, cost)
    call stop_clock(primal)
    costb = 1.d0
    ab = 0.d0
    xb = 0.d0
    call start()
    call arrays_b(n, m, a, ab, x, xb, g, cost, costb)
    call stop_clock(derivative)
  end do
  call weigh(reshape(ab, [n*m]))
  call weigh(xb)
  call report()
end program drive
