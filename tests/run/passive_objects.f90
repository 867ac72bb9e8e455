! Two objects of one class, one passive by its dynamic type.
! head: f(x)\(y)
module m
  implicit none
  type, abstract :: base
    real(8) :: dt = 0.1d0
  contains
    procedure(step_i), deferred :: step
    procedure :: advance
  end type
  abstract interface
    subroutine step_i(this, y)
      import :: base
      class(base), intent(inout) :: this
      real(8), intent(inout) :: y
    end subroutine
  end interface
  type, extends(base) :: e1
  contains
    procedure :: step => s1
  end type
  type, extends(base) :: e2
    real(8), allocatable :: k(:)
  contains
    procedure :: step => s2
  end type
contains
  subroutine s1(this, y)
    class(e1), intent(inout) :: this
    real(8), intent(inout) :: y
    y = y + this%dt*y**2
  end subroutine
  subroutine s2(this, y)
    class(e2), intent(inout) :: this
    real(8), intent(inout) :: y
    if (.not. allocated(this%k)) allocate(this%k(2))
    this%k(1) = y**3
    this%k(2) = y**2
    y = y + this%dt*sum(this%k)
  end subroutine
  subroutine advance(this, y)
    class(base), intent(inout) :: this
    real(8), intent(inout) :: y
    integer :: i
    do i = 1, 3
      call this%step(y)
    end do
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    class(base), allocatable :: s, t
    y = x
    allocate(e1 :: s)
    call s%advance(y)
    allocate(e2 :: t)
    call t%advance(y)
  end subroutine
end module
