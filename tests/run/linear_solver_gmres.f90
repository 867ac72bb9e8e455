! A dense matrix that is not symmetric, by GMRES, from an active first guess.
! inputs: n = 6
! inputs: c = 0.2 .. 0.9
! inputs: f = -1.0 .. 2.0
! inputs: y = 0.0 .. 1.0
! wrong several: derivatives in one direction
! head: fit(y)/(c, f)
! head: fit(y)/(c, f, y)
subroutine gmres(n, a, b, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n,n), b(n)
  real(8), intent(inout) :: x(n)
  call run(n, a, b, x)
end subroutine gmres

subroutine gmres_t(n, a, b, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n,n), b(n)
  real(8), intent(inout) :: x(n)
  call run(n, transpose(a), b, x)
end subroutine gmres_t

subroutine run(n, a, b, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n,n), b(n)
  real(8), intent(inout) :: x(n)
  real(8) :: v(n,n+1), h(n+1,n), c(n), s(n), g(n+1), y(n), t
  integer :: i, j, k, m
  v(:,1) = b - matmul(a, x)
  g = 0.0d0
  g(1) = sqrt(sum(v(:,1)**2))
  if (g(1) < 1.0d-15) return
  v(:,1) = v(:,1)/g(1)
  h = 0.0d0
  m = n
  do j = 1, n
    v(:,j+1) = matmul(a, v(:,j))
    do i = 1, j
      h(i,j) = sum(v(:,i)*v(:,j+1))
      v(:,j+1) = v(:,j+1) - h(i,j)*v(:,i)
    end do
    h(j+1,j) = sqrt(sum(v(:,j+1)**2))
    if (h(j+1,j) > 1.0d-14) v(:,j+1) = v(:,j+1)/h(j+1,j)
    do k = 1, j - 1
      t = c(k)*h(k,j) + s(k)*h(k+1,j)
      h(k+1,j) = c(k)*h(k+1,j) - s(k)*h(k,j)
      h(k,j) = t
    end do
    t = sqrt(h(j,j)**2 + h(j+1,j)**2)
    c(j) = h(j,j)/t
    s(j) = h(j+1,j)/t
    h(j,j) = t
    g(j+1) = -s(j)*g(j)
    g(j) = c(j)*g(j)
    if (abs(g(j+1)) < 1.0d-15) then
      m = j
      exit
    end if
  end do
  do i = m, 1, -1
    y(i) = g(i)
    do k = i + 1, m
      y(i) = y(i) - h(i,k)*y(k)
    end do
    y(i) = y(i)/h(i,i)
  end do
  do i = 1, m
    x = x + y(i)*v(:,i)
  end do
end subroutine run

subroutine fit(n, c, f, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: c(n), f(n)
  real(8), intent(inout) :: y(n)
  real(8) :: a(n,n), b(n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      a(i,j) = 0.3d0*sin(1.0d0*i - 2.0d0*j)*c(i)*c(j)
    end do
    a(j,j) = a(j,j) + 2.0d0
  end do
  b = f*c
  !$AD LINEAR-SOLVER a y b TRANSPOSED gmres_t
  call gmres(n, a, b, y)
  y = y**2
end subroutine fit
