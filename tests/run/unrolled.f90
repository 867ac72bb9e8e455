! Short loops over arguments: gfortran is asked to write them out. Loops in loops, one by a named constant, one that goes down, one with a choice; not asked of five
! iterations, nor of a number of iterations that nobody knows, nor where the original asks for something itself.
! head: small%arm(cost)/(a x)
! inputs: n = 4
! inputs: a = 0.5 .. 1.5
! inputs: x = -0.5 .. 0.5
module small
  implicit none
  integer, parameter :: dp = kind(1d0), three = 3
contains
  subroutine times(a, b, c)
    real(dp), intent(in) :: a(three,three), b(three,three)
    real(dp), intent(out) :: c(three,three)
    integer :: i, j, k
    do j = 1, three
      do i = three, 1, -1
        c(i,j) = 0
        do k = 1, 3
          c(i,j) = c(i,j) + a(i,k)*b(k,j)
        end do
      end do
    end do
  end subroutine
  subroutine turn(x, m)
    real(dp), intent(in) :: x(3)
    real(dp), intent(out) :: m(3,3)
    integer :: i
    do i = 1, 3
      if (x(i) > 0) then
        m(i,:) = x(i)*x
      else
        m(i,:) = sin(x)
      end if
      m(i,i) = m(i,i) + exp(-x(i)*x(i))
    end do
  end subroutine
  subroutine arm(n, a, x, cost)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(5), x(3,n)
    real(dp), intent(out) :: cost
    real(dp) :: m(3,3), o(3,3), p(3,3), w(5)
    integer :: i, k
    o = 0
    do k = 1, 3
      o(k,k) = a(k)
    end do
    do i = 1, n
      call turn(x(:,i), m)
      call times(o, m, p)
      o = p
    end do
    do k = 1, 5
      w(k) = a(k)*a(k)
    end do
    !GCC$ unroll 2
    do k = 1, 4
      w(k) = w(k)*w(k+1)
    end do
    cost = sum(o*o) + sum(w*a)
  end subroutine
end module
