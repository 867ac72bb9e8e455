! run: -b -head "step(w)>(w)" -pointers distinct
! has: wb(i) = gam(i)*
! lacks: gamb
module blk
  implicit none
  real(kind=8), dimension(:), pointer :: w, gam, x
end module
module flux
contains
  subroutine step(n)
    use blk, only: w, gam
    implicit none
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      w(i) = w(i)*gam(i)
    end do
  end subroutine
end module
