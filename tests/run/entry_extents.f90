! Arrays keep the extents that their bounds had where the procedure began, whatever becomes of the dummies in them: what is cleared, saved and allocated
! of them, and which loops cover them.
! head: model(x)\(y)
! inputs: x(6) = 0.3 .. 0.9
subroutine work(k, a)
  implicit none
  integer, intent(in) :: k
  real(8), intent(inout) :: a(k)
  a = 0.5d0*a*a + sin(a)
end subroutine work

subroutine shrink(k)
  implicit none
  integer, intent(inout) :: k
  k = k - 3
end subroutine shrink

subroutine sections(n, m, x, y)
  implicit none
  integer, intent(in) :: m
  integer, intent(inout) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(inout) :: y
  real(8) :: w(n, 2)
  integer :: i
  call shrink(n)
  do i = 1, m
    w(:, 1) = x*i
    w(:, 2) = w(:, 1)*x
    x(:) = sin(x) + 0.1d0*sin(w(:, 2)*w(:, 1))
    x(2:) = x(2:)*x(2:)*cos(x(n))
  end do
  y = y + sum(x) + n
  n = n + 3
end subroutine sections

subroutine covered(n, x, y)
  implicit none
  integer, intent(inout) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(inout) :: y
  integer :: i
  n = n - 3
  do i = 1, n
    x(i) = 0.5d0
  end do
  if (x(n + 1) > 100.0d0) then
    n = 6
    return
  end if
  n = n + 3
  y = y*sum(x*x)
end subroutine covered

subroutine passed(n, m, x, y)
  implicit none
  integer, intent(in) :: m
  integer, intent(inout) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(inout) :: y
  real(8) :: w(n)
  logical :: mask(n)
  integer :: i, k
  k = n
  w = x*x
  do n = 2, m
    mask = w > 0.5d0
    where (mask) w = sin(w*w) + x
    call work(k, w)
    x = cos(x*w)
    block
      real(8) :: part(n)
      part = w(:n)*x(:n)
      w(:n) = sin(part)*w(:n)
    end block
  end do
  do i = 1, 2
    n = i
    w = w*cos(w + x(n))
  end do
  y = y + sum(x*w)
  n = k
end subroutine passed

subroutine model(x, y)
  implicit none
  real(8), intent(inout) :: x(6)
  real(8), intent(out) :: y
  integer :: n
  n = 6
  y = 0.0d0
  call passed(n, 3, x, y)
  x = x + 0.5d0
  call sections(n, 3, x, y)
  call covered(n, x, y)
end subroutine model
