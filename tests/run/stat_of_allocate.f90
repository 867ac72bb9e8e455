! STAT= sets an integer that is a subscript, a bound, a test or names a target later; what is allocated may be passive.
! head: chosen(x)\(y)
! head: summed(x)\(y)
! head: branched(x)\(y)
! head: led(x)\(y)
! head: counted(x)\(y)
module stat_of_allocate
  implicit none
contains
  subroutine chosen(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: table(0:3)
    integer, allocatable :: flags(:)
    integer :: at
    table = [x(1), x(2)*x(1), x(3), x(4)]
    at = 2
    table(at) = table(at)*x(1)
    allocate (flags(3), stat=at)
    table(at) = table(at)**2*x(2)
    at = 3
    deallocate (flags, stat=at)
    y = table(at)*table(1) + table(2)
  end subroutine
  subroutine summed(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8), allocatable :: w(:)
    integer :: first, k
    y = 1
    do k = 1, 4
      first = k
      y = y*x(first)
      if (k > 1) deallocate (w, stat=first)
      y = y + sin(x(first + 1))
      allocate (w(first + 2), source=x(k)*y, stat=first)
      y = y + sum(w(first + 1:)**2)
    end do
  end subroutine
  subroutine branched(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8), allocatable :: a(:), b(:)
    integer :: code
    character(len=40) :: why
    code = 7
    allocate (a(4), b(2), stat=code, errmsg=why)
    a = x
    if (code == 0) then
      b = a(1:2)*a(3:4)
    else
      b = 0
    end if
    code = 5
    deallocate (a, stat=code)
    select case (code)
    case (0)
      y = b(1)*b(2)
    case default
      y = b(1)
    end select
  end subroutine
  subroutine led(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8), target :: rows(0:2, 2)
    real(8), pointer :: row(:)
    real(8), allocatable :: w(:)
    integer :: i
    rows(:, 1) = x(1:3)
    rows(:, 2) = x(2:4)*x(1)
    i = 1
    row => rows(i, :)
    allocate (w(2), stat=i)
    w = row*x(1)
    row(1) = row(1)*w(2)
    y = sum(row*rows(i, :)) + w(1)
  end subroutine
  subroutine counted(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8), allocatable :: w(:)
    real(8) :: t
    integer :: n
    n = 3
    t = x(1)
    do while (n > 0)
      t = t*x(n)
      if (n == 1) then
        allocate (w(4), stat=n)
        w = x*t
      else
        n = n - 1
      end if
    end do
    y = t + w(n + 2)
  end subroutine
end module
