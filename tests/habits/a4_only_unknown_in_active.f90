! run: -b
! says: no public name 'exchange'
! has: _b(
module fam
  implicit none
  integer :: n
end module
module aux
contains
  subroutine f(x, y)
    use fam, only: exchange     ! not in fam, never referenced
    implicit none
    real(kind=8) :: x, y
    y = x*x
  end subroutine
end module
