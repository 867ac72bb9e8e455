! Dense linear systems: LU factorisation with partial pivoting, solves with the matrix and its transpose, determinant,
! and on top of them a design problem: responses of a damped structure to loads.
module factor
  implicit none
  private
  public :: lu_factor, lu_solve, lu_solve_transposed, lu_log_determinant, response

  integer, parameter, public :: wp = kind(0.0d0)

contains

  ! Replaces a by its factors; pivot(k) is the row that was exchanged with row k. info is the first zero pivot, or 0.
  subroutine lu_factor(n, a, pivot, info)
    integer, intent(in) :: n
    real(wp), intent(inout) :: a(n, n)
    integer, intent(out) :: pivot(n), info
    real(wp) :: largest, swap
    integer :: i, j, k, p

    info = 0
    do k = 1, n
      p = k
      largest = abs(a(k, k))
      do i = k + 1, n
        if (abs(a(i, k)) > largest) then
          largest = abs(a(i, k))
          p = i
        end if
      end do
      pivot(k) = p
      if (largest <= 0.0_wp) then
        info = k
        return
      end if
      if (p /= k) then
        do j = 1, n
          swap = a(k, j)
          a(k, j) = a(p, j)
          a(p, j) = swap
        end do
      end if
      a(k + 1:n, k) = a(k + 1:n, k)/a(k, k)
      do j = k + 1, n
        a(k + 1:n, j) = a(k + 1:n, j) - a(k + 1:n, k)*a(k, j)
      end do
    end do
  end subroutine lu_factor

  ! Solves with the factors: b becomes the solution.
  subroutine lu_solve(n, a, pivot, b)
    integer, intent(in) :: n, pivot(n)
    real(wp), intent(in) :: a(n, n)
    real(wp), intent(inout) :: b(n)
    real(wp) :: swap
    integer :: i, k

    do k = 1, n
      if (pivot(k) /= k) then
        swap = b(k)
        b(k) = b(pivot(k))
        b(pivot(k)) = swap
      end if
    end do
    do k = 1, n - 1
      do i = k + 1, n
        b(i) = b(i) - a(i, k)*b(k)
      end do
    end do
    do k = n, 1, -1
      b(k) = b(k)/a(k, k)
      do i = 1, k - 1
        b(i) = b(i) - a(i, k)*b(k)
      end do
    end do
  end subroutine lu_solve

  ! Solves with the transpose of the matrix that was factorised.
  subroutine lu_solve_transposed(n, a, pivot, b)
    integer, intent(in) :: n, pivot(n)
    real(wp), intent(in) :: a(n, n)
    real(wp), intent(inout) :: b(n)
    real(wp) :: swap
    integer :: k

    do k = 1, n
      b(k) = (b(k) - dot_product(a(1:k - 1, k), b(1:k - 1)))/a(k, k)
    end do
    do k = n - 1, 1, -1
      b(k) = b(k) - dot_product(a(k + 1:n, k), b(k + 1:n))
    end do
    do k = n, 1, -1
      if (pivot(k) /= k) then
        swap = b(k)
        b(k) = b(pivot(k))
        b(pivot(k)) = swap
      end if
    end do
  end subroutine lu_solve_transposed

  ! Logarithm of the absolute value of the determinant.
  function lu_log_determinant(n, a) result(logdet)
    integer, intent(in) :: n
    real(wp), intent(in) :: a(n, n)
    real(wp) :: logdet
    integer :: k
    logdet = 0.0_wp
    do k = 1, n
      logdet = logdet + log(abs(a(k, k)))
    end do
  end function lu_log_determinant

  ! Stiffness of a chain of masses joined by springs, each mass also tied to all others through a weak frame.
  subroutine assemble(n, spring, frame, damping, a)
    integer, intent(in) :: n
    real(wp), intent(in) :: spring(n), frame, damping(n)
    real(wp), intent(out) :: a(n, n)
    integer :: i, j

    do j = 1, n
      do i = 1, n
        a(i, j) = -frame*exp(-abs(real(i - j, wp))/4.0_wp)
      end do
      a(j, j) = spring(j) + frame*real(n, wp)
    end do
    do j = 1, n - 1
      a(j, j) = a(j, j) + spring(j + 1)
      ! damping couples neighbours in one direction only: the matrix is not symmetric
      a(j, j + 1) = a(j, j + 1) - spring(j + 1)*(1.0_wp + damping(j))
      a(j + 1, j) = a(j + 1, j) - spring(j + 1)*(1.0_wp - damping(j))
    end do
  end subroutine assemble

  ! Displacements x under the loads b, and the cost of the design: compliance, sensitivity to the measured displacement
  ! and a barrier that keeps the matrix away from singular ones.
  subroutine response(n, spring, frame, damping, b, probe, x, cost, info)
    integer, intent(in) :: n
    real(wp), intent(in) :: spring(n), frame, damping(n)
    real(wp), intent(in) :: b(n), probe(n)
    real(wp), intent(out) :: x(n), cost
    integer, intent(out) :: info
    real(wp) :: a(n, n), y(n)
    integer :: pivot(n), i

    call assemble(n, spring, frame, damping, a)
    call lu_factor(n, a, pivot, info)
    x = b
    y = probe
    cost = 0.0_wp
    if (info /= 0) return
    call lu_solve(n, a, pivot, x)
    call lu_solve_transposed(n, a, pivot, y)
    do i = 1, n
      cost = cost + b(i)*x(i) + 0.5_wp*y(i)**2
    end do
    cost = cost - 0.1_wp*lu_log_determinant(n, a)
  end subroutine response

end module factor
