! A statement that overwrites what its adjoint reads puts it back itself: nobody else saves it. Squares, calls with work arrays, scalars.
! head: own_saves(x p)\(y)
! inputs: n = 4
! inputs: m = 3
! inputs: x = 0.2 .. 0.9
subroutine work(n, p, v)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: p
  real(8), intent(inout) :: v(n)
  integer :: i
  do i = 2, n
    v(i) = v(i)*sin(v(i-1)) + p
  end do
  do i = n - 1, 1, -1
    v(i) = v(i)*v(i+1)
  end do
end subroutine work

subroutine own_saves(n, m, x, p, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n,m), p
  real(8), intent(out) :: y
  real(8) :: u(n,m), w(n+2), s
  integer :: i, j, t
  u = x
  s = p
  do t = 1, 3
    do j = 1, m
      do i = 1, n
        u(i,j) = u(i,j)**2 + 0.1d0*p
      end do
    end do
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + 0.25d0*x(i,j)
      end do
    end do
    do j = 1, m
      do i = 1, n
        w(i) = 0.3d0*u(i,j) + 0.1d0*i
      end do
      call work(n, p, w)
      do i = 1, n
        u(i,j) = u(i,j) + 0.2d0*w(i)
      end do
    end do
    s = s*s
    s = s + u(1,1)
    if (s > 2.d0) s = s*0.5d0
  end do
  y = s + sum(u(n,:))
end subroutine own_saves
