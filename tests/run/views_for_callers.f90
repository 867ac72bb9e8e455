! Set-up routines that make pointers of their callers lead to other arguments.
! head: run(buf)\(res)
! inputs: n = 4
! inputs: buf(8) = 0.5 .. 1.5
! head: picked(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! head: columns(x m)\(y m)
! inputs: x(4) = 0.5 .. 1.5
! inputs: m(2,2) = 0.5 .. 1.5
module views
  implicit none
  integer, parameter :: dp = kind(1.d0)
  type :: state
    real(dp), pointer :: u(:) => null(), v(:) => null()
  end type
  type :: cell
    real(dp) :: h, q
  end type
  real(dp), pointer :: current(:) => null()
contains
  subroutine bind_views(buf, n, s)
    integer, intent(in) :: n
    real(dp), intent(inout), target :: buf(2*n)
    type(state), intent(out) :: s
    s%u => buf(1:n)
    s%v => buf(n + 1:)
  end subroutine

  subroutine run(buf, n, res)
    integer, intent(in) :: n
    real(dp), intent(inout), target :: buf(2*n)
    real(dp), intent(out) :: res
    type(state) :: s
    call bind_views(buf, n, s)
    s%u = s%u**2
    res = sum(s%u*s%v) + buf(n + 1)
  end subroutine

  subroutine pick(a, i, p)
    type(cell), intent(in), target :: a(:)
    integer, intent(in) :: i
    type(cell), pointer, intent(out) :: p
    p => a(i)
  end subroutine

  subroutine picked(x, y)
    real(dp), intent(in) :: x(4)
    real(dp), intent(out) :: y
    type(cell), target :: c(4)
    type(cell), pointer :: p
    integer :: i
    c%h = x
    c%q = x**2
    y = 0.0_dp
    do i = 1, 4
      call pick(c, 5 - i, p)
      p%h = p%h*p%q
      y = y + p%h*c(i)%h
    end do
  end subroutine

  subroutine select_column(m, k)
    real(dp), intent(in), target :: m(2, 2)
    integer, intent(in) :: k
    current => m(:, k)
  end subroutine

  subroutine columns(x, m, y)
    real(dp), intent(in) :: x(4)
    real(dp), intent(inout), target :: m(2, 2)
    real(dp), intent(out) :: y
    integer :: k
    y = 1.0_dp
    do k = 1, 2
      call select_column(m, k)
      current = current*x(k)
      y = y*sum(current)
    end do
    y = y + sum(m)
    nullify (current)
  end subroutine
end module
