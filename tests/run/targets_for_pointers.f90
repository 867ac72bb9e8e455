! head: targets_for_pointers%f(y)/(x)
! inputs: x = 0.6 .. 1.4
! A target stands for a POINTER dummy with INTENT(IN), and what both lead to is set by its name.
module targets_for_pointers
  implicit none
  real(8), target :: g(2)
contains
  subroutine multiply(b)
    real(8), pointer, intent(in) :: b(:)
    g(2) = b(1)*b(2)
    b(1) = g(1)*g(2)
  end subroutine multiply

  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), target :: w(2)
    real(8) :: v(2)
    g = [x, x**2]
    call multiply(g)
    w = [sin(x), x]
    v = g
    call add(w, v)
    y = product(g)*product(v)
  end subroutine f

  subroutine add(b, c)
    real(8), pointer, intent(in) :: b(:)
    real(8), intent(inout) :: c(:)
    c = c + b*b
    b(1) = 0d0
  end subroutine add
end module targets_for_pointers
