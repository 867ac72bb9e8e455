! run: -b -head "f(y)/(x)" p_gen_use.f90
! has: put(id, r)
! lacks: put_list(id, r)
! the stub of a library: the real one has the same generic, and other names behind it
module outlib
 implicit none
 private
 public :: put
 interface put
  module procedure put_real, put_list
 end interface
contains
 integer function put_real(id, v)
  integer, intent(in) :: id
  real(8), intent(in) :: v
  put_real = 0
 end function
 integer function put_list(id, v)
  integer, intent(in) :: id
  real(8), intent(in) :: v(:)
  put_list = 0
 end function
end module
