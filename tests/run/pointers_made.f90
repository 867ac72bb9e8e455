! Procedures that make their callers' pointers lead to what they allocate by a pointer of their own.
! head: network(g)\(total)
! head: factory(g)\(y)
! head: appended(g)\(y)
! head: tables(g)\(y)
! inputs: g(3) = 0.5 .. 1.5
module pointers_made
  implicit none
  integer, parameter :: dp = kind(1.d0)
  type :: node
    real(dp) :: val
    type(node), pointer :: next => null()
  end type
  type :: list
    type(node), pointer :: first => null(), last => null()
    integer :: n = 0
  end type
  real(dp), target :: table(3)
contains
  subroutine push(first, v)
    type(node), pointer, intent(inout) :: first
    real(dp), intent(in) :: v
    type(node), pointer :: p
    allocate (p)
    p%val = v
    p%next => first
    first => p
  end subroutine

  subroutine network(g, total)
    real(dp), intent(in) :: g(3)
    real(dp), intent(out) :: total
    type(node), pointer :: l, p
    integer :: i
    nullify (l)
    call push(l, g(1)**2)
    do i = 2, 3
      call push(l, g(i)*l%val)
    end do
    total = g(1)
    do while (associated(l))
      total = total + l%val**2*total
      p => l%next
      deallocate (l)
      l => p
    end do
  end subroutine

  subroutine make(q, v)
    real(dp), pointer, intent(out) :: q(:)
    real(dp), intent(in) :: v(:)
    real(dp), pointer :: p(:)
    allocate (p(size(v)))
    p = v**2
    q => p
  end subroutine

  subroutine factory(g, y)
    real(dp), intent(in) :: g(3)
    real(dp), intent(out) :: y
    real(dp), pointer :: a(:), b(:)
    call make(a, g)
    call make(b, a)
    y = sum(g) + sum(a**2*b)
    deallocate (a, b)
  end subroutine

  subroutine append(l, v)
    type(list), intent(inout) :: l
    real(dp), intent(in) :: v
    type(node), pointer :: p
    allocate (p)
    p%val = v
    if (associated(l%last)) then
      l%last%next => p
    else
      l%first => p
    end if
    l%last => p
    l%n = l%n + 1
  end subroutine

  subroutine appended(g, y)
    real(dp), intent(in) :: g(3)
    real(dp), intent(out) :: y
    type(list) :: l
    type(node), pointer :: p
    integer :: i
    do i = 1, 3
      call append(l, g(i)**2)
      call append(l, g(i)*l%first%val)
    end do
    y = 0.0_dp
    p => l%first
    do while (associated(p))
      y = y*0.5_dp + p%val**2
      p => p%next
    end do
    y = y*l%last%val
  end subroutine

  subroutine look_up(q, k)
    real(dp), pointer, intent(out) :: q(:)
    integer, intent(in) :: k
    q => table(k:)
  end subroutine

  subroutine tables(g, y)
    real(dp), intent(in) :: g(3)
    real(dp), intent(out) :: y
    real(dp), pointer :: q(:)
    table = g**2
    call look_up(q, 2)
    q(1) = q(1)*g(1)
    call look_up(q, 1)
    y = sum(q*g)
  end subroutine
end module
