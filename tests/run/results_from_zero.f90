! Functions whose allocatable results begin at 0 or -1, and arrays that begin elsewhere than the values that they are given.
! inputs: x(3) = 0.3 .. 0.9
! head: by_value(y)/(x)
! head: in_place(y)/(x)
! head: kept(y)/(x)
! head: expressions(y)/(x)
! head: sourced(y)/(x)
! head: tables(y)/(x)
module results_from_zero
  implicit none
  type field
    real(8), allocatable :: v(:)
  end type
contains
  function cumulated(x) result(c)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: c(:)
    integer :: i
    allocate(c(0:size(x)))
    c(0) = 1
    do i = 1, size(x)
      c(i) = c(i-1)*x(i) + x(i)
    end do
  end function
  function powers(x) result(c)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: c(:)
    integer :: i
    allocate(c(size(x) + 1))
    c(1) = x(1)
    do i = 2, size(x) + 1
      c(i) = c(i-1)*x(i-1)
    end do
  end function
  function table(x) result(t)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: t(:, :)
    integer :: i
    allocate(t(-1:1, 0:size(x)-1))
    do i = 0, size(x) - 1
      t(-1, i) = x(i+1)
      t(0, i) = x(i+1)**2
      t(1, i) = t(-1, i)*t(0, i)
    end do
  end function
  ! The value of the function begins at 1.
  subroutine by_value(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8), allocatable :: c(:)
    type(field) :: f
    c = cumulated(x)
    f%v = cumulated(x**2)
    y = c(1)*c(2)**2 + c(4) + f%v(1)*f%v(4)*f%v(2)
  end subroutine
  ! What has the shape already keeps its bounds.
  subroutine in_place(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8), allocatable :: c(:)
    type(field) :: f
    allocate(c(-2:1), f%v(0:3))
    c = cumulated(x)
    f%v = powers(x)
    y = c(-2)*c(-1)**2 + c(1)*f%v(0)*f%v(3) + f%v(1)*f%v(2)
  end subroutine
  subroutine kept(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8), allocatable :: c(:)
    integer :: k
    allocate(c(0:3))
    c = 1
    do k = 1, 2
      c = powers(x*c(0:2))
      c(0) = c(0) + c(3)
    end do
    y = product(c)
  end subroutine
  subroutine expressions(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: c(-1:2)
    c = cumulated(x)*powers(x)
    y = sum(c**2) + c(-1)*dot_product(cumulated(x), c) + maxval(cumulated(x))
  end subroutine
  subroutine sourced(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8), allocatable :: c(:)
    allocate(c, source=cumulated(x))
    y = c(lbound(c, 1))*c(ubound(c, 1))
  end subroutine
  subroutine tables(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8), allocatable :: t(:, :)
    real(8) :: s(3)
    t = table(x)
    s = sum(table(x*t(1, :)), dim=1) + sum(table(x), dim=2)
    y = sum(s**2) + t(1, 1)*t(3, 3) + sum(matmul(table(x), s))
  end subroutine
end module
