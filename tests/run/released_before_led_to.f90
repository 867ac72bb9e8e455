! Allocatable targets that are released before a pointer is led to them: in the head itself, in a procedure that it calls, and a local.
! head: again(x)\(f)
! inputs: x(3) = 0.5 .. 1.5
! head: prepared(x)\(f)
! inputs: x(3) = 0.5 .. 1.5
! head: in_a_local(x)\(f)
! inputs: x(3) = 0.5 .. 1.5
! head: structures(x)\(f)
! inputs: x(3) = 0.5 .. 1.5
module fields
  implicit none
  type level
    real(8), allocatable :: v(:)
  end type
  real(8), allocatable, target, save :: u(:)
  real(8), pointer, save :: p(:) => null()
  type(level), allocatable, target, save :: levels(:)
contains
  subroutine again(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    if (allocated(u)) deallocate(u)
    allocate(u(3))
    u = x**2
    p => u
    f = sum(p**2)
    p(2) = p(1)*p(2)
    f = f + u(2)**2
  end subroutine
  subroutine setup(n, x)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    if (allocated(u)) deallocate(u)
    allocate(u(2*n))
    u(:n) = x**2
    u(n+1:) = x**3
    p => u(2:)
  end subroutine
  subroutine prepared(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    real(8) :: s
    s = sum(x**2)
    call setup(3, x*s)
    f = sum(p**2)
    p(2) = p(1)*s
    f = f + u(3)**2
  end subroutine
  subroutine in_a_local(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    real(8), allocatable, target :: w(:)
    real(8), pointer :: q(:)
    allocate(w(2))
    w = x(:2)**2
    f = w(1)*w(2)
    if (allocated(w)) deallocate(w)
    allocate(w(3))
    w = x**3
    q => w(2:)
    q = q**2
    f = f*sum(w)
  end subroutine
  subroutine structures(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    type(level), pointer :: fine, coarse
    integer :: l
    if (allocated(levels)) deallocate(levels)
    allocate(levels(2))
    do l = 1, 2
      allocate(levels(l)%v(3))
    end do
    fine => levels(1)
    coarse => levels(2)
    fine%v = x**2
    coarse%v = fine%v**2*x
    f = sum(levels(2)%v)*levels(1)%v(1)
  end subroutine
end module
