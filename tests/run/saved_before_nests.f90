! What a nest of loops overwrites is saved in front of it, once, where no adjoint in the nest reads what is overwritten there later: rows and columns of
! a substitution. And what is just not so: values that the nest itself reads, elements that are there only if the loop has turns, loops that are left, sweeps.
! inputs: n = 5
! inputs: m = 0
! inputs: a(5,5) = 0.5 .. 1.5
! inputs: b(5) = 0.5 .. 1.5
! head: rows(a, b)\(y)
! head: columns(a, b)\(y)
! head: own(a, b)\(y)
! head: others(a, b)\(y)
! head: sweeps(a, b)\(y)
! head: absent(a, b)\(y)
! head: left(a, b)\(y)
! head: chosen(a, b)\(y)
! head: planes(a, b)\(y)
! head: shifted(a, b)\(y)
! head: twice(a, b)\(y)
! head: moving(a, b)\(y)
! head: stepping(a, b)\(y)
subroutine rows(n, m, a, b, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(out) :: y
  real(8) :: x(n)
  integer :: i, j
  x = b
  do i = 2, n
    x(i) = x(i) - x(i - 1)*a(i, 1)*x(i)
  end do
  do i = n, 1, -1
    do j = i + 1, n
      x(i) = x(i) - a(i, j)*x(j)
    end do
    x(i) = x(i)/a(i, i)
  end do
  y = sum(x*b)
end subroutine rows

subroutine columns(n, m, a, b, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(out) :: y
  real(8) :: x(n)
  integer :: i, k
  x = b**2
  do k = 1, n - 1
    do i = k + 1, n
      x(i) = x(i) - a(i, k)*x(k)
    end do
  end do
  x = x**2
  do k = n, 1, -1
    x(k) = x(k)/a(k, k)
    do i = 1, k - 1
      x(i) = x(i) - a(i, k)*x(k)
    end do
  end do
  y = sum(x*b)
end subroutine columns

! The adjoint reads what it overwrites.
subroutine own(n, m, a, b, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(out) :: y
  real(8) :: x(n)
  integer :: i, j
  x = b**2
  x = x*b
  do i = 1, n
    do j = 1, n
      x(i) = x(i) + 0.1d0*a(i, j)*x(i)**2
    end do
  end do
  y = sum(x*b)
end subroutine own

! Other turns read what is overwritten later.
subroutine others(n, m, a, b, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(out) :: y
  real(8) :: x(n)
  integer :: i, j
  x = b**2
  do i = 1, n
    do j = 1, n
      if (i /= j) x(i) = x(i) + 0.1d0*a(i, j)*x(j)
    end do
  end do
  do i = 1, n - 1
    do j = i + 1, n
      x(i) = x(i) + 0.1d0*a(i, j)*x(j)
    end do
  end do
  do i = 2, n
    do j = 1, i - 1
      x(i) = x(i) + 0.1d0*a(i, j)*x(j)
    end do
  end do
  y = sum(x*b)
end subroutine others

! The nest is run again, and reads the elements of the sweep before.
subroutine sweeps(n, m, a, b, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(out) :: y
  real(8) :: x(n)
  integer :: i, j, k
  x = b**2
  do k = 1, 3
    do i = 1, n
      x(i) = b(i)*x(i)
      do j = 1, i - 1
        x(i) = x(i) - 0.1d0*a(i, j)*x(j)
      end do
      do j = i + 1, n
        x(i) = x(i) - 0.1d0*a(i, j)*x(j)
      end do
      x(i) = x(i)/(1 + a(i, i))
    end do
  end do
  y = sum(x*b)
end subroutine sweeps

! The loop has no turn, and there is no such element.
subroutine absent(n, m, a, b, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(out) :: y
  real(8) :: x(n)
  integer :: j
  x = b**2
  y = x(1)*x(n)
  do j = 1, m
    x(m) = x(m) + a(m, j)*b(j)
  end do
  y = y + sum(x*b)
end subroutine absent

subroutine left(n, m, a, b, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(out) :: y
  real(8) :: x(n)
  integer :: i, j
  x = b**2
  x = x*b
  do i = n, 1, -1
    do j = i + 1, n
      x(i) = x(i) - 0.1d0*a(i, j)*x(j)
      if (x(i) < 0.5d0) exit
    end do
    x(i) = x(i)/a(i, i)
  end do
  y = sum(x*b)
end subroutine left

! Tests look at the elements.
subroutine chosen(n, m, a, b, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(out) :: y
  real(8) :: x(n), s
  integer :: i, j
  x = b**2
  s = 1
  do i = n, 1, -1
    do j = i + 1, n
      if (x(i) > 0.7d0) then
        s = s*a(i, j)
      else
        s = s + b(i)*s
      end if
      x(i) = x(i) - 0.1d0*a(i, j)*x(j)
    end do
    x(i) = x(i)/a(i, i)
  end do
  y = sum(x*b)*s
end subroutine chosen

! An array of two dimensions is summed into along the third loop.
subroutine planes(n, m, a, b, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(out) :: y
  real(8) :: c(n, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      c(i, j) = a(i, j)*b(i)
    end do
  end do
  c = c**2
  c = c*a
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k)*b(j)
      end do
    end do
  end do
  y = sum(c**2)
end subroutine planes

! The inner loop begins where the outer one is, in another subscript, too.
subroutine shifted(n, m, a, b, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(out) :: y
  real(8) :: x(0:n + 1)
  integer :: i, k
  x = 1
  x(1:n) = b
  x = x**3
  do k = 1, n
    do i = k, n - 1
      x(i + 1) = x(i + 1) + a(k, i)*b(k)
      x(i - 1) = x(i - 1)*0.5d0
    end do
  end do
  y = sum(x*x)
end subroutine shifted

! Two statements overwrite; one of them is read in between.
subroutine twice(n, m, a, b, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(out) :: y
  real(8) :: x(n)
  integer :: i, k
  x = b**2
  x = x*b
  y = 0
  do k = 1, n
    do i = 1, n
      x(i) = x(i) + a(i, k)
    end do
    y = y + x(k)*x(1)*b(k)
    do i = 1, n
      x(i) = x(i)*0.9d0
    end do
  end do
  y = y + sum(x*x)
end subroutine twice

! The elements are found by what the nest moves.
subroutine moving(n, m, a, b, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(out) :: y
  real(8) :: x(n)
  integer :: i, k, p
  x = b**2
  x = x*b
  p = 1
  do k = 1, n
    p = mod(3*p + k, n) + 1
    do i = 1, n
      x(p) = x(p) + a(i, k)*b(i)
    end do
  end do
  y = sum(x*x)
end subroutine moving

! Time steps: what each overwrites, the next one has read.
subroutine stepping(n, m, a, b, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(out) :: y
  real(8) :: x(n), f(n)
  integer :: i, j, t
  x = b
  do t = 1, 3
    do i = 1, n
      f(i) = x(i)**2
    end do
    do i = 1, n
      do j = 1, n
        x(i) = x(i) + 0.1d0*a(i, j)*f(j)
      end do
    end do
  end do
  y = sum(x*b)
end subroutine stepping
