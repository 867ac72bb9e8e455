! A network of channels, level by level: each cell adds up what comes from those above it, and a table names the cells of a level. Parameters of all cells,
! which adjoints of calls add to.
! head: route(q,last)/(rain,coef)
! inputs: n = 7
! inputs: nlev = 3
! inputs: first = 1, 5, 7
! inputs: cell = 1, 2, 3, 4, 5, 6, 7
! inputs: above = 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6
! inputs: dry = 0, 0, 1, 0, 0, 0, 0
! inputs: rain(n) = 0.2 .. 1.5
! inputs: coef(70) = 0.1 .. 0.9
! options: -openmp
module channels
  implicit none
contains
  subroutine from_above(above, q, k, total)
    integer, intent(in) :: above(:, :), k
    real(8), intent(in) :: q(:)
    real(8), intent(out) :: total
    integer :: i
    total = 0d0
    do i = 1, 2
      if (above(i, k) > 0) total = total + q(above(i, k))
    end do
  end subroutine
  subroutine loss(coef, x, y)
    real(8), intent(in) :: coef(70), x
    real(8), intent(out) :: y
    integer :: i
    y = 0d0
    do i = 1, 70
      y = y + coef(i)*x/(i + x*x)
    end do
  end subroutine
end module
subroutine route(n, nlev, first, cell, above, dry, rain, coef, q, last)
  use channels
  implicit none
  integer, intent(in) :: n, nlev, first(nlev), cell(n), above(2, n), dry(n)
  real(8), intent(in) :: rain(n), coef(70)
  real(8), intent(out) :: q(n), last
  real(8) :: s, z
  integer :: l, j, k, m
  q = rain
  do l = 2, nlev
    m = n
    if (l < nlev) m = first(l+1) - 1
    !$omp parallel do private(k, s, z)
    do j = first(l), m
      k = cell(j)
      if (dry(k) == 1) cycle
      call from_above(above, q, k, s)
      call loss(coef, rain(k), z)
      if (dry(k) == 0) then
        q(k) = 0.9d0*s + z*z
      else
        q(k) = 0.8d0*s
      end if
    end do
  end do
  last = q(n)**2
end subroutine
