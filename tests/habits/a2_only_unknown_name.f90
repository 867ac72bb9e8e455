! run: -b
! says: no public name 'world'
! has: _b(
module comm
  implicit none
  integer :: nproc
end module
module aux
contains
  subroutine stop_here(who)
    use comm, only: world       ! not in comm (hidden by #ifdef), never referenced below
    implicit none
    character(len=*), intent(in) :: who
  end subroutine
  subroutine f(x, y)
    implicit none
    real(kind=8) :: x, y
    if (x < 0.0d0) call stop_here('f')
    y = x*x
  end subroutine
end module
