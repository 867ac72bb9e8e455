! head: run(y)/(x kappa)
module g
  implicit none
  real(8) :: kappa = 0.4d0
  real(8) :: acc(3)
contains
  subroutine tick(x)
    real(8), intent(in) :: x
    acc(1) = acc(1)*kappa + x
    acc(2) = acc(2) + acc(1)*acc(1)
    acc(3) = acc(1)
  end subroutine tick
  subroutine run(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: i
    acc = 0.d0
    do i = 1, n
      call tick(x(i))
    end do
    y = acc(2)*acc(3)
  end subroutine run
end module g
! driver:
program driver
  use g_diff
  implicit none
  real(8) :: x(5), xd(5), xb(5), y, yb, fd, ad, h, k0, kd
  integer :: i
  k0 = 0.4d0
  kd = -0.3d0
  do i = 1, 5
    x(i) = 0.3d0*i - 0.2d0
    xd(i) = cos(1.d0*i)
  end do
  h = 1.d-6
  fd = (cost(h) - cost(-h))/(2*h)
  kappa = k0
  do i = 1, 2
    xb = 3.d0
    kappab = 5.d0
    yb = 2.d0
    call run_b(5, x, xb, y, yb)
    ad = sum(xb*xd) + kappab*kd
    if (abs(fd - ad) > 1.d-6*abs(fd)) then
      print *, 'differs  ', fd, ad
      stop
    end if
    if (abs(yb) > 0) stop
  end do
  print *, 'ok'
contains
  function cost(h)
    real(8), intent(in) :: h
    real(8) :: cost, c
    kappa = k0 + h*kd
    call run(5, x + h*xd, c)
    cost = 2*c
  end function cost
end program driver
