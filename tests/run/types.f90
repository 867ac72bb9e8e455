! Derived types: nested, with passive components, arrays of them, assignment of whole objects.
! head: types(p)\(e)
! inputs: n = 3
! inputs: p%tag = 2
module particles
  implicit none
  type :: vec
    real(8) :: x, y
  end type vec
  type :: particle
    integer :: tag
    type(vec) :: pos, vel
    real(8) :: w(2)
  end type particle
contains
  subroutine types(n, p, e)
    integer, intent(in) :: n
    type(particle), intent(in) :: p(n)
    real(8), intent(out) :: e
    type(particle) :: q
    integer :: i
    e = 0.0d0
    do i = 1, n
      q = p(i)
      q%pos%x = q%pos%x*q%vel%y
      q%pos = vec(q%pos%y, q%pos%x)
      e = e + energy(q)*q%tag
    end do
  end subroutine types
  function energy(q) result(e)
    type(particle), intent(in) :: q
    real(8) :: e
    e = q%pos%x**2 + q%pos%y*q%vel%x + sum(q%w)*q%vel%y
  end function energy
end module particles
