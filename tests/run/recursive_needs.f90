! What the adjoints of procedures in a circle of calls need is the least that holds: a transform in which data are linear keeps nothing, its factors are
! needed; where the innermost call multiplies, all calls around keep what it needs.
! inputs: x(16) = 0.5 .. 1.5
! head: linear(x)\(y)
! head: through(x)\(y)
! head: base(x)\(y)
! head: pair(x)\(y)
! head: counted(x)\(y)
module recursive_needs_m
  implicit none
  real(8) :: factor = 0.5d0
contains
  ! The data are used linearly.
  recursive subroutine rotate(d, n, s)
    integer, intent(in) :: n
    real(8), intent(inout) :: d(n)
    real(8), intent(in) :: s
    integer :: i
    real(8) :: t
    if (n == 1) return
    call rotate(d(1:n/2), n/2, s)
    call rotate(d(n/2 + 1:n), n/2, s)
    do i = 1, n/2
      t = d(i + n/2)*s
      d(i + n/2) = d(i) - t
      d(i) = d(i) + t
    end do
  end subroutine rotate

  ! The innermost call squares what those around it have overwritten.
  recursive subroutine deep(d, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: d(:)
    if (n == 0) then
      d = d*d
      return
    end if
    d = 0.5d0*d + 0.1d0
    call deep(d, n - 1)
    d = 0.25d0*d
    call deep(d, n - 1)
    d(1) = d(1) + d(2)
  end subroutine deep

  ! Each calls the other; only one of them multiplies, and by what the module has.
  recursive subroutine even(u, v, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(:), v(:)
    if (n == 0) return
    u = u + 0.5d0*v
    factor = factor + 0.01d0*u(1)
    call odd(u, v, n - 1)
    v = v - 0.25d0*u
  end subroutine even

  recursive subroutine odd(u, v, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(:), v(:)
    if (n == 0) return
    v = v*factor
    call even(v, u, n - 1)
    u = u + v
  end subroutine odd

  recursive function total(d, n) result(s)
    integer, intent(in) :: n
    real(8), intent(inout) :: d(:)
    real(8) :: s
    d(n) = 0.5d0*d(n)
    s = d(n)
    if (n > 1) s = s + total(d, n - 1)*d(n)
    d(n) = d(n) + 1.d0
  end function total

  subroutine linear(x, y)
    real(8), intent(in) :: x(16)
    real(8), intent(out) :: y(16)
    y = x
    call rotate(y, 16, 0.75d0)
  end subroutine linear

  subroutine through(x, y)
    real(8), intent(in) :: x(16)
    real(8), intent(out) :: y(16)
    real(8) :: s
    s = x(1)*x(2)
    y = x
    call rotate(y, 16, s)
    s = s*y(3)
    call rotate(y, 8, s)
    y = y*s
  end subroutine through

  subroutine base(x, y)
    real(8), intent(in) :: x(16)
    real(8), intent(out) :: y(16)
    y = x
    call deep(y, 2)
    y = y*x
  end subroutine base

  subroutine pair(x, y)
    real(8), intent(in) :: x(16)
    real(8), intent(out) :: y(16)
    real(8) :: w(16)
    factor = 0.5d0
    y = x
    w = 2.d0*x
    call even(y, w, 5)
    y = y + w*x
  end subroutine pair

  subroutine counted(x, y)
    real(8), intent(in) :: x(16)
    real(8), intent(out) :: y(16)
    real(8) :: w(16)
    w = x
    y = x
    y(1) = total(w, 6)
    y(2) = y(1)*total(w, 4)
    y(3:8) = w(1:6)
  end subroutine counted
end module recursive_needs_m
