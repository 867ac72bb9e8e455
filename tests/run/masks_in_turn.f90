! The mask of a later arm of WHERE sees what earlier arms assign, under the same name or another; FORALL computes all values before it stores any,
! also where it reads what it assigns through a pointer.
! head: f(x)\(y z w)
! inputs: n = 4
! inputs: x(4) = 0.2 .. 1.5
! head: of_pointers(x)\(y z)
! inputs: n = 4
! inputs: x(4) = 0.2 .. 1.5
subroutine f(n, x, y, z, w)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n), z(n), w(n)
  real(8), target :: a(4)
  real(8) :: b(4), whole(4)
  real(8), pointer :: p(:), back(:), one
  integer :: i
  ! A later mask reads what the first arm has assigned.
  b = x
  y = 0.0d0
  where (x > 0.9d0)
    b(n:1:-1) = sin(x)*2.0d0
  elsewhere (b > 1.0d0)
    y = x*b
  elsewhere
    y = b**2
  end where
  ! The same under another name.
  a = x
  p => a
  back => a(n:1:-1)
  z = 1.0d0
  where (x > 0.9d0)
    back = sin(x)*2.0d0
  elsewhere (a > 1.0d0)
    z = x*back
  elsewhere
    z = p**2
  end where
  where (x > 0.5d0)
    p = p*x
    z = z*back
  end where
  ! All values come first: elements, a pointer to one of them, the other way round.
  one => a(2)
  forall (i = 1:n) a(i) = sin(p(1))*x(i)
  forall (i = 1:n) p(i) = sqrt(1.0d0 + 0.5d0*one)*a(i)
  forall (i = 1:n, back(i) > 0.1d0) p(i) = a(i)*back(i)
  whole = x*a
  forall (i = 1:n)
    a(i) = p(n + 1 - i)*x(i)
    whole(i) = whole(i)*back(i)
  end forall
  w = whole + p
end subroutine f
! The extents of a mask that a pointer decides are those of the mask around it.
subroutine of_pointers(n, x, y, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n), z(n, n)
  real(8), target :: a(4)
  real(8), pointer :: p(:)
  integer :: i
  z = spread(x, 1, n)
  a = x**2
  p => a
  y = x
  do i = 2, n
    where (x < 0.5d0)
      z(:, i) = minval(z, dim=1)*x
    elsewhere (p < 1.5d0)
      y = y*a + maxval(z, dim=2)
    elsewhere (p > 1.75d0)
      y = sin(y)
    end where
  end do
end subroutine of_pointers
