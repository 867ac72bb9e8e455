! options: -i8
! INTEGER and LOGICAL without a kind have eight bytes: what the runtime writes control numbers into has four all the same, and masks and counters are
! saved as what they are.
! head: ways(y)/(x)
! inputs: n = 5
! inputs: x(5) = 0.5 .. 1.5
! head: masks(y)/(x)
! inputs: n = 5
! inputs: x(5) = 0.5 .. 1.5
! head: marching(y)/(x)
! inputs: n = 5
! inputs: x(5) = 0.5 .. 1.5
! head: held(y)/(x)
! inputs: n = 5
! inputs: x(5) = 0.5 .. 1.5
subroutine ways(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i, k
  logical :: up
  y = 1
  k = 0
  up = .true.
  do i = 1, n
    if (y > 4) exit
    select case (int(3*y) + k)
    case (:2)
      y = y*x(i) + 1
    case (3)
      y = sin(y)*x(i)
    case default
      y = sqrt(y)*x(i)
    end select
    k = modulo(k + int(4*y), 3)
    up = .not. up .or. y > 2
    if (up) y = y*(1 + 0.1d0*x(i))
  end do
  do while (y < 3)
    y = y*1.5d0 + 0.1d0*x(1)**2
  end do
end subroutine

subroutine masks(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: z(n)
  integer :: k
  z = x
  do k = 1, 3
    where (z > 1)
      z = z*z*0.6d0
    elsewhere
      z = z + 0.3d0*x
    end where
  end do
  y = sum(z**2, mask=z < 2) + maxval(z)
end subroutine

subroutine marching(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: z(n)
  integer :: k
  z = x
  !$AD BINOMIAL-CKP 5 2 1
  do k = 1, 5
    z = z + 0.1d0*sin(z)*cshift(z, 1)
  end do
  y = sum(z**2)
end subroutine

subroutine held(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: z(:)
  integer :: k
  y = 0
  do k = 1, n
    if (x(k) > 1) then
      if (allocated(z)) deallocate (z)
      allocate (z(k))
      z = x(k)*x(:k)
    end if
    if (allocated(z)) then
      z = z**2*0.5d0
      y = y + sum(z)
    end if
  end do
end subroutine
