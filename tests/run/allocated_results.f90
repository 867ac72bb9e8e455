! Values of functions that ALLOCATE gives their shape, and that are assigned again.
! inputs: x = 0.5 .. 1.5
! head: refined(x)\(y)
module allocated_results
  implicit none
contains
  function scaled(a, fine) result(x)
    real(8), intent(in) :: a(:)
    logical, intent(in) :: fine
    real(8), allocatable :: x(:)
    allocate(x, source=a)
    if (fine) x = x + sin(a)
  end function

  function table(a, n) result(t)
    real(8), intent(in) :: a(:)
    integer, intent(in) :: n
    real(8), allocatable :: t(:, :)
    integer :: i
    allocate(t(size(a), n), source=1.d0)
    do i = 1, n
      t(:, i) = a**i
    end do
  end function

  subroutine refined(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8) :: r(2)
    r = scaled([x, x*x], .true.) + scaled([x*x, x], .false.)
    y = product(r) + sum(table(r, 3))
  end subroutine
end module
