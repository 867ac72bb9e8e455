! An integrator that has its kinds by a USE of its own, one of them from an intrinsic module, with a right-hand side of another module.
! head: cost(y0,h)\(c)
! inputs: y0 = 1.0 .. 2.0
! inputs: h = 0.0199 .. 0.0201
module m_kinds
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  integer, parameter :: i4 = c_int, dp = kind(1.0d0)
end module
module m_solver
  implicit none
contains
  subroutine euler(y0, t, h, derivs, yout)
    use m_kinds, only: i4, real_kind => dp
    real(8), intent(in) :: y0(3), t, h
    interface
      subroutine derivs(y, dydx)
        implicit none
        real(8), intent(in) :: y(3)
        real(8), intent(out) :: dydx(3)
      end subroutine
    end interface
    real(8), intent(out) :: yout(3)
    real(real_kind) :: dy(3)
    integer(i4) :: j, n
    yout = y0
    n = nint(t/h, i4)
    do j = 1, n
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
  call euler(y0, 0.1d0, h, lorenz, yout)
  c = sum(yout**2)
end subroutine
