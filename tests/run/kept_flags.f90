! What is kept from one call to the next and goes into no result as a real: flags, counters, tables that a first call makes of constants, and work arrays
! of which each call sets what it reads.
! head: column(n, x)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
module tables
  implicit none
  real(8), parameter :: rate = 0.3d0
contains
  subroutine column(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: i
    y = 0
    do i = 1, n
      call level(i, x(i), y)
    end do
    call smooth(n, x, y)
  end subroutine column
  subroutine level(i, u, y)
    integer, intent(in) :: i
    real(8), intent(in) :: u
    real(8), intent(inout) :: y
    logical, save :: ready = .false.
    integer, save :: calls = 0
    real(8), save :: weight(10), last = 0
    integer :: k
    if (.not. ready) then
      do k = 1, 10
        weight(k) = exp(-rate*k)
      end do
      ready = .true.
    end if
    calls = calls + 1
    y = y + weight(i)*sin(u*y + u)
    ! For a report that nobody differentiates.
    last = 0.5d0*(last + y)
    if (calls > 0) y = y*y
  end subroutine level
  subroutine smooth(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y
    real(8), save :: work(100)
    integer :: i
    do i = 1, n
      work(i) = x(i)*y
    end do
    do i = n, 1, -1
      y = y + work(i)**2
    end do
  end subroutine smooth
end module tables
