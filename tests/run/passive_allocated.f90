! Passive allocatables and pointers where the callee's tangent wants a derivative of one.
! inputs: w(4) = 0.5 .. 1.5
! head: f(x)\(y)
module passive_allocated
  implicit none
contains
  subroutine weigh(a, s)
    real(8), allocatable, intent(in) :: a(:)
    real(8), intent(inout) :: s
    s = s*sum(a)
  end subroutine weigh

  subroutine turn(a, s)
    real(8), allocatable, intent(inout) :: a(:, :)
    real(8), intent(inout) :: s
    a = a*s
    s = sum(a)
  end subroutine turn

  subroutine aim(a, s)
    real(8), pointer, intent(in) :: a(:)
    real(8), intent(inout) :: s
    s = s*sum(a)
    a(1) = s
  end subroutine aim

  subroutine f(x, w, y)
    real(8), intent(in) :: x
    real(8), allocatable, intent(in) :: w(:)
    real(8), intent(out) :: y
    real(8), allocatable :: a(:), b(:, :), c(:, :)
    real(8), target :: t(3), u(3)
    real(8), pointer :: p(:), q(:)
    y = x
    a = w*x
    call weigh(a, y)
    call weigh(w, y)
    allocate (b(0:1, 2), c(2, 3))
    b = x
    c = 0.5d0
    call turn(b, y)
    call turn(c, y)
    y = y + c(2, 3)
    t = x
    u = 2.d0
    p => t
    q => u
    call aim(p, y)
    call aim(q, y)
    y = y*p(1)
  end subroutine f
end module passive_allocated
