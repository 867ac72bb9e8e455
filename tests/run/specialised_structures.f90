! head: run(x)\(y)
! inputs: n=2
! options: -specializeactivity %all%
module grid
  implicit none
  type cell
    real(8) :: a, b
    real(8), allocatable :: v(:)
  end type
contains
  subroutine mul(c, s, t)
    type(cell), intent(inout) :: c
    real(8), intent(in) :: s
    real(8), intent(in), optional :: t
    c%a = c%a*s
    if (present(t)) c%b = c%b + t*c%a
    if (.not. allocated(c%v)) allocate(c%v(2))
    c%v = c%a
  end subroutine
end module
subroutine run(n, x, y)
  use grid
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(cell) :: c, d
  c%a = 1; c%b = 2; d%a = 3; d%b = 1
  call mul(c, 2d0)
  call mul(c, x(1), 2d0)
  call mul(d, 2d0, t=x(2))
  call mul(d, 2d0)
  y = c%a*c%b + d%a*d%b + sum(d%v) + sum(c%v)
end subroutine
