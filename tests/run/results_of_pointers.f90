! The value of a function begins at one, also where it takes its bounds from a pointer that begins elsewhere.
! head: f(x)\(y)
module results_of_pointers
  implicit none
contains
  function shifted(x) result(r)
    real(8), intent(in), target :: x(4)
    real(8), allocatable :: r(:)
    real(8), pointer :: p(:)
    p(0:) => x
    r = p
    r(0) = r(0)*r(3)
  end function shifted

  subroutine f(x, y)
    real(8), intent(in), target :: x(4)
    real(8), intent(out) :: y(2)
    real(8), allocatable :: a(:)
    a = shifted(x)
    y(1) = a(1)*a(2)
    y(2) = a(4)*a(1)
  end subroutine f
end module results_of_pointers
