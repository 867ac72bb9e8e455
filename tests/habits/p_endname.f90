! run: -b -head "f(y)/(x)"
! says: RT0106
! has: f_b(
module io
 interface put
  module procedure put_int, put_log
 end interface
contains
 integer function put_int(v)
  integer, intent(in) :: v
  put_int = v
 end function put_int
 integer function put_log(v)
  logical, intent(in) :: v
  put_log = 0
  if (v) put_log = 1
 end function put_int
end module
subroutine f(x, y)
 use io
 implicit none
 integer :: st
 real(8), intent(in) :: x
 real(8), intent(out) :: y
 y = x**2
 st = put(.true.)
end subroutine
