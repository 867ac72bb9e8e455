! run: -b
! says: no public name 'world'
! has: _b(
module comm
  implicit none
  integer :: nproc
end module
module data
  implicit none
  real(kind=8), pointer :: w(:)
end module
module aux
contains
  subroutine stop_here(who)
    use data
    use comm, only: world       ! not in comm (hidden by #ifdef), never referenced below
    implicit none
    character(len=*), intent(in) :: who
  end subroutine
  subroutine f(n)
    use data
    implicit none
    integer :: n, i
    do i = 1, n
      if (w(i) < 0.0d0) call stop_here('f')
      w(i) = w(i)*w(i)
    end do
  end subroutine
  subroutine g(n, y)
    use data
    implicit none
    integer :: n, i
    real(kind=8) :: y
    call f(n)
    y = sum(w)
  end subroutine
end module
