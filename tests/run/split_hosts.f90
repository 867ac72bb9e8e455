! A procedure that allocates for its callers, and whose internal procedures have derivatives: it is called in split mode.
! head: hosts%cost(y)/(x)
! inputs: n = 4
! inputs: x = 0.5 .. 1.5
module hosts
  implicit none
  integer, parameter :: dp = kind(1.d0)
  type :: item
    real(dp) :: size = 0.0_dp, weight = 0.0_dp
  end type
  type :: shelf
    type(item), allocatable :: items(:)
    real(dp), allocatable :: load(:)
    integer :: used = 0
  end type
contains
  subroutine fill(s, n, x)
    type(shelf), intent(inout) :: s
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp) :: total
    integer :: i
    allocate (s%items(2*n), s%load(n))
    total = 0.5_dp
    do i = 1, n
      call put(x(i))
      total = total*(1.0_dp + 0.1_dp*x(i))
      call put(x(i)*total)
      s%load(i) = weight_of(s%items(2*i))
      if (x(i) > 1.0_dp) call put_last(total)
    end do
    s%load = s%load*total
  contains
    subroutine put(v)
      real(dp), intent(in) :: v
      s%used = s%used + 1
      s%items(s%used)%size = v*v*total
      s%items(s%used)%weight = v/(1.0_dp + total)
      total = total + 0.05_dp*v
    end subroutine
    subroutine put_last(w)
      real(dp), intent(in) :: w
      s%items(s%used)%weight = s%items(s%used)%weight*exp(-w)
    end subroutine
    real(dp) function weight_of(t)
      type(item), intent(in) :: t
      weight_of = t%size*sin(t%weight) + total
    end function
  end subroutine

  subroutine cost(n, x, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y
    type(shelf) :: a, b
    integer :: i
    call fill(a, n, x)
    call fill(b, n, a%load)
    y = 0.0_dp
    do i = 1, 2*n
      y = y + a%items(i)%size*b%items(i)%weight
    end do
    y = y + sum(b%load)
  end subroutine
end module
