! Internal procedures save variables of their host under loops, some before they have a value: the host's value must survive, and what has none
! is not read.
! head: f(x)\(x y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  real(8) :: v(n), unset(n), late, early
  logical :: mask(n)
  integer :: at(n)
  v = 0.5d0
  early = 0.25d0
  call overwrite(3)
  call overwrite(2)
  y = sum(v) + late*early
contains
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
