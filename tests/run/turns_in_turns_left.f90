! inputs: n = 4
! inputs: a = 0.4 .. 1.2
! head: twice(a)\(y)
! head: inner(a)\(y)
! What turns in turns overwrite when they run again is put back for the caller, although the outer turn by itself does not compute it.
subroutine twice(n, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: y
  real(8) :: w(n), z(n)
  integer :: i
  w = 0.5d0
  z = 0.25d0
  y = 0.0d0
  do i = 1, n
    y = y + w(1)*z(2)
    call fill(n, a, w, z)
    y = y + w(2)*w(3)*z(1)
    w(1) = w(1)*a(i)
  end do
end subroutine twice

subroutine fill(n, a, w, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: w(n), z(n)
  real(8) :: t, u
  integer :: i, j
  do i = 1, n
    t = a(i)*a(i)
    do j = 1, n
      u = t*a(j)
      z(j) = u*u
      w(j) = w(j) + z(j)*t*0.1d0
    end do
  end do
end subroutine fill

subroutine inner(n, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: y
  real(8) :: w(n), z(n)
  integer :: i, j, k
  z = 0.25d0
  y = 0.0d0
  do i = 1, n
    w = a*z(1)
    do j = 1, n
      do k = 1, n
        z(k) = sin(w(j)*a(k))
        y = y + z(k)*w(k)
      end do
    end do
    y = y*z(2)
  end do
end subroutine inner
