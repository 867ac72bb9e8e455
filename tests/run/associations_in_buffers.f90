! Associations that turns change wait in small arrays, those of derivatives beside them, which go to the stack when they are full: a list, rows of an array with
! their bounds, a pointer without a derivative. What calls itself, and halves of split mode, keep them on the stack.
! head: lists%chain(e)/(x k)
! inputs: n = 300
! inputs: x(300) = 0.5 .. 1.5
! inputs: k = 0.1 .. 0.2
! head: lists%chain(e)/(x k)
! inputs: n = 1
! inputs: x(1) = 0.5
! inputs: k = 0.1
! head: lists%rows(e)/(a)
! inputs: n = 12
! inputs: m = 120
! inputs: a(12,120) = 0.5 .. 1.5
! inputs: order(120) = 1 .. 120
! head: lists%down(y)/(x)
! inputs: depth = 3
! inputs: x = 0.5 .. 1.5
module lists
  implicit none
  type :: node
    real(8) :: v = 0, f = 0
    type(node), pointer :: next => null()
  end type node
contains
  subroutine chain(n, x, k, e)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), k
    real(8), intent(out) :: e
    type(node), target :: all(n)
    type(node), pointer :: p
    real(8) :: d
    integer :: i, t
    do i = 1, n
      all(i)%v = x(i)
      all(i)%f = 0
      nullify (all(i)%next)
      if (i < n) all(i)%next => all(i + 1)
    end do
    do t = 1, 3
      p => all(1)
      do while (associated(p%next))
        d = p%next%v - p%v
        if (d < 0.8d0) then
          p%f = p%f + k*d*abs(d)
          p%next%f = p%next%f - k*d*abs(d)
        end if
        p => p%next
      end do
      p => all(1)
      do while (associated(p))
        p%v = p%v + 0.1d0*p%f*p%v
        p => p%next
      end do
    end do
    e = 0
    do i = 1, n
      e = e + all(i)%v**2
    end do
  end subroutine chain

  subroutine rows(n, m, a, order, e)
    integer, intent(in) :: n, m
    real(8), intent(in), target :: a(n, m)
    integer, intent(in), target :: order(m)
    real(8), intent(out) :: e
    real(8), pointer :: r(:)
    integer, pointer :: o(:)
    integer :: t
    r(2:) => a(:, 1)
    o => order
    e = 0.5d0
    t = m
    do while (t > 0)
      e = 0.9d0*e + 0.01d0*r(lbound(r, 1))*r(ubound(r, 1))*sin(e)
      if (e > 0.3d0) then
        r => a(2:, o(1))
      else
        r => a(:, t)
      end if
      if (t > 1) o => o(2:)
      t = t - 1
    end do
  end subroutine rows

  recursive subroutine down(depth, x, y)
    integer, intent(in) :: depth
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(node), target :: all(3)
    type(node), pointer :: p
    real(8) :: below
    integer :: i
    do i = 1, 3
      all(i)%v = x*i
      nullify (all(i)%next)
      if (i < 3) all(i)%next => all(i + 1)
    end do
    y = x
    p => all(1)
    do while (associated(p))
      y = 0.5d0*y + sin(p%v*y)
      p => p%next
    end do
    if (depth > 0) then
      call down(depth - 1, y, below)
      y = y*below
    end if
  end subroutine down
end module lists
