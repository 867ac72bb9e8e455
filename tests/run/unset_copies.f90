! Derivatives of what has no value yet are copied, never computed with: of a dummy that a call sets and reads, of one component of a structure, of
! elements that a promised independent loop sets.
! head: calls(n, x, y, z)\(x y z)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! head: structures(c, y)\(c%a c%q%a)
! inputs: c%k = 2
! inputs: y(4) = 0.5 .. 1.5
! head: replaced(c, y)
! inputs: c%k = 2
! inputs: y(4) = 0.5 .. 1.5
! head: promised(c, y)
! inputs: c%k = 2
! inputs: y(4) = 0.5 .. 1.5
module parts
  implicit none
  type inner
    real(8) :: a, b(4)
  end type inner
  type outer
    real(8) :: a
    integer :: k
    type(inner) :: q
  end type outer
contains
  subroutine part(n, v, s, t)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(n), s, t
    real(8) :: old
    integer :: w
    old = s
    v(2) = 0.5d0 + 0.5d0
    do w = 1, 3
      s = old*0.5d0
    end do
  end subroutine part
  subroutine calls(n, x, y, z)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(out) :: z
    real(8), intent(inout) :: y
    real(8) :: b(n), c(n)
    integer :: i
    b = 0.25d0
    call part(n, x, y, z)
    y = sin(sum(x))
    c = x
    do i = 2, n
      call part(n, b, c(n), z)
    end do
    z = sin(sum(c))
  end subroutine calls
  subroutine structures(c, y)
    type(outer), intent(inout) :: c
    real(8), intent(in) :: y(4)
    c = c
    c%q%a = y(c%k)*c%a
  end subroutine structures
  subroutine replaced(c, y)
    type(outer), intent(inout) :: c
    real(8), intent(in) :: y(4)
    integer :: i
    c = outer(0.5d0, 1, inner(0.25d0, spread(y(c%k), 1, 4)))
    do i = 2, 4
      c = outer(c%q%b(i)*y(i), i - 1, inner(c%a, c%q%b(4:1:-1)))
      c%q%b = sin(y)
    end do
  end subroutine replaced
  subroutine promised(c, y)
    type(outer), intent(inout) :: c
    real(8), intent(in) :: y(4)
    integer :: i
    !$AD II-LOOP
    do i = 1, 4
      c%q%b(i) = tanh(y(c%k))
    end do
  end subroutine promised
end module parts
