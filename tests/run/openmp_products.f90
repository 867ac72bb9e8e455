! A product, which is serial, and sums over two loops that are one.
! head: prod(p,y)/(x)
! inputs: n = 6
! options: -openmp
subroutine prod(n, x, p, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: p, y(n,2)
  integer :: i, j
  real(8) :: acc(2)
  p = 1
  !$omp parallel do reduction(*:p)
  do i = 1, n
    p = p*x(i)
  end do
  acc = 0
  !$omp parallel do collapse(2) reduction(+:acc)
  do j = 1, 2
    do i = 1, n
      y(i,j) = x(i)**(j+1)
      acc(j) = acc(j) + y(i,j)*x(n+1-i)
    end do
  end do
  p = p + acc(1)*acc(2)
  !$omp parallel do
  do i = 1, n
    y(i,:) = y(i,:)*p + y(i,2)
  end do
end subroutine
