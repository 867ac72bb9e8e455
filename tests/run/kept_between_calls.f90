! What procedures keep from one call to the next: a table made in the first call, active values that the next call reads, a counter; in a module that
! the caller does not share, with kinds and extents that only the procedure knows, in an internal procedure, and in a function.
! options: -saved own
! head: cost(x0)\(c)
! inputs: n = 4
! inputs: x0(4) = 0.5 .. 1.5
module precision_of_fluxes
  implicit none
  integer, parameter :: p = kind(1.0d0)
end module precision_of_fluxes
module fluxes
  implicit none
  private
  public :: flux, weight
contains
  subroutine flux(n, x, y, land)
    use precision_of_fluxes, only: p
    integer, intent(in) :: n
    real(p), intent(in) :: x(n)
    real(p), intent(out) :: y(n)
    logical, intent(in) :: land
    integer, parameter :: most = 6
    real(p), save :: t1(most)
    real(p), parameter :: start = 0.25_p
    real(p), save :: last = 2.0_p*start
    integer :: i
    if (land) then
      do i = 1, n
        t1(i) = x(i)**2 + last
      end do
      y = t1(1:n)
    else
      y = sin(t1(1:n))*x
      last = y(1)
    end if
  end subroutine flux
  real(8) function weight(k)
    integer, intent(in) :: k
    logical, save :: first = .true.
    real(8), save :: w(10)
    integer, save :: calls = 0
    integer :: i
    if (first) then
      do i = 1, 10
        w(i) = 1.0d0/i
      end do
      first = .false.
    end if
    calls = calls + 1
    weight = w(k)
  end function weight
end module fluxes
module physics
  use fluxes
  implicit none
contains
  subroutine step(n, x, c)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(inout) :: c
    real(8) :: y(n)
    integer :: i
    call flux(n, x, y, .true.)
    x = x + 0.1d0*y
    call flux(n, x, y, .false.)
    do i = 1, n
      x(i) = x(i) + weight(i)*y(i)**2
    end do
    call decay(x(1), .true.)
    call decay(x(2), .false.)
    c = c + sum(x*y)
  contains
    subroutine decay(s, reset)
      real(8), intent(inout) :: s
      logical, intent(in) :: reset
      real(8), save :: old = 1.0d0
      real(8) :: new
      if (reset) old = 1.0d0
      new = 0.5d0*(s + old)
      old = s
      s = new
    end subroutine decay
  end subroutine step
  subroutine cost(n, x0, c)
    integer, intent(in) :: n
    real(8), intent(in) :: x0(n)
    real(8), intent(out) :: c
    real(8) :: x(n), y(n)
    integer :: k
    ! Everything that is kept is set again: a second run of `cost` is the same as the first.
    x = x0
    call flux(n, x, y, .true.)
    call flux(n, 0.0d0*x, y, .false.)
    call flux(n, x, y, .true.)
    c = y(1)
    do k = 1, 3
      call step(n, x, c)
    end do
  end subroutine cost
end module physics
