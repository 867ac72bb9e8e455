! A type with private components, a constructor and FINAL.
! head: f(x)\(y)
! inputs: n = 3
! FINAL, private components, getters/setters, constructor interface
module acc
  implicit none
  private
  public :: account, f
  type :: account
    private
    real(8) :: balance = 0d0
    real(8), allocatable :: hist(:)
  contains
    procedure, public :: deposit
    procedure, public :: get
    final :: destroy
  end type
  interface account
    module procedure new_account
  end interface
contains
  function new_account(b) result(a)
    real(8), intent(in) :: b
    type(account) :: a
    a%balance = b
    allocate(a%hist(4))
    a%hist = b**2
  end function
  subroutine destroy(self)
    type(account), intent(inout) :: self
    if (allocated(self%hist)) deallocate(self%hist)
  end subroutine
  subroutine deposit(self, v)
    class(account), intent(inout) :: self
    real(8), intent(in) :: v
    self%balance = self%balance + v*self%hist(1)
    self%hist(2) = self%balance
  end subroutine
  pure real(8) function get(self)
    class(account), intent(in) :: self
    get = self%balance*self%hist(2)
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(account) :: a
    a = account(x(1))
    call a%deposit(x(2))
    call a%deposit(x(3))
    y = a%get()
  end subroutine
end module
