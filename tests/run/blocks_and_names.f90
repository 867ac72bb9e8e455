! ASSOCIATE, BLOCK, ENUM, DO CONCURRENT, ERROR STOP, EXIT from a named block.
! head: top(x)\(y)
! inputs: n = 5
! inputs: x = 0.2 .. 0.9
subroutine top(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  enum, bind(c)
    enumerator :: linear = 1, square, cubic = 5
  end enum
  type point
    real(8) :: at(2)
    real(8) :: mass
  end type
  type(point) :: p(2)
  real(8) :: a(n), grid(n, n)
  integer :: i, j, kinds(3)
  p%mass = 1
  kinds = [linear, square, cubic]
  do i = 1, 2
    associate (here => p(i), first => p(1)%mass)
      here%at = x(i:i + 1)
      here%mass = x(i)**2
      if (i == 2) here%mass = here%mass*first
    end associate
  end do
  do concurrent (i = 1:n, j = 1:n, i <= j)
    grid(i, j) = x(i)*x(j)**2
  end do
  do concurrent (i = 1:n)
    a(i) = x(n - i + 1)**kinds(2)
  end do
  y = 0
  sums: block
    real(8) :: part
    part = 0
    do i = 1, n
      part = part + grid(i, n)*a(i)
      if (part > 1.0d6) exit sums
    end do
    y = part
  end block sums
  associate (m => p%mass, total => sum(p(1)%at*p(2)%at))
    y = y + sum(m)*total
  end associate
  if (y /= y) error stop 'not a number'
end subroutine top
