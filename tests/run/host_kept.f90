! Internal procedures save variables of their host under loops, some before they have a value: the host's value must survive, and what has none
! is not read.
! head: f(x)\(x y z w)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
subroutine f(n, x, y, z, w)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y, z, w(n)
  real(8) :: v(n), unset(n), late, early
  logical :: mask(n)
  integer :: at(n)
  v = 0.5d0
  early = 0.25d0
  z = x(2)
  call set(1)
  call overwrite(3)
  call overwrite(2)
  y = sum(v) + late*early
  call set(n)
  z = z + w(1)*w(n)
contains
  ! The outputs of the host: one was set before, the other is set here.
  subroutine set(m)
    integer, intent(in) :: m
    real(8) :: old
    integer :: i
    old = z
    do i = m, 1, -1
      if (m == n) w = w*z + x
      z = tanh(0.5d0*old*early*z)
    end do
    if (m == 1) w = old*x
  end subroutine set
  subroutine overwrite(m)
    integer, intent(in) :: m
    real(8) :: own(n)
    integer :: i, k
    do i = 1, m
      ! Elements of the host's array, some of which keep the value that the host gave them.
      v(2:) = (1.5d0 + sin(v(:n - 1)))*x(i)
      unset(:) = sin(v)*early
      own(:2) = unset(:2)*v(:2)
      own(3:) = x(3:)
      late = own(1)*own(2) + unset(1)**2
      mask = v > x
      at = (/(mod(i + k, n) + 1, k=1, n)/)
      where (mask) v = x*v*late
      x(at) = x*sin(unset) + own**2
      early = early*late
    end do
  end subroutine overwrite
end subroutine f
