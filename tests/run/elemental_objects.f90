! Elemental type-bound procedures: one object with arrays, an array of objects, sections, two dimensions.
! head: mixture(mu, x)\(y)
! head: layers(p, x)\(y)
! head: decay(a, x)\(y)
module laws
  implicit none
  type :: normal
    real(8) :: loc = 0, scale = 1
  contains
    procedure :: logpdf
    procedure :: relax
  end type
contains
  elemental function logpdf(self, x) result(l)
    class(normal), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: l
    l = -0.5d0*((x - self%loc)/self%scale)**2 - log(self%scale)
  end function
  elemental subroutine relax(self, x, rate)
    class(normal), intent(in) :: self
    real(8), intent(inout) :: x
    real(8), intent(in) :: rate
    x = x + rate*(self%loc - x)/self%scale
  end subroutine
  subroutine mixture(mu, x, y)
    real(8), intent(in) :: mu(2), x(3)
    real(8), intent(out) :: y
    type(normal) :: comp(2)
    real(8) :: lp(2, 3)
    integer :: j
    comp%loc = mu
    comp(2)%scale = 2 + mu(1)**2
    do j = 1, 2
      lp(j,:) = comp(j)%logpdf(x)
    end do
    y = sum(exp(lp)) + sum(comp%logpdf(x(2)))
  end subroutine
  subroutine layers(p, x, y)
    real(8), intent(in) :: p(2), x(0:1,4)
    real(8), intent(out) :: y
    type(normal) :: law
    real(8) :: z(2,4)
    law%loc = p(1)
    law%scale = 1 + p(2)**2
    z = law%logpdf(x*x)
    z(:,2:4:2) = law%logpdf(z(:,1:3:2)*x(:,2:4:2))
    y = sum(z**2)
  end subroutine
  subroutine decay(a, x, y)
    real(8), intent(in) :: a, x(4)
    real(8), intent(out) :: y
    type(normal) :: law
    real(8) :: z(4), r(4)
    law%loc = a**2
    law%scale = 1.5d0 + a
    z = x
    r = 0.1d0*x(4:1:-1)
    call law%relax(z, r)
    call law%relax(z(2:3), 0.3d0*r(2:3))
    call law%relax(z, a)
    y = sum(z**3)
  end subroutine
end module
