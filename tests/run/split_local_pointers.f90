! Split mode with local pointers that are other names for what outlives the call: parts of arguments, and variables of modules.
! options: -nocheckpoint advance -nocheckpoint exchange
! head: run(y)/(x, drag)
! inputs: n = 3
! inputs: k = 2
! inputs: drag = 0.4 .. 0.9
module stream
  implicit none
  type basin
    real(8), allocatable :: area(:)
    real(8) :: width(4) = 0.8d0
  end type
  real(8), target :: store(4, 3)
contains
  subroutine run(n, k, x, drag, y)
    integer, intent(in) :: n, k
    real(8), intent(in) :: x(4), drag(4)
    real(8), intent(out) :: y
    type(basin), target :: b
    real(8), target :: q(4)
    integer :: step
    q = x
    store = 0.25d0
    allocate (b%area(4))
    b%area = drag
    do step = 1, n
      call advance(k, q, b)
      call exchange(step, q)
    end do
    y = sum(q**2) + sum(store(:, 2)*store(:, 3))
  end subroutine

  subroutine advance(k, q, b)
    integer, intent(in) :: k
    real(8), intent(inout), target :: q(4)
    type(basin), intent(in), target :: b
    real(8), pointer :: a(:), w(:), lower(:)
    a => b%area
    w => b%width
    lower => q(:k)
    q = sin(q)*a + 0.1d0*w
    lower = lower*lower*a(1)
    q = q*q + lower(1)
  end subroutine

  subroutine exchange(step, q)
    integer, intent(in) :: step
    real(8), intent(inout) :: q(4)
    real(8), pointer :: kept(:), before(:)
    integer :: i
    kept => store(:, 2)
    before => store(:, 3)
    do i = 1, 4
      if (mod(i + step, 2) == 0) then
        kept(i) = kept(i) + q(i)**2
      else
        before(i) = before(i)*q(i)
      end if
    end do
    q = q*kept + 0.2d0*before
  end subroutine
end module
