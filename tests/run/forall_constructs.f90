! FORALL constructs with WHERE, with FORALL inside, and with statements of which one reads what another assigns.
! head: relax(y)/(x)
! inputs: n = 4
! wrong interpreted: only assignments can be interpreted in FORALL
! wrong several: this FORALL cannot be written for several directions
subroutine relax(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: a(n, n), b(n)
  logical :: wet(n)
  integer :: i, j
  b = x**2
  do i = 1, n
    a(:, i) = x*i + b
  end do
  wet = x > 0.6d0
  do concurrent (i = 1:n)
    where (a(:, i) > 2)
      a(:, i) = a(:, i)*b(i)*a(:, i)
    elsewhere (wet)
      a(:, i) = sin(a(:, i))
    elsewhere
      a(:, i) = a(:, i) + 0.1d0
    end where
  end do
  forall (i = 1:n)
    where (a(:, i) > 1)
      a(:, i) = a(:, i)*b(i)*a(:, i)
    elsewhere
      a(:, i) = sin(a(:, i))
    end where
  end forall
  forall (i = 1:n, wet(i)) a(:, i) = a(:, i)*b(i)
  forall (i = 1:n)
    forall (j = 1:n, j /= i) a(j, i) = a(j, i)**2*b(i)
    b(i) = b(i)*a(i, i) + a(n + 1 - i, i)
  end forall
  y = matmul(a, b)
end subroutine
