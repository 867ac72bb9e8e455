! Every kind of statement of free form.
subroutine statements(n, x, y, cost)
  use, intrinsic :: ieee_arithmetic, only: finite => ieee_is_finite
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), y(n)
  real(8), intent(out) :: cost
  real(8), allocatable :: work(:), copy(:,:)
  real(8), pointer :: p(:)
  real(8), target :: t(10)
  integer :: i, j, k, ierr
  logical :: found
  character(len=20) :: line

  cost = 0.d0
  t = 1.d0
  p => t(1:5)
  ! one-line forms
  if (n < 1) return
  if (n == 1 .and. x(1) > 0.d0 .or. y(1) <= -1.d0) cost = -cost + (x(1) - y(1))*2.d0**(-n)
  where (x > 0.d0) y = sqrt(x)
  !$omp parallel do
  do i = 1, n
    x(i) = x(i) + y(i)   ! add
  end do
  outer: do i = 1, n
    inner: do j = n, 1, -1
      if (i == j) cycle outer
      if (x(i)*y(j) > 1.d3) exit outer
    end do inner
    do
      k = i + 1
      if (k > n) exit
      exit
    end do
    ! at the end of the loop
  end do outer
  do while (cost < 1.d0)
    cost = cost + 0.25d0
  end do
  select case (n)
  case (:0)
    cost = 0.d0
  case (1, 3:5)
    cost = 1.d0
  case default
    cost = 2.d0
  end select
  if (cost > 1.d0) then
    cost = 1.d0
  else if (cost < -1.d0) then
    cost = -1.d0
    ! before the else
  else
    cost = cost*cost
  end if
  where (x > 0.d0)
    y = log(x)
  elsewhere (x < 0.d0)
    y = -x
  elsewhere
    y = 0.d0
  end where
  do concurrent (i = 1:n, j = 1:2, x(i) > 0.d0)
    y(i) = x(i)*j
  end do
  block
    real(8) :: local
    local = sum(x, mask=x > 0.d0)
    cost = cost + local
  end block
  allocate (work(n), copy(0:n, 2), stat=ierr)
  if (ierr /= 0) error stop 'no memory'
  work = [x(1), (x(i), i = 2, n)]
  copy(1:n, 1) = matmul(reshape(work, [n, n]), x)
  copy(:, 2) = spread(sum(copy(:, 1:1)), 1, n + 1)
  line = 'a' // "b" // line(1:3)
  write (*, '(a, 3(1x, es12.4))') trim(line), x(1), (y(i), i = 1, min(n, 2))
  read (line, *, iostat=ierr) k
  print *, 'a long line that is printed to the terminal with several items on it', cost, k, found, ierr
  inquire (file='data.txt', exist=found)
  found = .not.(found .eqv. .true.) .neqv. any(x > y)
  found = found .and. finite(cost)
  call exchange(x(1:n:2), y(2:), &
    scale=2.d0)
  deallocate (work, copy)
  nullify (p)
  if (.not.found) stop 1
contains
  subroutine exchange(a, b, scale)
    real(8), intent(inout) :: a(:), b(:)
    real(8), intent(in), optional :: scale
    real(8) :: temp(min(size(a), size(b)))
    temp = a(:size(temp))
    a(:size(temp)) = b(:size(temp))
    b(:size(temp)) = temp
    if (present(scale)) b = b*scale
  end subroutine exchange
end subroutine statements
