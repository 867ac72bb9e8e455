! What a passive call sets first is passive, with a derivative of zero: it may become active on some paths only.
! head: main(x)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
subroutine init(n, w, s, t)
  implicit none
  integer, intent(in) :: n
  real(8), intent(out) :: w(n), s, t
  w = 0.5d0
  s = 0.25d0
  t = 0.75d0
end subroutine init
real(8) function setup(n, v)
  implicit none
  integer, intent(in) :: n
  real(8), intent(out) :: v(n)
  v = 0.25d0
  setup = 2.d0
end function setup
subroutine main(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  real(8), external :: setup
  real(8) :: w(n), s, v(n), c
  integer :: i
  call init(n, w, s, y)
  c = setup(n, v)
  do i = 2, n
    if (x(i) > 1.d0) w(i) = x(i)**2*y
    v(i) = v(i-1) + w(i)*c
  end do
  if (x(1) > 1.d0) then
    s = x(1)*x(2)
    y = s*y
  end if
  if (x(2) > 1.d0) y = y + s*sum(w)*sum(v)
end subroutine main
