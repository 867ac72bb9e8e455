! Types of one family of which one holds an object of another, as identifiers of variables do: with components of the whole family an object would have no end.
! head: ids%rates(x)\(y)
! wrong interpreted: cannot be interpreted
! inputs: x = 0.5 .. 1.5
module ids
  implicit none
  type variable_id
    real(8), pointer :: target => null()
  end type variable_id
  type, extends(variable_id) :: add_id
    integer :: at = 0
  end type add_id
  type, extends(variable_id) :: state_id
    integer :: at = 0
    type(add_id) :: sms
  end type state_id
  type model
    type(state_id) :: c
    real(8) :: rate = 1
  end type model
contains
  subroutine start(m)
    type(model), intent(out) :: m
    m%c%at = 1
    m%c%sms%at = 2
  end subroutine start

  subroutine rates(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(2)
    type(model) :: m
    call start(m)
    m%rate = x(1)*x(2)
    y(m%c%at) = m%rate**2
    y(m%c%sms%at) = m%rate*x(2)
  end subroutine rates
end module ids
