! Values passed beside the variable that they are made of, which the callee changes; also where it changes a variable of the module.
! head: value_work%value_arguments(x g)\(y x g)
module value_work
  implicit none
  real(8) :: g = 0.7d0
contains
  subroutine value_arguments(x, y)
    real(8), intent(inout) :: x(4)
    real(8), intent(out) :: y(3)
    real(8) :: t
    call change(x, (x + 0.125d0), y(1))
    call change(x, (x), y(2))
    t = x(1)
    call scalar((t), t)
    call scalar(t - 1.d0, t)
    call scalar(-x(2), x(2))
    call module_variable(g + 1.d0, t)
    call module_variable((g), t)
    y(3) = t
  end subroutine value_arguments
  subroutine change(a, b, s)
    real(8), intent(inout) :: a(4)
    real(8), intent(in) :: b(4)
    real(8), intent(out) :: s
    a(2) = 1.5d0
    a(3) = a(3)*b(3)
    s = sum(b*b) + a(3)
  end subroutine change
  subroutine scalar(v, t)
    real(8), intent(in) :: v
    real(8), intent(inout) :: t
    t = sin(t)*v
    t = t + v
  end subroutine scalar
  subroutine module_variable(v, t)
    real(8), intent(in) :: v
    real(8), intent(inout) :: t
    g = g*t
    t = t*v
  end subroutine module_variable
end module value_work
