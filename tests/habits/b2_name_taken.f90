! run: -d
! has: pointer :: xd
! lacks: xd0 =>
! lacks: xd0(:)
! has: seg_d(x(i-1), xd(i-1), x(i), xd(i))
module blk
  implicit none
  real(kind=8), dimension(:), pointer :: x
end module
module flux
contains
  subroutine area(n, v)
    use blk, only: x
    implicit none
    integer, intent(in) :: n
    real(kind=8) :: v
    integer :: i
    v = 0.0d0
    do i = 2, n
      call seg(x(i-1), x(i))
    end do
  contains
    subroutine seg(xa, xd)
      real(kind=8), intent(in) :: xa, xd
      v = v + (xd - xa)**2
    end subroutine
  end subroutine
end module
