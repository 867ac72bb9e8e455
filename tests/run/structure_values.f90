! Structures that are made by functions in array constructors, by operators, and by MERGE.
! head: filled(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
! head: chosen(x)\(y)
! inputs: x = 0.5 .. 1.5
! head: series(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
! head: spread_out(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
module intervals
  implicit none
  type interval
    real(8) :: lo, hi
  end type
  type cloud
    real(8) :: b(3)
    integer :: alive
    real(8) :: sizes(2)
  end type
  interface operator(*)
    module procedure scaled
  end interface
  interface operator(+)
    module procedure added
  end interface
contains
  type(interval) function twice(a)
    real(8), intent(in) :: a
    twice = interval(a, 2*a*a)
  end function
  elemental type(interval) function scaled(a, t)
    real(8), intent(in) :: a
    type(interval), intent(in) :: t
    scaled = interval(a*t%lo, a*t%hi)
  end function
  elemental type(interval) function added(s, t)
    type(interval), intent(in) :: s, t
    added = interval(s%lo + t%lo, s%hi + t%hi)
  end function
  subroutine filled(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(interval) :: t(3), u(2)
    integer :: k
    t = [(twice(x(k)), k=1, 3)]
    u = [twice(x(1)*t(2)%hi), interval(t(3)%lo, x(1))]
    y = sum(t%hi**2) + u(1)%hi*u(2)%lo
  end subroutine
  subroutine chosen(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(interval) :: c, d
    c = merge(interval(x, 2*x), interval(2*x, x), x >= 0)
    d = merge(c, twice(x*c%lo), x < 0)
    c = merge(interval(c%hi, c%lo*x), d, x > 0)
    y = c%hi**2*d%hi + c%lo
  end subroutine
  subroutine series(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(interval) :: c(3), t
    integer :: k
    c = [(x(k)*twice(x(1)) + interval(x(k), 1d0), k=3, 1, -1)]
    t = c(1)
    do k = 2, 3
      t = t + x(k)*c(k)
    end do
    y = t%lo*t%hi
  end subroutine
  subroutine spread_out(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(cloud) :: c
    integer :: k
    c%alive = 3
    c%sizes = [2d0, 3d0]
    forall (k=1:c%alive) c%b(k) = x(k)**2*c%sizes(2)
    forall (k=1:c%alive - 1, c%b(k) > 0) c%sizes(k) = x(k)*c%sizes(k)
    y = sum(c%b)*c%sizes(1)*c%sizes(2)
  end subroutine
end module
