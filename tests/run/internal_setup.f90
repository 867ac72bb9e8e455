! Internal procedures that allocate, release and associate for their host, with arguments, called by each other.
! head: top(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
! head: steps(x)\(y)
! inputs: n = 3
! inputs: x(3) = 0.5 .. 1.5
! head: choose(x)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
subroutine top(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8), allocatable :: c(:)
  call seed
  y = sum(c**2)
contains
  subroutine seed
    allocate (c(3))
    c = x**2
  end subroutine
end subroutine
subroutine steps(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: w(:), grown(:)
  integer :: it
  call setup(2*n, 0.5d0)
  y = 0
  do it = 1, 3
    call extend(w, it)
    w(1:n) = w(1:n)*x + w(size(w))
    y = y + sum(w**2)
  end do
  call clean
contains
  subroutine setup(m, start)
    integer, intent(in) :: m
    real(8), intent(in) :: start
    integer :: i
    allocate (w(m))
    do i = 1, m
      w(i) = start*x(1 + mod(i, n))
    end do
  end subroutine
  subroutine extend(v, by)
    real(8), allocatable, intent(inout) :: v(:)
    integer, intent(in) :: by
    real(8), allocatable :: t(:)
    integer :: m
    m = size(v)
    allocate (t(m))
    t = v
    deallocate (v)
    allocate (v(m + by))
    v(:m) = t
    v(m + 1:) = t(1)*x(1)
  end subroutine
  subroutine clean
    if (allocated(w)) deallocate (w)
    if (allocated(grown)) deallocate (grown)
  end subroutine
end subroutine
subroutine choose(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), target :: a(n), b(n)
  real(8), pointer :: now(:), next(:)
  integer :: k
  a = x
  b = x**2
  now => a
  next => b
  do k = 1, 3
    next = now*next(n:1:-1) + x
    call swap
  end do
  y = sum(now*x)
contains
  subroutine swap
    real(8), pointer :: t(:)
    t => now
    now => next
    next => t
  end subroutine
end subroutine
