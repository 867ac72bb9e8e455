! Procedures handed to solvers of another module, which name what only that module knows: constants of its own, and procedures that the caller does not use.
! inputs: p = 0.3 .. 0.6
! head: root(y)/(p)
! head: mean(y)/(p)
module solver_kinds
  implicit none
  integer, parameter :: wp = kind(1.d0)
end module

module solvers
  use solver_kinds, only: wp
  implicit none
  private
  real(wp), parameter :: half = 0.5_wp, third = half/1.5_wp
  integer, parameter :: turns = 3
  real(wp), parameter :: weights(turns) = [1.0_wp, 4.0_wp, 1.0_wp]
  public :: relax, simpson, law, halved

  abstract interface
    subroutine law(x, f)
      import :: wp
      real(wp), intent(in) :: x
      real(wp), intent(out) :: f
    end subroutine
  end interface
contains
  pure function halved(f) result(g)
    real(wp), intent(in) :: f
    real(wp) :: g
    g = half*f
  end function

  subroutine relax(fcn, x)
    procedure(law) :: fcn
    real(wp), intent(inout) :: x
    real(wp) :: f
    integer :: k
    do k = 1, turns
      call fcn(x, f)
      x = x - halved(f) + third*0.1_wp*f**2
    end do
  end subroutine

  subroutine simpson(fcn, a, b, s)
    procedure(law) :: fcn
    real(wp), intent(in) :: a, b
    real(wp), intent(out) :: s
    real(wp) :: f
    integer :: k
    s = 0
    do k = 1, turns
      call fcn(a + half*(k - 1)*(b - a), f)
      s = s + weights(k)*f
    end do
    s = s*(b - a)*half*third
  end subroutine
end module

module handed_across_modules
  use solvers, only: relax, simpson
  implicit none
  real(8) :: q
contains
  subroutine mine(x, f)
    real(8), intent(in) :: x
    real(8), intent(out) :: f
    f = x - q*sin(x)
  end subroutine

  subroutine root(p, y)
    real(8), intent(in) :: p
    real(8), intent(out) :: y
    q = p
    y = 1
    call relax(mine, y)
  end subroutine

  subroutine mean(p, y)
    real(8), intent(in) :: p
    real(8), intent(out) :: y
    q = p
    call simpson(mine, p, 2*p + 1, y)
  end subroutine
end module
