! Loops whose iterations are shared stand in procedures that all threads of a region call.
! head: drive(u,s)/(u,a)
! inputs: n = 8
! inputs: u(n) = 0.5 .. 1.5
! inputs: a = 0.1
! options: -openmp
module smoothing
  implicit none
  real(8) :: total
contains
  subroutine smooth(n, u, v, a)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n), a
    real(8), intent(out) :: v(n)
    real(8) :: t, half
    integer :: i
    half = 0.5d0*a
    !$omp do
    do i = 2, n-1
      t = u(i-1) + u(i+1)
      v(i) = u(i)**2 + half*t
    end do
    !$omp end do
    !$omp single
    v(1) = u(1)
    v(n) = u(n)
    !$omp end single
  end subroutine smooth
  subroutine add_up(n, v)
    integer, intent(in) :: n
    real(8), intent(in) :: v(n)
    integer :: i
    !$omp single
    total = 0d0
    !$omp end single
    !$omp do reduction(+:total)
    do i = 1, n
      total = total + v(i)**2
    end do
    !$omp end do
  end subroutine add_up
  subroutine drive(n, u, a, s)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: a
    real(8), intent(out) :: s
    real(8) :: v(n)
    !$omp parallel
    call smooth(n, u, v, a)
    call smooth(n, v, u, a)
    call add_up(n, u)
    !$omp end parallel
    s = sqrt(total)
  end subroutine drive
end module smoothing
