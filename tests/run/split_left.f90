! A split call leaves values that its backward half starts from: the caller overwrites elements of them in between, by position, in loops, in branches.
! options: -nocheckpoint fill
! inputs: n = 4
! inputs: s = 0.5 .. 1.5
! inputs: x(n) = 0.5 .. 1.5
! head: overwritten(s x)\(s x)
! head: in_loops(s x)\(s x)
! head: result(s x)\(s x)
module left
  implicit none
contains
  subroutine fill(n, x, s)
    integer, intent(in) :: n
    real(8), intent(out) :: x(n)
    real(8), intent(inout) :: s
    real(8) :: t(n)
    x = s*s
    t = 1.5d0/(1.5d0 + sin(x(2)))
    s = t(n)*x(1)
  end subroutine fill

  subroutine overwritten(n, s, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: s, x(n)
    integer :: k
    k = 1
    s = s + x(1)**2
    call fill(n, x, s)
    x(2) = 1.d0
    x(k) = s*x(3)
    if (s > 0.1d0) x(3) = x(4) + x(2)
  end subroutine overwritten

  subroutine in_loops(n, s, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: s, x(n)
    integer :: i, k
    do k = 1, 3
      call fill(n, x, s)
      do i = 2, n
        x(i) = 0.1d0*x(i - 1)*s + 0.1d0*i
      end do
      s = 0.1d0*s*x(n)
    end do
  end subroutine in_loops

  real(8) function filled(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    call fill(n - 1, x, x(n))
    filled = x(2)*x(n)
  end function filled

  subroutine result(n, s, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: s, x(n)
    real(8) :: t
    t = s*x(1)
    call fill(n, x, t)
    x(2) = 2.d0*t
    s = filled(n, x)
    x(1) = 1.d0
  end subroutine result
end module left
