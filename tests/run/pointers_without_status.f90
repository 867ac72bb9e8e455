! Pointer components without an initial status, as Fortran 90 had them, in structures that are allocated on the way: the derivative of such a pointer goes
! along in the forward sweep, so what it is in must be there by then.
! head: grids_of_all%in_modules(cost)/(x)
! head: made_once%conditionally(cost)/(x)
! head: drive%in_locals(cost)/(x)
! head: drive%in_dummies(cost)/(x)
! head: drive%in_components(cost)/(x)
! inputs: x = 0.5 .. 1.5
module fields
  implicit none
  type field
    real(8), pointer :: level(:)
    real(8), pointer :: flow(:)
    real(8) :: mean
  end type field
  type basin
    real(8) :: depth
    type(field), allocatable :: parts(:)
  end type basin
contains
  subroutine make(f, n)
    type(field), allocatable, intent(out) :: f(:)
    integer, intent(in) :: n
    allocate (f(2))
    allocate (f(2)%level(n), f(2)%flow(0:n))
    f(2)%flow = 0
    f(2)%mean = 0
  end subroutine make

  subroutine step(f)
    type(field), intent(inout) :: f
    integer :: i, n
    n = size(f%level)
    f%mean = sum(f%level)/n
    do i = 1, n - 1
      f%flow(i) = 0.5d0*f%flow(i) + (f%level(i + 1) - f%level(i))*f%mean
    end do
    do i = 1, n
      f%level(i) = f%level(i)*(1 + 0.1d0*(f%flow(i) - f%flow(i - 1)))
    end do
    f%flow(n) = 0
  end subroutine step
end module fields

module grids_of_all
  use fields
  implicit none
  type(field), allocatable :: grids(:)
contains
  subroutine set_up(g, n)
    integer, intent(in) :: g, n
    if (g == 1) allocate (grids(2))
    allocate (grids(g)%level(n))
    allocate (grids(g)%flow(0:n))
    grids(g)%level = 0
    grids(g)%flow = 0
    grids(g)%mean = 0
  end subroutine set_up

  subroutine in_modules(x, cost)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: cost
    integer :: it
    call set_up(1, 5)
    call set_up(2, 3)
    grids(1)%level = x
    grids(2)%level = x(1:3)**2
    do it = 1, 3
      call step(grids(1))
      call step(grids(2))
    end do
    cost = sum(grids(1)%level**2) + grids(2)%level(2)*grids(1)%mean
  end subroutine in_modules
end module grids_of_all

module made_once
  use fields
  implicit none
  type(field), allocatable :: others(:)
contains
  subroutine set_up_once(n)
    integer, intent(in) :: n
    if (.not. allocated(others)) then
      allocate (others(1))
      allocate (others(1)%level(n), others(1)%flow(0:n))
    end if
  end subroutine set_up_once

  subroutine conditionally(x, cost)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: cost
    call set_up_once(5)
    others(1)%level = x
    others(1)%flow = 0
    call set_up_once(4)
    call step(others(1))
    call step(others(1))
    cost = sum(others(1)%level**2)
  end subroutine conditionally
end module made_once

module drive
  use fields
  implicit none
contains
  subroutine in_locals(x, cost)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: cost
    type(field), allocatable :: f(:)
    integer :: k
    allocate (f(0:1))
    do k = 0, 1
      allocate (f(k)%level(5), f(k)%flow(0:5))
      f(k)%level = x*(k + 1)
      f(k)%flow = 0
      f(k)%mean = 0
      call step(f(k))
    end do
    call step(f(1))
    cost = sum(f(0)%level*f(1)%level) + f(1)%mean
  end subroutine in_locals

  subroutine in_dummies(x, cost)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: cost
    type(field), allocatable :: f(:)
    call make(f, 5)
    f(2)%level = x**2
    call step(f(2))
    call step(f(2))
    cost = sum(f(2)%level*x) + f(2)%mean**2
  end subroutine in_dummies

  subroutine in_components(x, cost)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: cost
    type(basin) :: b
    b%depth = x(1)*x(2)
    allocate (b%parts(2))
    allocate (b%parts(2)%level(5), b%parts(2)%flow(0:5))
    b%parts(2)%level = x + b%depth
    b%parts(2)%flow = 0
    b%parts(2)%mean = 0
    call step(b%parts(2))
    call step(b%parts(2))
    cost = sum(b%parts(2)%level**2) + b%parts(2)%mean
  end subroutine in_components
end module drive
