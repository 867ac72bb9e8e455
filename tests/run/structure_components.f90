! Arrays of structures with array components: default values, broadcast, elements through a vector subscript, copies into a wider array.
! head: f(x)\(y)
! inputs: n = 4
module m
  implicit none
  type :: vec
    real(8) :: x(2) = 1.0d0
    integer :: tag = 3
    real(8) :: z = 2.0d0
  end type
  type :: cell
    type(vec) :: a
    type(vec) :: b(2)
  end type
contains
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(vec) :: a(n), b(2:3), c
    type(cell) :: t(2, n), q(0:n-1)
    integer :: i, i32(2)
    i32 = [3, 2]
    a = vec(0.0d0)
    a(2) = vec(x(1:2), 1)
    a(3) = vec(x(1), z=x(3))
    b = [vec(a(2)%x*x(4)), vec(x=[x(1), a(3)%z], tag=2)]
    a(1:2) = b(i32)
    b = a(1:2)
    b = [b(3), b(2)]
    a(1:2) = b
    call scale(a(1:3), x(2))
    c = vec([a(2)%x(2), a(2)%z], 1, total(a(1)))
    do i = 1, n
      q(i - 1) = cell(a(i), b)
    end do
    t(1, :) = q
    t(2, :) = q(n-1:0:-1)
    do i = 1, n
      t(1, i)%b(1)%x = t(1, i)%b(1)%x*t(2, i)%a%z
      t(1, i)%a = t(2, i)%b(1)
    end do
    q = t(1, n:1:-1)
    call square(q)
    y = sum(a(2)%x**2) + a(3)%x(1)*a(1)%z + a(3)%z + c%z
    do i = 1, n
      y = y + sum(q(i - 1)%b(1)%x*t(2, i)%a%x)*q(i - 1)%a%z
    end do
  end subroutine
  real(8) function total(v)
    type(vec), intent(in) :: v
    total = sum(v%x)*v%z
  end function
  subroutine scale(a, s)
    type(vec), intent(inout) :: a(:)
    real(8), intent(in) :: s
    integer :: i
    do i = 1, size(a)
      a(i) = vec(a(i)%x*s, a(i)%tag, s)
    end do
  end subroutine
  subroutine square(q)
    type(cell), intent(inout) :: q(:)
    integer :: i
    do i = 1, size(q)
      q(i)%b(1)%x = q(i)%b(1)%x**2
      q(i)%a%z = q(i)%a%z*q(i)%b(2)%z
    end do
  end subroutine
end module
