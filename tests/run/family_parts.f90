! A family of types, one of which holds an object of another, as layers of networks do: they are passive here, and assigned as wholes.
! head: family_drive%s(x)\(y)
! wrong interpreted: cannot be interpreted
module family_base
  implicit none
  type, abstract :: base
    character(:), allocatable :: name
  end type
end module
module family_linear
  use family_base, only: base
  implicit none
  type, extends(base) :: linear
    real(8), allocatable :: w(:)
  end type
end module
module family_attention
  use family_base, only: base
  use family_linear, only: linear
  implicit none
  type, extends(base) :: attention
    integer :: n
    type(linear) :: query
    real(8), allocatable :: a(:)
  end type
end module
module family_kernel
  use family_base, only: base
  implicit none
  type, extends(base) :: kernel
    integer :: n
    integer, allocatable :: k(:)
  end type
  interface kernel
    module procedure make
  end interface
contains
  function make(n) result(res)
    integer, intent(in) :: n
    type(kernel) :: res
    res%n = n
  end function
end module
module family_drive
  use family_kernel, only: kernel
  implicit none
contains
  subroutine s(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(kernel) :: c
    c = kernel(3)
    allocate (c%k(c%n))
    c%k = [1, 3, 2]
    y = sum(c%k*x**2)
  end subroutine
end module
