! What procedures without derivatives allocate, release and give another shape: tables of a first call, of each call, and work arrays.
! head: f(x)\(y)
! inputs: n = 3
! inputs: x(3) = 0.5 .. 4.5
module tables
  implicit none
  integer, parameter :: dp = kind(1.d0), nt = 6
  real(dp), allocatable, save :: once(:), wide(:), twice(:), work(:)
  logical, save :: ready = .false.
contains
  subroutine make_once
    integer :: i
    if (allocated(once)) return
    allocate (once(nt))
    once = [(sin(0.3d0*i), i=1, nt)]
  end subroutine make_once
  subroutine make_twice
    twice = once(2:)**2
    ready = .true.
  end subroutine make_twice
  subroutine widen(n)
    integer, intent(in) :: n
    integer :: i
    if (allocated(wide)) then
      if (size(wide) /= n) deallocate (wide)
    end if
    if (.not. allocated(wide)) allocate (wide(n))
    do i = 1, n
      wide(i) = cos(0.2d0*i*n)
    end do
  end subroutine widen
  subroutine set_up(n)
    integer, intent(in) :: n
    integer :: i
    allocate (work(n))
    do i = 1, n
      work(i) = 1 + 1/real(i + n, dp)
    end do
  end subroutine set_up
  subroutine release
    deallocate (work)
  end subroutine release
  function look(t) result(r)
    real(dp), intent(in) :: t
    real(dp) :: r, w
    integer :: k
    call make_once
    if (.not. ready) call make_twice
    k = int(t) + 1
    call widen(k + 1)
    w = t - (k - 1)
    r = (1 - w)*once(k)*wide(k) + w*once(k + 1)**2*w*wide(k + 1)*twice(k)
  end function look
end module tables
subroutine f(n, x, y)
  use tables
  implicit none
  integer, intent(in) :: n
  real(dp), intent(in) :: x(n)
  real(dp), intent(out) :: y
  integer :: i
  y = 0
  do i = 1, n
    call set_up(n + i)
    y = y + look(x(i))*x(i)*work(i + 1) + work(n + i)*y*x(1)
    y = y + look(0.5d0*x(i))**2*work(i)
    call release
  end do
  call set_up(n)
  y = y**2*work(1)
  call release
end subroutine f
