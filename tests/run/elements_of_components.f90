! One element of the array component of each structure, `p%c(1)`, in elemental functions and in the masks of WHERE and ELSEWHERE.
! inputs: x(4) = 0.3 .. 0.9
! head: fluxes(y)/(x)
! head: masked(y)/(x)
! head: allocated_masks(y)/(x)
module elements_of_components
  implicit none
  type :: pt
    real(8) :: c(3) = 0
  end type
contains
  elemental function flux(a) result(r)
    real(8), intent(in) :: a
    real(8) :: r
    r = a*abs(a)
  end function
  subroutine fluxes(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(pt) :: p(4)
    real(8) :: t(4)
    p%c(1) = x
    p(2:3)%c(2) = x(1:2)**2
    t = flux(p%c(1))*x
    t(2:3) = t(2:3) + flux(p(2:3)%c(2) + x(3:4))
    y = sum(t**2)
  end subroutine
  subroutine masked(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(pt) :: p(4)
    p%c(1) = x
    p%c(2) = x**2
    where (p%c(1) > 0.6d0)
      p%c(1) = p%c(1)*p%c(2)
      p%c(2) = sin(p%c(1))
    elsewhere (p%c(2) > 0.2d0)
      p%c(2) = p%c(1)**2*p%c(2)
      p%c(1) = exp(p%c(2))
    elsewhere
      p%c(2) = p%c(1)
    end where
    y = sum(p%c(1)*p%c(2))
  end subroutine
  subroutine allocated_masks(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(pt), allocatable :: p(:)
    allocate(p(0:3))
    p%c(1) = x
    p%c(2) = x**2
    where (p%c(1) > 0.6d0)
      p%c(1) = p%c(1)*p%c(2)
    elsewhere (p%c(2) > 0.2d0)
      p%c(2) = p%c(1)**2*p%c(2)
    end where
    p%c(3) = flux(p%c(1) - 0.5d0)
    y = sum(p%c(1)*p%c(2)) + dot_product(p%c(3), x)
  end subroutine
end module
