! Figure 8 of Strout and Hovland: by variable, c depends nonlinearly on b; use by use, the carried b(i-1) is linear (§2.2).
! Behind it the same with the roles changed, and cases in between.
! test: carried
! head: figure8 from x to c
! head: nonlinear_use from x to c
! head: through from x to b
! head: either from x to b
! head: written_first from x to f
subroutine figure8(n, x, b, c)
  integer, intent(in) :: n
  real(8) :: x(n), b(0:n), c(n)
  integer :: i
  do i = 1, n ! carried: b=nonlinear/linear
    b(i) = 3*x(i)
    c(i) = b(i-1) + b(i)*x(i)
  end do
end subroutine figure8

subroutine nonlinear_use(n, x, b, c)
  integer, intent(in) :: n
  real(8) :: x(n), b(0:n), c(n)
  integer :: i
  do i = 1, n ! carried: b=nonlinear/nonlinear
    b(i) = 3*x(i)
    c(i) = b(i-1)*x(i) + b(i)
  end do
end subroutine nonlinear_use

! The use is linear, but what comes round is not.
subroutine through(n, x, b)
  integer, intent(in) :: n
  real(8) :: x(n), b(0:n), t
  integer :: i
  do i = 1, n ! carried: b=nonlinear/nonlinear
    t = 2*b(i-1)
    b(i) = t*x(i)
  end do
end subroutine through

! Nobody knows which iteration wrote the element.
subroutine either(n, k, x, b)
  integer, intent(in) :: n, k(n)
  real(8) :: x(n), b(n)
  integer :: i
  do i = 1, n ! carried: b=linear/linear
    b(i) = b(k(i)) + 2*x(i)
  end do
end subroutine either

! Only the first reading of an iteration sees what an earlier one wrote.
subroutine written_first(n, x, f)
  integer, intent(in) :: n
  real(8) :: x(n), f, s
  integer :: i
  s = 0
  do i = 1, n ! carried: f=linear/linear
    s = x(i)
    s = s*s
    f = f + s*x(i)
  end do
end subroutine written_first
