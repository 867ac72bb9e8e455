! WHERE and FORALL write parts; a section that names all of an array kills.
! test: varied, useful
! head: f from x to y
subroutine f(x, y, a, b, i)
  real(8) :: x, y(10), a(10), b(10)
  integer :: i
  a(:) = x                  ! varied: x a | useful: x b y
  where (b > 0.0d0)         ! useful: a b y
    a = 0.0d0               ! varied: x a | useful: a b y
  elsewhere
    y = a*b                 ! varied: x a y | useful: a b y
  end where
  a(1:10) = 0.0d0           ! varied: x y | useful: y b
  forall (i = 1:9) y(i) = b(i) ! varied: x y | useful: y b
end subroutine f
