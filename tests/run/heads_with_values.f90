! Value and gradient of a head that another head calls (-gradient): the caller takes its value from elsewhere.
! options: -gradient -head h%inner(inner)/(x)
! head: h%outer(outer)/(x)
! inputs: x(3) = 0.5 .. 1.5
module h
  implicit none
contains
  function inner(x) result(r)
    real(8), intent(in) :: x(3)
    real(8) :: r
    integer :: i
    r = 0
    do i = 1, 3
      r = r*x(i) + sin(x(i))
    end do
  end function
  function outer(x) result(r)
    real(8), intent(in) :: x(3)
    real(8) :: r
    r = inner(x)
    r = r*inner(x*r)
  end function
end module h
