! Cells that a table numbers, changed in place under tests: no two iterations have the same number.
! head: cells(qt,hi)/(hi,ci)
! inputs: nrow = 3
! inputs: ncol = 4
! inputs: nac = 8
! inputs: act = 1, 1, 0, 1, 0, 1, 1, 1, 0, 1, 0, 1
! inputs: ind = 1, 2, 1, 3, 1, 4, 5, 6, 1, 7, 1, 8
! inputs: hi(nac) = 0.2 .. 0.8
! inputs: ci(nac) = 1 .. 2
! inputs: p(nac) = 0 .. 1
! options: -openmp
module ops
  implicit none
contains
  subroutine interception(p, c, h, pn)
    real(8), intent(in) :: p, c
    real(8), intent(inout) :: h
    real(8), intent(out) :: pn
    real(8) :: e
    e = min(0.3d0, p + h*c)
    pn = max(0d0, p - c*(1d0 - h) - e)
    h = h + (p - e - pn)/c
  end subroutine
end module
subroutine cells(nrow, ncol, nac, act, ind, p, ci, hi, qt)
  use ops
  implicit none
  integer, intent(in) :: nrow, ncol, nac, act(nrow, ncol), ind(nrow, ncol)
  real(8), intent(in) :: p(nac), ci(nac)
  real(8), intent(inout) :: hi(nac), qt(nac)
  real(8) :: pn, pr
  integer :: row, col, k
  !$omp parallel do private(row, col, k, pn, pr)
  do col = 1, ncol
    do row = 1, nrow
      if (act(row, col) == 0) cycle
      k = ind(row, col)
      if (p(k) >= 0d0) then
        call interception(p(k), ci(k), hi(k), pn)
      else
        pn = 0d0
      end if
      pr = pn*hi(k)
      qt(k) = pr**2 + exp(-hi(k))
    end do
  end do
end subroutine
