! Values of the dependents and gradients in one call (-value, -gradient): functions with work arrays, structures, optional and allocatable arguments,
! arguments of assumed shape, globals as independents and as the dependent, a scalar that is both.
! options: -gradient -value
! head: fits%misfit(misfit)/(x power)
! inputs: x(5) = 0.5 .. 1.5
! inputs: w(5) = 0 .. 0
! inputs: power(2) = 0.5 .. 1.5
! head: fits%structured(s%loss)/(s%u a)
! inputs: s%n = 4
! inputs: s%u(4) = 0.5 .. 1.5
! inputs: a = 0.5 .. 1.5
! head: fits%grown(f)/(x)
! inputs: x(4) = 0.5 .. 1.5
! inputs: y(4) = 0.5 .. 1.5
! head: fits%to_global(total)/(x weights)
! inputs: x(3,2) = 0.5 .. 1.5
! inputs: weights(3) = 0.5 .. 1.5
! head: fits%in_place(x)/(x p)
! inputs: x = 0.5 .. 1.5
! inputs: p(3) = 0.5 .. 1.5
! head: fits%early(f)/(x)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! head: fits%through(f)/(x)
! inputs: x(4) = 0.5 .. 1.5
! head: fits%single(single)/(x)
! inputs: x(4) = 0.5 .. 1.5
module fits
  implicit none
  integer, parameter :: dp = kind(1.d0), sp = kind(1.0)
  type state
    real(dp) :: u(4)
    real(dp) :: loss
    integer :: n
  end type state
  real(dp) :: scale = 1.5_dp, power(2), total
  real(dp), allocatable :: weights(:)
contains
  ! A work array that is no independent, and an independent of the module.
  function misfit(x, w) result(j)
    real(dp), intent(in) :: x(:)
    real(dp), intent(inout) :: w(size(x))
    real(dp) :: j
    integer :: i
    j = 0
    do i = 1, size(x)
      w(i) = sin(x(i))*scale
      j = j*w(i) + x(i)**2 + power(1)*x(i)
    end do
  end function misfit

  ! One component is independent, another the dependent.
  subroutine structured(s, a)
    type(state), intent(inout) :: s
    real(dp), intent(in), optional :: a
    integer :: i
    s%loss = 0
    do i = 1, s%n
      s%loss = s%loss + s%u(i)**3
      if (present(a)) s%loss = s%loss*a
    end do
  end subroutine structured

  subroutine grown(x, y, f)
    real(dp), allocatable, intent(in) :: x(:)
    real(dp), allocatable, intent(inout) :: y(:)
    real(dp), intent(out) :: f
    y = y*x
    f = sum(y**2)
    y = y*f
    f = f + y(1)
  end subroutine grown

  ! The dependent is a variable of the module, an independent is allocatable there.
  subroutine to_global(x)
    real(dp), intent(in) :: x(:,:)
    integer :: i, k
    total = 1
    do k = 1, size(x, 2)
      do i = 1, size(x, 1)
        total = total*exp(-x(i,k)*weights(i)) + x(i,k)
      end do
    end do
    total = total**2
  end subroutine to_global

  ! The dependent is an independent, too.
  subroutine in_place(x, p)
    real(dp), intent(inout) :: x
    real(dp), intent(in) :: p(3)
    integer :: i
    do i = 1, 3
      x = x*p(i) + sin(x)
    end do
  end subroutine in_place

  ! Left early, from a loop.
  subroutine early(n, x, f)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: f
    integer :: i
    f = 0
    if (n < 1) return
    do i = 1, n
      f = f*x(i) + x(i)**2
      if (f > 2) return
    end do
    f = f*f
  end subroutine early

  ! What a procedure below has computed, and is run again for the derivatives.
  subroutine through(x, f)
    real(dp), intent(in) :: x(4)
    real(dp), intent(out) :: f
    real(dp) :: y(4)
    y = x
    call below(y, f)
    call below(y, f)
  end subroutine through

  subroutine below(y, f)
    real(dp), intent(inout) :: y(4)
    real(dp), intent(out) :: f
    integer :: i
    f = 0
    do i = 1, 4
      y(i) = y(i)*sin(y(i))
      f = f*y(i) + y(i)
    end do
  end subroutine below

  function single(x)
    real(sp), intent(in) :: x(4)
    real(sp) :: single
    single = sqrt(dot_product(x, x))
    single = single*single*x(1)
  end function single
end module fits
