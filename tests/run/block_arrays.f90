! BLOCK with arrays whose extent is computed there, in a loop too; ASSOCIATE to an expression and to a section.
! head: f(x)\(y)
! inputs: n = 3
module m
  implicit none
contains
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: k
    y = 0
    do k = 1, n - 1
      block
        real(8) :: w(k), s
        integer :: i
        do i = 1, k
          w(i) = x(i)*x(i+1) + y
        end do
        s = sum(w**2)
        y = y + s*x(1)
      end block
    end do
    associate (a => x(1)*x(2), b => x(2:n))
      y = y + a*sum(b)
    end associate
  end subroutine
end module
