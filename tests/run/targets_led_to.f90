! Allocatable targets that pointers of the module, or of another procedure, lead to: assigned whole, and released.
! head: twice(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! head: solve(f)\(obj)
! inputs: f(4) = 0.5 .. 1.5
module parts
  implicit none
  real(8), allocatable, target, save :: st(:)
  real(8), pointer, save :: pv(:) => null()
contains
  subroutine init(x)
    real(8), intent(in) :: x(4)
    if (.not. allocated(st)) allocate(st(4))
    st = x
    pv => st(2:3)
  end subroutine
  subroutine twice(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    call init(x)
    if (x(1) > 0) call init(x**2)
    pv(1) = pv(1)**2
    y = pv(1)*st(4)
  end subroutine
end module
module mg
  implicit none
  type level
    real(8), allocatable :: u(:)
  end type
  type(level), allocatable, target, save :: lev(:)
contains
  subroutine setup(n)
    integer, intent(in) :: n
    integer :: l
    allocate(lev(n))
    do l = 1, n
      allocate(lev(l)%u(4))
      lev(l)%u = 0
    end do
  end subroutine
  recursive subroutine work(l)
    integer, intent(in) :: l
    type(level), pointer :: fine, coarse
    fine => lev(l)
    if (l == 2) return
    coarse => lev(l+1)
    coarse%u = fine%u**2
    call work(l+1)
  end subroutine
  subroutine solve(f, obj)
    real(8), intent(in) :: f(4)
    real(8), intent(out) :: obj
    call setup(2)
    lev(1)%u = f
    call work(1)
    obj = sum(lev(2)%u*f)
    deallocate(lev)
  end subroutine
end module
