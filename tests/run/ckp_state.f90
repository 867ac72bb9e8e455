! Regions and binomial checkpointing with structures, allocatables, SELECT CASE, WHERE, calls with effects.
! head: f(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
! inputs: m = 4
module types
  implicit none
  type state
    real(8) :: a(3)
    real(8) :: b
    integer :: tag
  end type
contains
  subroutine kick(s, g)
    type(state), intent(inout) :: s
    real(8), intent(in) :: g
    s%a = s%a*g + s%b
    s%b = s%b*s%a(2)
    s%tag = s%tag + 1
  end subroutine
end module
subroutine f(m, x, y)
  use types
  implicit none
  integer, intent(in) :: m
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  type(state) :: s
  real(8) :: w(m)
  real(8), allocatable :: v(:)
  integer :: k
  s%a = x
  s%b = x(1)
  s%tag = 0
  allocate (v(m))
  v = x(2)
  w = x(3)
  do k = 1, m
    !$AD CHECKPOINT-START
    call kick(s, w(k))
    select case (s%tag)
    case (1)
      v = v*s%b
    case (2, 3)
      w = w + v*s%a(1)
      where (w > 3) w = 3 + sin(w)
    case default
      v(k) = w(k)*s%b
    end select
    !$AD CHECKPOINT-END
    y = s%a(1)*w(k)
  end do
  !$AD BINOMIAL-CKP m+1 2 1
  do k = 1, m
    call kick(s, v(k)*0.1d0)
    v = v*0.9d0 + s%b*0.01d0
  end do
  y = y + sum(v) + s%b + s%a(3)*s%tag
  deallocate (v)
end subroutine f
