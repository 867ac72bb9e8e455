! inputs: n = 4
! head: fields(x, a)\(y)
! head: sources(x, a)\(y)
! Where no statement can stand, under masks and in FORALL, extreme values and products are computed before; so are values of SOURCE=.
module extrema_of_fields
  implicit none
  integer, parameter :: dp = kind(1.0d0)
contains
  pure function energy(v) result(e)
    real(dp), intent(in) :: v(:)
    real(dp) :: e
    e = sum(v*v)
  end function energy

  subroutine fields(n, x, a, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n), a(n, n)
    real(dp), intent(out) :: y(n)
    real(dp) :: b(n, n)
    integer :: i, j
    y = 1
    where (x > 0.5_dp)
      y = x*y + sum(y/maxval(x))
      y = y/maxval(y)
    elsewhere (x > energy(x)/n)
      y = y + cshift(x, 1)*product(x)
    elsewhere
      y = y + minval(a, dim=1)*[x(1), x(2:n)]
    end where
    forall (i = 1:n) y(i) = y(i) + maxval(a(:, i))
    forall (i = 1:n, j = 1:n, i /= j) b(i, j) = energy(a(:, i))*x(j)
    forall (i = 1:n)
      b(i, i) = sum(a(i, :)) + dot_product(x, a(:, i))
    end forall
    forall (i = 1:n)
      b(:, i) = [x(i), x(2:n)]*maxval(a(i, :))
      y(i) = y(i) + product(a(i, :))
    end forall
    y = y + sum(b, dim=2)
  end subroutine fields

  subroutine sources(n, x, a, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n), a(n, n)
    real(dp), intent(out) :: y(n)
    real(dp), allocatable :: w(:), z(:, :), q
    allocate (w, source=maxval(a, dim=1))
    allocate (z, source=a*energy(x))
    allocate (q, source=maxval(x))
    y = w + matmul(z, x)*q
    deallocate (w)
    allocate (w(n), source=energy(x) + minval(y))
    y = y*w
    deallocate (w)
    allocate (w, source=scaled(x, q))
    y = y*w
  end subroutine sources

  pure function scaled(v, q) result(s)
    real(dp), intent(in) :: v(:), q
    real(dp) :: s(size(v))
    s = q*v*v
  end function scaled
end module extrema_of_fields
