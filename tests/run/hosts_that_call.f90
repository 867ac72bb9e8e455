! What internal procedures do to allocations of their host by calls: first values, INTENT(OUT) that releases.
! head: first(x)\(y)
! head: released(x)\(y)
! head: dropped(x)\(y)
module hosts_that_call
  implicit none
  type node
    real(8) :: v, u
  end type node
contains
  subroutine first(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(2)
    type(node), pointer :: n
    real(8), allocatable :: w(:)
    integer :: i
    allocate (n, w(4))
    call start()
    call look(y(1))
    n%v = x(3)*x(1)
    do i = 1, 4
      w(i) = x(i)*n%u
    end do
    y(2) = n%v*w(2)*w(3)*y(1)
    deallocate (n)
  contains
    subroutine start()
      n%v = x(1)**2
      n%u = x(2)
      w(:) = x(4)*x
    end subroutine start
    subroutine look(r)
      real(8), intent(out) :: r
      r = n%v**2*w(1)**2*w(4)
    end subroutine look
  end subroutine first

  subroutine released(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(2)
    real(8), allocatable :: a(:)
    allocate (a(4))
    a = x
    y(1) = a(1)*a(4)
    call fill(a)
    y(2) = a(1)*a(2)*y(1)
    call fill(a)
    y(2) = y(2) + a(2)
    call choose(a)
    y(1) = y(1) + a(1)*a(3)
  contains
    subroutine fill(v)
      real(8), allocatable, intent(out) :: v(:)
      v = x(1:2)**2
    end subroutine fill
    subroutine choose(v)
      real(8), allocatable, intent(out) :: v(:)
      if (.not. allocated(v)) then
        allocate (v(3))
        v(:) = x(1:3)**2
      else
        v(:) = 7.0d0*x(1:2)
      end if
    end subroutine choose
  end subroutine released

  subroutine dropped(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8), allocatable :: a(:)
    allocate (a(4))
    a = x**2
    y = a(1)*a(4)
    call drop(a)
    if (allocated(a)) y = y*a(1)
    y = y*x(3)
  contains
    subroutine drop(v)
      real(8), allocatable, intent(out) :: v(:)
    end subroutine drop
  end subroutine dropped
end module hosts_that_call
