! Procedures that a module shows by a generic name or a type-bound name alone, called from another module: functions and subroutines.
! head: model%cost(x)\(c)
! inputs: x(3,2) = 0.5 .. 1.5
module diffusion
  implicit none
  private
  public :: smooth, relax, column
  interface smooth
    module procedure smooth_1d
    module procedure smooth_2d
  end interface smooth
  interface relax
    module procedure relax_scalar
    module procedure relax_row
  end interface relax
  type :: column
    real(8) :: t(3) = 0.0d0
  contains
    procedure :: warm => warm_column
  end type column
contains
  function smooth_1d(f, c) result(g)
    real(8), intent(in) :: f(3), c
    real(8) :: g(3)
    g = f*c/(1.0d0 + c*f**2)
  end function smooth_1d
  function smooth_2d(f, c) result(g)
    real(8), intent(in) :: f(3,2), c
    real(8) :: g(3,2)
    integer :: k
    do k = 1, 2
      g(:,k) = smooth_1d(f(:,k), c)
    end do
  end function smooth_2d
  subroutine relax_scalar(s, to)
    real(8), intent(inout) :: s
    real(8), intent(in) :: to
    s = 0.9d0*s + 0.1d0*to*s
  end subroutine relax_scalar
  subroutine relax_row(s, to)
    real(8), intent(inout) :: s(3)
    real(8), intent(in) :: to
    integer :: i
    do i = 1, 3
      call relax_scalar(s(i), to)
    end do
  end subroutine relax_row
  subroutine warm_column(self, by)
    class(column), intent(inout) :: self
    real(8), intent(in) :: by
    self%t = self%t + by**2
  end subroutine warm_column
end module diffusion
module model
  implicit none
contains
  subroutine step(f)
    use diffusion, only: smooth, relax, column
    real(8), intent(inout) :: f(3,2)
    type(column) :: c
    f = f + smooth(f, 0.3d0)
    f = f*smooth(f, 0.2d0)
    call relax(f(:,1), f(1,2))
    call relax(f(2,2), 1.5d0)
    call c%warm(f(1,1))
    f(:,2) = f(:,2) + c%t
  end subroutine step
  subroutine cost(x, c)
    real(8), intent(in) :: x(3,2)
    real(8), intent(out) :: c
    real(8) :: f(3,2)
    integer :: k
    f = x
    do k = 1, 3
      call step(f)
    end do
    c = sum(f**2)
  end subroutine cost
end module model
