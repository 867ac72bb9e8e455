! An integrator whose kinds come from a module that the module of its right-hand side does not use, and there from an intrinsic module.
! head: cost(y0,h)\(c)
! inputs: y0 = 1.0 .. 2.0
! inputs: h = 0.05 .. 0.1
module m_kinds
  use iso_fortran_env, only: double => real64
  implicit none
  integer, parameter :: wp = double
end module
module m_solver
  use m_kinds, only: wp
  implicit none
contains
  subroutine euler(y0, h, derivs, yout)
    real(8), intent(in) :: y0(3), h
    interface
      subroutine derivs(y, dydx)
        implicit none
        real(8), intent(in) :: y(3)
        real(8), intent(out) :: dydx(3)
      end subroutine
    end interface
    real(8), intent(out) :: yout(3)
    real(wp) :: dy(3)
    integer :: j
    yout = y0
    do j = 1, 4
      call derivs(yout, dy)
      yout = yout + h*dy
    end do
  end subroutine
end module
module m_rhs
  implicit none
contains
  subroutine lorenz(y, dydx)
    real(8), intent(in) :: y(3)
    real(8), intent(out) :: dydx(3)
    dydx(1) = 10*(y(2) - y(1))
    dydx(2) = y(1)*(28 - y(3)) - y(2)
    dydx(3) = y(1)*y(2) - 2.7d0*y(3)
  end subroutine
end module
subroutine cost(y0, h, c)
  use m_solver
  use m_rhs
  implicit none
  real(8), intent(in) :: y0(3), h
  real(8), intent(out) :: c
  real(8) :: yout(3)
  call euler(y0, h, lorenz, yout)
  c = sum(yout**2)
end subroutine
