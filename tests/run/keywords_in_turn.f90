! Arguments by keyword in another order than that of the dummies, and behind absent ones: of extents that a callee does not change beside ones that it
! does, in pure procedures, and of elemental procedures that are called for whole arrays.
! head: atm%gcm(j)/(t0)
! inputs: n = 3
! inputs: t0(3) = 1.0 .. 2.0
! inputs: p(3) = 0.5 .. 1.5
module atm
  implicit none
contains
  subroutine dry(t, p, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: t(n)
    real(8), intent(in) :: p(n)
    t = t*t*p
  end subroutine
  subroutine shrink(t, scale, n)
    integer, intent(inout) :: n
    real(8), intent(in), optional :: scale
    real(8), intent(inout) :: t(n)
    n = n - 1
    t(1:n) = t(1:n)*t(2:n + 1)
    if (present(scale)) t = t*scale
  end subroutine
  elemental subroutine mix(a, w, x, y)
    real(8), intent(inout) :: a
    real(8), intent(in), optional :: w
    real(8), intent(in) :: x, y
    a = a*x + sin(y)
    if (present(w)) a = a*w
  end subroutine
  subroutine gcm(n, t0, p, j)
    integer, intent(in) :: n
    real(8), intent(in) :: t0(n), p(n)
    real(8), intent(out) :: j
    real(8) :: t(n)
    integer :: m
    t = t0
    call dry(n=n, p=p, t=t)
    m = n
    call shrink(n=m, t=t)
    call mix(y=p, x=t0(1), a=t)
    call mix(x=t0(2), a=t, y=0.5d0, w=t0(3))
    j = sum(t) + m
  end subroutine
end module
