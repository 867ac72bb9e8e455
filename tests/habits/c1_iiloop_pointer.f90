! run: -b -pointers distinct
! lacks: pushreal8
module blk
  implicit none
  integer :: ie, je
  real(kind=8), dimension(:,:), pointer :: x, si
end module
module geo
contains
  subroutine faces()
    use blk, only: ie, je, x, si
    implicit none
    integer :: ii, i, j
    real(kind=8) :: v1, v2
    !$AD II-LOOP
    do ii = 0, ie*je - 1
      i = mod(ii, ie) + 1
      j = ii/ie + 1
      v1 = x(i+1, j) - x(i, j)
      v2 = x(i, j+1) - x(i, j)
      si(i, j) = v1*v2
    end do
  end subroutine
end module
