! Pointers that C_F_POINTER makes of the address of a variable.
! head: views(buf)\(res)
! inputs: n = 4
! inputs: buf(8) = 0.5 .. 1.5
! head: flat(a)\(y)
! head: scalars(x)\(y)
module c_addresses
  use, intrinsic :: iso_c_binding
  implicit none
  type, bind(c) :: params
    real(c_double) :: k, s
  end type
contains
  subroutine views(n, buf, res)
    integer, intent(in) :: n
    real(c_double), intent(inout), target :: buf(2*n)
    real(c_double), intent(out) :: res
    real(c_double), pointer :: a(:,:), tail(:)
    call c_f_pointer(c_loc(buf), a, [n, 2])
    call c_f_pointer(c_loc(buf(3)), tail, shape=[2])
    a(:,1) = a(:,1)**2*a(:,2)
    tail = tail*buf(1)
    res = sum(a(:,2)*buf(1:n)) + buf(n+1)
  end subroutine

  subroutine flat(a, y)
    real(c_double), intent(in) :: a(3, 2)
    real(c_double), intent(out) :: y
    real(c_double), target :: w(3, 2)
    real(c_double), pointer :: v(:)
    integer :: extent(1)
    w = a**2
    extent = 6
    call c_f_pointer(fptr=v, cptr=c_loc(w), shape=extent)
    v(2) = v(2)*v(5)
    y = sum(w(:, 1)*w(:, 2)) + v(6)
  end subroutine

  subroutine scalars(x, y)
    real(c_double), intent(in) :: x(2)
    real(c_double), intent(out) :: y
    type(params), target :: p
    type(params), pointer :: q
    call c_f_pointer(c_loc(p), q)
    q%k = x(1)**2
    p%s = x(2)
    y = p%k*q%s + x(1)
  end subroutine
end module
