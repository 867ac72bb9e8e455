! What is set first in memory that was allocated a moment ago overwrites nothing: by elements, by columns, by components, on two ways; and what
! only looks like it: set twice, read before, by another name, with a value from SOURCE.
! head: work(x)\(y)
! inputs: n = 6
! inputs: x(6) = 0.3 .. 1.2
! head: cells(x)\(y)
! inputs: n = 6
! inputs: x(6) = 0.3 .. 1.2
module first_values
  implicit none
  type cell
    real(8) :: a, b
    type(cell), pointer :: next => null()
  end type
contains
  subroutine work(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), allocatable :: w(:), v(:, :), s(:), z(:)
    integer :: i, j, k
    y = 1
    do k = 1, 3
      allocate (w(n), v(n, 2), z(n))
      allocate (s(n), source=x)
      do i = 1, n
        w(i) = x(i)*x(i)*k
        w(i) = w(i)*w(i) + y
      end do
      do j = 1, 2
        do i = 1, n
          v(i, j) = sin(w(i))*j
          if (i > 2) v(i, j) = v(i, j)*v(i - 1, j)
        end do
      end do
      if (k == 2) then
        z = x*y
      else
        z = v(:, 1)*v(:, 2)
      end if
      call halve(z)
      do i = 1, n
        z(i) = z(i)**2 + s(i)*s(i)
        s(i) = z(i)*s(i)
      end do
      do i = 1, 4
        w(1) = w(1)*x(i)
        w(2) = w(1)*w(2)
      end do
      y = y*0.1d0 + sum(w)/(1 + sum(w*w)) + 0.1d0*sum(v*v) + sum(z*s)/(1 + sum(z*z))
      deallocate (w, v, s, z)
    end do
  end subroutine
  subroutine halve(z)
    real(8), intent(inout) :: z(:)
    z(1) = z(1)*z(2)*0.5d0
  end subroutine
  subroutine cells(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(cell), pointer :: first, p
    integer :: i
    nullify (first)
    y = 0
    do i = 1, n
      allocate (p)
      p%a = x(i)*x(i)
      if (x(i) > 0.7d0) then
        p%b = p%a*x(i)
      else
        p%b = sin(x(i))
        p%b = p%b*p%b
      end if
      p%next => first
      first => p
      p%a = p%a*p%b
      first%b = first%a*first%b
    end do
    do while (associated(first))
      p => first%next
      y = y + first%a*first%b*(1 + y)
      deallocate (first)
      first => p
    end do
  end subroutine
end module
