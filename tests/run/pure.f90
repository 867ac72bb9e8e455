! Adjoints of pure and elemental procedures that read variables of their host.
! head: pm%top(x kappa c)\(y)
! inputs: n = 4
module pm
  implicit none
  real(8) :: kappa = 0.3d0, c(3) = [1.d0, 2.d0, 3.d0]
contains
  pure subroutine inner(x, y)
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    y = y*sin(x*kappa)
    y = y*y*c(2)
  end subroutine inner
  elemental function el(x) result(r)
    real(8), intent(in) :: x
    real(8) :: r
    r = x*x*kappa
  end function el
  pure subroutine outer(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y
    integer :: i
    do i = 1, n
      call inner(x(i), y)
    end do
    do i = 1, n
      y = y + el(x(i))
    end do
  end subroutine outer
  pure subroutine plain(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x*x
  end subroutine plain
  subroutine top(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: z
    y = 1.d0
    call outer(n, x, y)
    call plain(y, z)
    y = y + z
  end subroutine top
end module pm
