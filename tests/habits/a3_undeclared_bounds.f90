! run: -b
! says: 'k' has no declaration
! says: 'm' has no declaration
! has: dimension(k:k, m) :: doms
module blk
  implicit none
  type bt
     real(kind=8), pointer :: w(:)
  end type
  integer, dimension(k:k, m) :: doms     ! k, m have no declaration (kept for the AD tool only)
contains
  subroutine f(x, y)
    real(kind=8) :: x, y
    y = x*x
  end subroutine
end module
