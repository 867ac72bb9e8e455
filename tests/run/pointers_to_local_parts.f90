! Pointers that lead to what a procedure allocates in its own structures: by `=>` and by a call, to allocatable components and to pointers that own
! their targets, in a loop and on one path.
! head: components(x)\(y)
! head: paths(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
module pointers_to_local_parts
  implicit none
  integer, parameter :: dp = kind(1.d0)
  type :: level
    real(dp), allocatable :: u(:)
    real(dp), pointer :: v(:) => null()
  end type
  type :: stack
    type(level) :: levels(3)
    real(dp), allocatable :: w(:, :)
  end type
contains
  subroutine select_level(s, k, p)
    type(stack), target, intent(in) :: s
    integer, intent(in) :: k
    real(dp), pointer, intent(out) :: p(:)
    p => s%levels(k)%u
  end subroutine select_level

  subroutine components(x, y)
    real(dp), intent(in) :: x(4)
    real(dp), intent(out) :: y
    type(level), target :: a
    real(dp), pointer :: u(:), v(:)
    allocate (a%u(4), a%v(4))
    u => a%u
    v => a%v
    u = x**2
    v = u*x
    u(2) = u(2)*v(3)
    y = sum(a%u*a%v)
    deallocate (a%v)
  end subroutine components

  subroutine paths(x, y)
    real(dp), intent(in) :: x(4)
    real(dp), intent(out) :: y
    type(stack), target :: s
    real(dp), pointer :: p(:)
    integer :: k
    do k = 1, 3
      allocate (s%levels(k)%u(k + 1))
      s%levels(k)%u = x(1:k + 1)*k
    end do
    allocate (s%w(4, 2))
    s%w = 1
    y = 0
    do k = 1, 3
      if (x(k) > 1) then
        call select_level(s, k, p)
      else
        p => s%w(:, 1)
      end if
      p(2) = p(2)*x(4)*p(1)
      y = y + sum(p)
    end do
    y = y + sum(s%w) + sum(s%levels(3)%u**2)
  end subroutine paths
end module pointers_to_local_parts
