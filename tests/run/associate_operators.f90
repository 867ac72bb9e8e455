! Values of defined operators that ASSOCIATE names: structures.
! head: energy(p)\(e)
! inputs: n = 4
! inputs: p.x = 0.5 .. 1.5
module vectors
  implicit none
  type v3
    real(8) :: x(3)
  end type
  interface operator(-)
    module procedure difference
  end interface
  interface operator(*)
    module procedure stretch
  end interface
contains
  elemental function difference(a, b) result(c)
    type(v3), intent(in) :: a, b
    type(v3) :: c
    c%x = a%x - b%x
  end function

  elemental function stretch(a, b) result(c)
    real(8), intent(in) :: a
    type(v3), intent(in) :: b
    type(v3) :: c
    c%x = a*b%x
  end function

  subroutine energy(n, p, e)
    integer, intent(in) :: n
    type(v3), intent(in) :: p(n)
    real(8), intent(out) :: e
    integer :: i, j
    e = 0
    do i = 1, n
      do j = i + 1, n
        associate (d => p(i) - p(j), h => 0.5d0*p(i), g => 2.0d0*(p(j) - 0.1d0*p(i)))
          e = e + 1/sqrt(sum(d%x**2) + 0.1d0) + sum(h%x)*g%x(2)
        end associate
      end do
    end do
  end subroutine
end module vectors
