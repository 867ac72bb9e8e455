! Operators on structures with an allocatable component: the value gets its component by ALLOCATE, with the extents of an operand, and then its values.
! head: grown(x)\(j)
! inputs: n = 5
! head: replaced(x)\(j)
! inputs: n = 4
module fields
  implicit none
  type field
    real(8), allocatable :: v(:)
  end type
  type table
    real(8), allocatable :: v(:,:)
  end type
  interface operator(*)
    module procedure scaled
  end interface
  interface operator(+)
    module procedure added
  end interface
contains
  pure function scaled(s, a) result(c)
    real(8), intent(in) :: s
    type(field), intent(in) :: a
    type(field) :: c
    allocate (c%v, mold=a%v)
    c%v = s*a%v
  end function

  pure function added(a, b) result(c)
    type(field), intent(in) :: a, b
    type(field) :: c
    allocate (c%v(size(a%v)))
    c%v = a%v + b%v
  end function

  subroutine grown(n, x, j)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: j
    type(field) :: a, b
    integer :: k
    allocate (a%v(n))
    a%v = x*x
    b = a + x(1)*a
    do k = 1, 3
      b = b + sin(x(k))*b
    end do
    j = sum(b%v**2)
  end subroutine

  function curved(s, a) result(c)
    real(8), intent(in) :: s
    type(table), intent(in) :: a
    type(table) :: c
    if (.not. allocated(a%v)) return
    allocate (c%v(size(a%v, 1), size(a%v, 2)))
    c%v = s*a%v**2
  end function

  subroutine replace(a, n)
    type(table), intent(inout) :: a
    integer, intent(in) :: n
    real(8), allocatable :: t(:,:)
    t = a%v
    deallocate (a%v)
    allocate (a%v(n, n))
    a%v = 1.5d0
    a%v(1:2, 1:2) = t(1:2, 1:2)
    a%v = a%v*sin(a%v)
  end subroutine

  subroutine replaced(n, x, j)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: j
    type(table) :: a
    allocate (a%v(n, 2))
    a%v(:, 1) = x*x
    a%v(:, 2) = x*3
    a = curved(x(2), a)
    a = curved(x(1), a)
    call replace(a, 3)
    a = curved(x(3), a)
    j = sum(a%v)
  end subroutine
end module
