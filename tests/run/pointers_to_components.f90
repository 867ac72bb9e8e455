! Pointers that see one component of all structures of an array, of some, of those of one dimension.
! head: pointers_to_components%f(y)/(x)
module pointers_to_components
  implicit none
  type part
    real(8) :: w(2) = 1
    real(4) :: r = 2
  end type part

  type cell
    integer :: tag = 0
    real(8) :: q(2) = 0
    type(part) :: b(3)
    real(8) :: v = 0
  end type cell
contains
  subroutine f(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(2)
    type(cell), target :: c(4), g(3, 2)
    type(cell), allocatable, target :: a(:)
    real(8), pointer :: p(:), z(:, :)
    integer :: i, j
    allocate (a(0:5))
    do i = 1, 4
      c(i)%q = [x(i), x(1)*i]
      c(i)%v = x(2)*x(i)
      c(i)%b(2)%w = c(i)%q*x(3)
    end do
    do i = 0, 5
      a(i)%q = [x(1)*i, x(2)*i*i]
      a(i)%v = sin(x(3)*i)
    end do
    do j = 1, 2
      do i = 1, 3
        g(i, j)%v = x(i)*x(j+1)
        g(i, j)%q = x(4)*i + j
      end do
    end do
    p => c(:)%q(2)
    p(2:3) = p(2:3)*x(3)
    y(1) = sum(c%q(2))
    y(2) = c(2)%q(1)*p(1)
    p => c(2:4:2)%b(2)%w(1)
    p = p*p
    call scale(p, x(4))
    y(1) = y(1) + sum(p) + c(2)%b(2)%w(1)
    p(0:) => a%v
    p(0) = p(3)*p(5)
    call scale(a(1:5:2)%q(2), x(1))
    y(1) = y(1) + a(0)%v*sum(a%q(2))
    p => g(2, :)%v
    p = p**2
    z => g%q(1)
    z(2, :) = z(1, :)*z(3, :)
    y(2) = y(2) + sum(z) + p(1)*p(2) + g(2, 1)%v
    if (x(1) > 0) then
      p => g(:, 2)%v
    else
      p => c%v
    end if
    y(2) = y(2) + sum(p**3)
  end subroutine f

  subroutine scale(u, t)
    real(8), intent(inout) :: u(:)
    real(8), intent(in) :: t
    u = u*t*u
  end subroutine scale
end module pointers_to_components
