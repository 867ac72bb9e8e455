! Allocatable components that are asked about, or allocated in some cases only: what runs again is kept where there is something.
! head: absent_allocatables%march(y)/(x)
! inputs: n = 1 .. 3
! inputs: x(4) = 0.5 .. 1.5
! head: absent_allocatables%nested(y)/(x)
! inputs: n = 1 .. 3
! inputs: x(4) = 0.5 .. 1.5
! head: absent_allocatables%checkpointed(y)/(x)
! inputs: n = 1 .. 3
! inputs: x(4) = 0.5 .. 1.5
module absent_allocatables
  implicit none
  integer, parameter :: r = kind(1d0)

  type :: field
    real(r), allocatable :: u(:)
    real(r), allocatable :: tracer(:), ice(:)
    real(r) :: w = 1
    logical :: cold = .false.
  end type field

  type :: column
    type(field), allocatable :: soil
    type(field) :: air
  end type column
contains

  subroutine start(f, x, with_tracer)
    type(field), intent(out) :: f
    real(r), intent(in) :: x(4)
    logical, intent(in) :: with_tracer
    allocate (f%u(4))
    f%u = x
    f%w = x(1)
    if (with_tracer) then
      allocate (f%tracer(2))
      f%tracer = x(3:4)
      f%cold = x(2) > 0
    end if
    if (f%cold) allocate (f%ice(3), source=x(1:3))
  end subroutine start

  subroutine step(f)
    type(field), intent(inout) :: f
    integer :: i
    do i = 2, 4
      f%u(i) = f%u(i) + 0.1_r*f%w*f%u(i - 1)**2
    end do
    if (allocated(f%tracer)) f%tracer = f%tracer*f%tracer + f%w*f%u(2)
    if (f%cold) f%ice(2:) = f%ice(:2)*f%ice(2:)*f%w
    f%w = f%w*1.1_r + 0.1_r*f%u(4)
  end subroutine step

  real(r) function total(f)
    type(field), intent(in) :: f
    total = sum(f%u**2) + f%w
    if (allocated(f%tracer)) total = total + sum(f%tracer)*f%w
    if (f%cold) total = total + sum(f%ice)
  end function total

  subroutine march(n, x, y)
    integer, intent(in) :: n
    real(r), intent(in) :: x(4)
    real(r), intent(out) :: y
    type(field) :: f
    integer :: it
    call start(f, x, n > 1)
    do it = 1, 3
      call step(f)
    end do
    y = total(f)
  end subroutine march

  subroutine both(c)
    type(column), intent(inout) :: c
    call step(c%air)
    if (allocated(c%soil)) then
      call step(c%soil)
      c%air%w = c%air%w + 0.1_r*c%soil%w
    end if
  end subroutine both

  subroutine nested(n, x, y)
    integer, intent(in) :: n
    real(r), intent(in) :: x(4)
    real(r), intent(out) :: y
    type(column) :: c
    integer :: it
    call start(c%air, x, n > 1)
    if (n /= 2) then
      allocate (c%soil)
      call start(c%soil, 0.5_r*x, n > 2)
    end if
    do it = 1, 3
      call both(c)
    end do
    y = total(c%air)
    if (allocated(c%soil)) y = y + total(c%soil)
  end subroutine nested

  subroutine checkpointed(n, x, y)
    integer, intent(in) :: n
    real(r), intent(in) :: x(4)
    real(r), intent(out) :: y
    type(field) :: f
    integer :: it
    call start(f, x, n > 1)
    !$AD BINOMIAL-CKP 7 3 1
    do it = 1, 6
      call step(f)
    end do
    y = total(f)
  end subroutine checkpointed
end module absent_allocatables
