! Outputs that the adjoint of a callee does not set again: they keep the value that the caller goes on with.
! head: newton(x)\(y)
! head: columns(x)\(y)
! inputs: n = 3
! inputs: x(3) = 0.5 .. 1.5
! head: parts(x)\(y)
! head: begun(x)\(y)
module optional_outputs
  implicit none
  private
  public :: newton, columns, parts, begun
  integer, parameter :: dp = kind(1.0d0)
  type :: pair
    real(dp) :: value, slope
  end type pair
  type :: count
    real(dp) :: value = 1.5_dp, slope
    integer :: n = 2
  end type count
contains
  pure subroutine saturation(t, q, dq)
    real(dp), intent(in) :: t
    real(dp), intent(out) :: q
    real(dp), intent(out), optional :: dq
    real(dp) :: es
    es = exp(0.1_dp*t)
    q = 0.622_dp*es
    if (present(dq)) dq = q*t*es
  end subroutine saturation

  elemental subroutine saturations(t, q, dq)
    real(dp), intent(in) :: t
    real(dp), intent(out) :: q
    real(dp), intent(out), optional :: dq
    real(dp) :: es
    es = exp(0.1_dp*t)
    q = 0.622_dp*es
    if (present(dq)) dq = q*t*es
  end subroutine saturations

  subroutine newton(x, y)
    real(dp), intent(in) :: x
    real(dp), intent(out) :: y
    real(dp) :: q, dq, t
    integer :: it
    t = x
    do it = 1, 3
      call saturation(t, q, dq)
      t = t - 0.1_dp*q/dq
    end do
    call saturation(t, q)
    y = t*q
  end subroutine newton

  subroutine columns(n, x, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y
    real(dp), dimension(n) :: q, dq, t
    integer :: it
    t = x
    do it = 1, 3
      call saturations(t, q, dq)
      t = t - 0.1_dp*q/dq
    end do
    y = sum(t*q)
  end subroutine columns

  subroutine both(t, p, n)
    real(dp), intent(in) :: t
    type(pair), intent(out) :: p
    integer, intent(out) :: n
    p%value = exp(0.1_dp*t)
    p%slope = p%value*t
    n = merge(2, 3, t > 1.0_dp)
  end subroutine both

  subroutine parts(x, y)
    real(dp), intent(in) :: x
    real(dp), intent(out) :: y
    type(pair) :: p
    real(dp) :: t
    integer :: it, n
    t = x
    do it = 1, 3
      call both(t, p, n)
      t = t - 0.1_dp*p%value**n/p%slope
    end do
    y = t*t
  end subroutine parts

  subroutine counted(t, p)
    real(dp), intent(in) :: t
    type(count), intent(out) :: p
    p%slope = p%value*t
    if (t > 0.5_dp) p%value = p%value*exp(0.1_dp*t)
    p%n = p%n + 1
  end subroutine counted

  subroutine begun(x, y)
    real(dp), intent(in) :: x
    real(dp), intent(out) :: y
    type(count) :: p
    real(dp) :: t
    integer :: it
    t = x
    do it = 1, 3
      call counted(t, p)
      t = t - 0.1_dp*p%value**p%n/p%slope
    end do
    y = t*t
  end subroutine begun
end module optional_outputs
