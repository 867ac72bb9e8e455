! A module keeps the interface of a procedure pointer in a type to itself: adjoints that keep the pointer need the name, here by another one.
! head: study%run(x)\(f)
! inputs: x = 0.5 .. 1.5
! head: study%again(x)\(f)
! inputs: x = 0.5 .. 1.5
module solvers
  implicit none
  private
  type, public :: model_t
    procedure(rate_i), pointer, nopass :: rate => null()
  end type
  abstract interface
    function rate_i(y) result(dy)
      real(8), intent(in) :: y(:)
      real(8) :: dy
    end function
  end interface
  public :: rate1, rate2
contains
  function rate1(y) result(dy)
    real(8), intent(in) :: y(:)
    real(8) :: dy
    dy = y(1)**2
  end function
  function rate2(y) result(dy)
    real(8), intent(in) :: y(:)
    real(8) :: dy
    dy = y(1)**3
  end function
end module
module study
  use solvers
  implicit none
contains
  subroutine run(x, f)
    real(8), intent(in) :: x
    real(8), intent(out) :: f
    type(model_t) :: m
    m%rate => rate1
    f = m%rate([x])
    m%rate => rate2
    f = f*m%rate([x])
  end subroutine
  subroutine again(x, f)
    real(8), intent(in) :: x
    real(8), intent(out) :: f
    type(model_t) :: m
    real(8) :: rate_i
    rate_i = x**2
    m%rate => rate1
    f = m%rate([rate_i])
    m%rate => rate2
    f = f*m%rate([x])*rate_i
  end subroutine
end module
