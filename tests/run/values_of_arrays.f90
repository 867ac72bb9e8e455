! What adjoints leave of dependents that are arrays (-value): of fixed, explicit and assumed shape, allocatable, in structures, updated in place, optional,
! behind pointers; of module variables, array-valued functions, and of what other procedures and other regions of code overwrite.
! options: -value
! head: arrays%updates(y)/(x y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! inputs: y(4) = 0.5 .. 1.5
! head: arrays%shaped(y c)/(x y)
! inputs: x(3,2) = 0.5 .. 1.5
! inputs: y(3,2) = 0.5 .. 1.5
! head: arrays%kept(y)/(x)
! inputs: x(4) = 0.5 .. 1.5
! inputs: y(4) = 0.5 .. 1.5
! head: arrays%parts(cells)/(cells)
! inputs: cells%u(3) = 0.5 .. 1.5
! inputs: cells%v(2,3) = 0.5 .. 1.5
! head: arrays%many(many)/(x)
! inputs: x(3) = 0.5 .. 1.5
! head: arrays%stepped(field)/(field)
! inputs: field(5) = 0.5 .. 1.5
! head: arrays%two_ways(y f)/(x y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! inputs: y(4) = 0.5 .. 1.5
! inputs: up = .true.
! head: arrays%pointed(p)/(x p)
! inputs: x(3) = 0.5 .. 1.5
! inputs: p(3) = 0.5 .. 1.5
! head: arrays%reshaped(y f)/(x y)
! inputs: x(4) = 0.5 .. 1.5
! inputs: y(4) = 0.5 .. 1.5
! head: arrays%regions(y)/(x y)
! inputs: x(4) = 0.5 .. 1.5
! inputs: y(4) = 0.5 .. 1.5
module arrays
  implicit none
  integer, parameter :: dp = kind(1.d0)
  type cell
    real(dp) :: u, v(2)
  end type cell
  real(dp) :: field(5)
contains
  subroutine updates(n, x, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp), intent(inout) :: y(n)
    integer :: i, k
    do k = 1, 3
      do i = 1, n
        y(i) = y(i)*y(i)*x(i) + 0.5_dp*y(n + 1 - i)
      end do
    end do
  end subroutine updates

  subroutine shaped(x, y, c)
    real(dp), intent(in) :: x(:,:)
    real(dp), intent(inout) :: y(:,:)
    real(dp), intent(out), optional :: c
    y = y*y*x
    y = exp(-y)*y
    if (present(c)) then
      c = sum(y**2)
      c = c*c
    end if
  end subroutine shaped

  subroutine kept(x, y)
    real(dp), allocatable, intent(in) :: x(:)
    real(dp), allocatable, intent(inout) :: y(:)
    y(:) = sin(x)*y
    y(:) = y*y
  end subroutine kept

  subroutine parts(cells)
    type(cell), intent(inout) :: cells(3)
    integer :: i
    do i = 1, 3
      cells(i)%u = cells(i)%u*cells(i)%v(1)
      cells(i)%v(2) = cells(i)%u**2*cells(i)%v(2)
      cells(i)%u = sin(cells(i)%u)*cells(i)%v(2)
    end do
  end subroutine parts

  function many(x)
    real(dp), intent(in) :: x(3)
    real(dp) :: many(3)
    many = x*x
    many = many*sin(many)
    many(2:3) = many(1:2)*many(2:3)
  end function many

  subroutine stepped()
    integer :: k
    do k = 1, 3
      call step(0.1_dp*k)
    end do
  end subroutine stepped

  subroutine step(dt)
    real(dp), intent(in) :: dt
    integer :: i
    do i = 2, 5
      field(i) = field(i) - dt*field(i)*(field(i) - field(i-1))
    end do
  end subroutine step

  subroutine two_ways(n, x, y, up, f)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp), intent(inout) :: y(n)
    logical, intent(in) :: up
    real(dp), intent(out) :: f
    integer :: i
    f = 0
    if (up) then
      do i = 1, n
        y(i) = y(i)*x(i)
        f = f*y(i) + x(i)
      end do
    else
      y = y**2
      f = y(1)*x(1)
    end if
  end subroutine two_ways

  subroutine pointed(x, p)
    real(dp), intent(in) :: x(3)
    real(dp), pointer, intent(in) :: p(:)
    p = p*p*x
    p = p*sin(p)
  end subroutine pointed

  ! Perhaps another shape by assignment: the adjoint takes it back, and the value brings it again.
  subroutine reshaped(x, y, f)
    real(dp), intent(in) :: x(4)
    real(dp), allocatable, intent(inout) :: y(:)
    real(dp), intent(out) :: f
    f = y(1)*y(2)
    y = x*x*f
    f = f*y(4)
    y = y*y
  end subroutine reshaped

  subroutine regions(x, y)
    real(dp), intent(in) :: x(4)
    real(dp), intent(inout) :: y(4)
    integer :: k
    !$AD CHECKPOINT-START
    do k = 1, 4
      y(k) = y(k)*y(k)*x(k)
    end do
    y = y*sin(y)
    !$AD CHECKPOINT-END
    do k = 1, 3
      y = y*y + x
    end do
  end subroutine regions
end module arrays
