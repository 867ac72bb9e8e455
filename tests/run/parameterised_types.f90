! Types with parameters, which nothing active uses: their definitions, objects of modules and procedures beside what is differentiated.
! head: m_with_types%head(x)\(y)
module m_precision
  implicit none
  integer, parameter :: dp = kind(1.d0)
end module m_precision
module m_with_types
  use m_precision, only: dp
  implicit none
  private
  public :: head, marked, matrix
  integer, parameter :: three = 3
  ! A matrix with its pivots.
  type, public :: matrix(k, n)
    integer, kind :: k = kind(1.0)
    integer, len :: n = three
    ! the order of the rows
    integer :: pivot(n)
    real(k) :: a(n, n)
  end type matrix
  type, extends(matrix) :: noted
    integer :: marks(2)
  end type noted
  type :: plain
    real(dp) :: gain = 2
  end type plain
  type(matrix(dp, 2)) :: shared
contains
  subroutine marked(n, calls)
    integer, intent(in) :: n
    integer, intent(inout) :: calls
    type(matrix(dp, n)) :: w
    type(noted(dp, 2)) :: v
    v%marks = 1
    v%pivot = v%marks
    w%pivot = 2
    shared%a = 1
    calls = calls + sum(w%pivot)
  end subroutine marked
  subroutine head(x, y)
    real(dp), intent(in) :: x(2)
    real(dp), intent(out) :: y
    type(plain) :: p
    p%gain = x(1)*x(2)
    y = p%gain*sin(x(2))
  end subroutine head
end module m_with_types
