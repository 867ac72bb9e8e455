! A first call overwrites a local whose value is still needed by what stood before it.
! head: run(x)\(y)
! inputs: n = 3
! inputs: x(3) = 0.5 .. 1.5
! head: sums(x)\(y)
! inputs: x(5) = 0.5 .. 1.5
module m
  implicit none
  double precision :: tab
  logical :: ready = .false.
contains
  subroutine step(s, w)
    double precision, intent(inout) :: s, w
    s = s + w*w
    w = w*s
  end subroutine step
end module m
subroutine run(n, x, y)
  use m
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: x(n)
  double precision, intent(out) :: y
  double precision :: w
  integer :: i
  y = 1.0d0
  do i = 1, n
    w = x(i)
    call step(y, w)
    y = sin(y)*w
    if (.not. ready) then
      w = 0.5d0
      tab = w*w + 1.0d0
      ready = .true.
    end if
    y = y*tab
  end do
end subroutine run

subroutine sums(x, y)
  implicit none
  double precision, intent(in) :: x(5)
  double precision, intent(out) :: y
  integer :: k, i
  double precision, save :: tab(5)
  logical, save :: first = .true.
  y = 0.0d0
  do i = 1, 5
    k = minloc(x, 1)
    y = y + x(k)*x(k)*i
    if (first) then
      do k = 1, 5
        tab(k) = 1.0d0/k
      end do
      first = .false.
    end if
    y = sin(y)*tab(2)
  end do
end subroutine sums
