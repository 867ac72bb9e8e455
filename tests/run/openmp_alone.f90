! What one thread does: parts of a region of which one thread each runs one, array statements, procedures that add atomically or have values of each thread's own.
! head: parts(f,g,z)/(x)
! inputs: n = 5
! inputs: x(n) = 0.5 .. 1.5
! options: -openmp
! head: columns(y,total)/(x)
! inputs: n = 3
! inputs: m = 4
! inputs: x(m,n) = 0.5 .. 1.5
! options: -openmp
module alone
  implicit none
  real(8) :: total
  real(8), save :: buf(10), scale
  !$omp threadprivate(buf, scale)
contains
  subroutine parts(n, x, f, g, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: f, g, z(n)
    integer :: i, k
    !$omp parallel sections private(i, k)
    !$omp section
    f = 0d0
    do i = 1, n
      f = f + x(i)**2
    end do
    !$omp section
    g = 1d0
    do k = 1, n
      g = g*x(k)
    end do
    !$omp end parallel sections
    !$omp parallel workshare
    z = x*f
    z = z + sin(x)
    !$omp end parallel workshare
  end subroutine parts
  subroutine add(v)
    real(8), intent(in) :: v
    real(8) :: w
    w = v**2
    !$omp atomic
    total = total + w
  end subroutine add
  subroutine one(m, x, y)
    integer, intent(in) :: m
    real(8), intent(in) :: x(m)
    real(8), intent(out) :: y
    integer :: k
    do k = 1, m
      buf(k) = x(k)*sin(x(k))
    end do
    scale = buf(1)
    y = 0
    do k = 1, m
      y = y + scale*buf(k)
    end do
  end subroutine one
  subroutine columns(n, m, x, y)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(m, n)
    real(8), intent(out) :: y(n)
    integer :: i
    total = 0d0
    !$omp parallel do
    do i = 1, n
      call one(m, x(:, i), y(i))
    end do
    !$omp parallel do
    do i = 1, n
      call add(y(i))
    end do
  end subroutine columns
end module alone
