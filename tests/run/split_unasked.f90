! Procedures that keep nothing for their adjoint are called in split mode: once, in a loop whose turns overwrite their results, under a test.
! head: unasked(a b)\(r)
! inputs: n = 3
! inputs: a(3,3) = 0.2 .. 0.8
! inputs: b(3) = 0.5 .. 1.5
subroutine factorise(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n,n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, j - 1
      do i = j, n
        a(i,j) = a(i,j) - a(i,k)*a(j,k)
      end do
    end do
    a(j,j) = sqrt(a(j,j))
    do i = j + 1, n
      a(i,j) = a(i,j)/a(j,j)
    end do
  end do
end subroutine factorise

subroutine unasked(n, a, b, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n,n), b(n)
  real(8), intent(out) :: r
  real(8) :: m(n,n)
  integer :: i, j, t
  r = 0.0d0
  do j = 1, n
    do i = 1, n
      m(i,j) = 0.5d0*(a(i,j) + a(j,i))
    end do
    m(j,j) = m(j,j) + 3.0d0
  end do
  do t = 1, 3
    call factorise(n, m)
    do j = 1, n
      r = r + m(n,j)*b(j)*m(j,j)
      do i = 1, n
        m(i,j) = sin(m(max(i,j),min(i,j)))*0.2d0
      end do
      m(j,j) = m(j,j) + 2.0d0 + b(j)*b(j)
    end do
  end do
  if (r > -100.0d0) then
    call factorise(n, m)
    r = r*m(n,n) + m(2,1)
  end if
end subroutine unasked
