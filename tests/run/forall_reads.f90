! FORALL that reads what it assigns.
! head: top(x)\(y)
! inputs: n = 5
! inputs: x = 0.2 .. 0.9
! head: shifted(a b)\(b)
! inputs: a(4,4) = 0.2 .. 0.9
! inputs: b(4) = 0.2 .. 0.9
subroutine top(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: a(n), m(n, n)
  integer :: i, j
  a = x
  forall (i = 2:n) a(i) = a(i - 1)*x(i)
  forall (i = 1:n, j = 1:n, i /= j) m(i, j) = a(i)*x(j)
  forall (i = 1:n) m(i, i) = a(i)**2
  forall (i = 1:n, j = 1:n, i < j)
    m(i, j) = m(j, i)*m(i, i)
    m(j, i) = m(i, j) + a(j)
  end forall
  forall (i = 1:n - 1) a(i + 1) = a(i) + sin(a(i + 1))
  y = sum(m) + sum(a**2)
end subroutine top
! Bounds that ask about what is assigned.
subroutine shifted(a, b)
  implicit none
  real(8), intent(inout) :: a(:, :), b(:)
  integer :: i
  interface
    subroutine add_identity(a)
      real(8), intent(inout) :: a(:, :)
    end subroutine add_identity
  end interface
  call add_identity(a)
  forall (i = lbound(b, 1):ubound(b, 1)) b(i) = b(i)**2*a(i, i)
  forall (i = 2:size(b)) b(i) = b(i - 1)*b(i)
end subroutine shifted
subroutine add_identity(a)
  implicit none
  real(8), intent(inout) :: a(:, :)
  integer :: i
  forall (i = 1:size(a, 1)) a(i, i) = a(i, i)*a(i, i) + 1.0d0
end subroutine add_identity
