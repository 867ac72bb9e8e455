! A function of an array called twice in a step; complex arrays, reversed sections, MATMUL, PRODUCT, CSHIFT.
! head: evolve(cost)/(x0 par)
! inputs: n = 3
subroutine evolve(n, x0, par, cost)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: x0(n), par(2)
  double precision, intent(out) :: cost
  double precision :: x(n), k1(n), k2(n)
  complex(kind(1.d0)) :: w(n)
  double precision :: hist(3, n)
  integer :: s
  interface
    function rhs(m, y, q) result(dy)
      integer, intent(in) :: m
      double precision, intent(in) :: y(m), q(:)
      double precision :: dy(m)
    end function
  end interface
  x = x0
  do s = 1, 3
    k1 = rhs(n, x, par)
    k2 = rhs(n, x + 0.5d0*k1, par)
    x = x + 0.25d0*(k1 + k2)
    hist(s, :) = x(n:1:-1)
  end do
  w = cmplx(x, k1, kind(1.d0))
  w = w*conjg(w) + exp(w)
  cost = sum(abs(w)) + dot_product(hist(1, :), hist(3, :)) + product(hist(2, :)) &
         + sum(matmul(hist, transpose(hist))) + sum(cshift(x, 1)*x)
  if (any(x > 100.d0)) stop 'blown up'
end subroutine
function rhs(m, y, q) result(dy)
  implicit none
  integer, intent(in) :: m
  double precision, intent(in) :: y(m), q(:)
  double precision :: dy(m)
  integer :: i
  do i = 1, m
    dy(i) = q(1)*y(i)*(1.d0 - y(i)) + q(2)*tanh(y(mod(i, m) + 1))
  end do
end function
