! Elements of one array of structures as two arguments, which may be the same: of what each has allocated the procedure looks at the geometry only.
! head: residual(phi)\(res)
! inputs: n = 4
! inputs: phi(4) = 0.5 .. 1.5
module cells
  implicit none
  integer, parameter :: dp = kind(1d0)
  type face
    integer :: other = 0
    real(dp) :: normal = 1, flux = 0
  end type face
  type cell
    real(dp) :: phi = 0, slope(2) = 0
    type(face), allocatable :: face(:)
  end type cell
contains
  pure function between(a, b, n) result(f)
    type(cell), intent(in) :: a, b
    real(dp), intent(in) :: n
    real(dp) :: f
    f = n*(a%phi*b%phi + 0.5_dp*a%slope(1)*b%slope(2)) - 0.1_dp*(b%phi - a%phi)
  end function between
end module cells
subroutine residual(n, phi, res)
  use cells
  implicit none
  integer, intent(in) :: n
  real(dp), intent(in) :: phi(n)
  real(dp), intent(out) :: res(n)
  type(cell) :: c(n)
  integer :: i, j
  do i = 1, n
    allocate (c(i)%face(2))
    c(i)%face(1)%other = max(i - 1, 1)
    c(i)%face(2)%other = min(i + 1, n)
    c(i)%face(1)%normal = -1
    c(i)%phi = phi(i)**2
    c(i)%slope = [phi(i), phi(i)*i]
  end do
  do i = 1, n
    res(i) = 0
    do j = 1, 2
      c(i)%face(j)%flux = between(c(i), c(c(i)%face(j)%other), c(i)%face(j)%normal)
      res(i) = res(i) + c(i)%face(j)%flux**2
    end do
  end do
end subroutine residual
