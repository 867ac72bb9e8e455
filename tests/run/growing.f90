! Allocatable results and arguments, arrays that grow, a module array made again.
! head: job(x s m)\(r)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.0
! inputs: s = 0.3 .. 0.9
! inputs: m(4,4) = -0.5 .. 0.5
! inputs: weights(4) = 0.5
module grow
  implicit none
  integer, parameter :: wp = kind(1.0d0)
  real(wp), allocatable :: weights(:)
contains
  function smooth(x) result(y)
    real(wp), intent(in) :: x(:)
    real(wp), allocatable :: y(:)
    integer :: i
    allocate (y(size(x)))
    y = x
    do i = 2, size(x) - 1
      y(i) = 0.25_wp*x(i - 1) + 0.5_wp*x(i)*x(i) + 0.25_wp*x(i + 1)
    end do
  end function smooth

  subroutine double_up(v)
    real(wp), allocatable, intent(inout) :: v(:)
    real(wp), allocatable :: w(:)
    integer :: i
    allocate (w(2*size(v)))
    do i = 1, size(v)
      w(2*i - 1) = v(i)
      w(2*i) = v(i)*v(i)
    end do
    v = w
  end subroutine double_up

  subroutine prepare(n, s)
    integer, intent(in) :: n
    real(wp), intent(in) :: s
    integer :: i
    if (allocated(weights)) deallocate (weights)
    allocate (weights(n))
    do i = 1, n
      weights(i) = s*i
    end do
  end subroutine prepare

  subroutine job(n, x, s, m, r)
    integer, intent(in) :: n
    real(wp), intent(in) :: x(n), s, m(n, n)
    real(wp), intent(out) :: r
    real(wp), allocatable :: v(:), history(:), u(:)
    integer :: k
    call prepare(n, s)
    v = smooth(x)
    u = x
    allocate (history(0))
    do k = 1, 3
      u = matmul(m, u)
      history = [history, sum(u*weights)]
      if (k < 3) call double_up(v)
    end do
    r = sum(history**2) + sum(v*v)
  end subroutine job
end module grow
