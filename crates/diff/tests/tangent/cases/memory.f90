! gfortran 12 warns about the descriptors of unallocated arrays that are assigned to, in the original as well.
! head: memory(y)/(x)
! flags: -Wno-maybe-uninitialized
subroutine memory(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: w(:), v(:), z(:)
  real(8), target :: t(n)
  real(8), pointer :: p(:), q
  integer :: i, ierr
  allocate (w(n), stat=ierr)
  w(1) = x(1)
  do i = 2, n
    w(i) = w(i-1)*x(i)
  end do
  v = w*2.d0
  t = x
  p => t(2:n)
  p = p*w(1)
  q => t(1)
  q = q*q
  allocate (z, source=v)
  z = z*z
  y = sum(t) + sum(v) + sum(z)
  deallocate (w)
  allocate (w(2))
  w(1) = y
  y = y*w(1)
  v = [1.d0, 2.d0]
  y = y + sum(v)*w(1)
end subroutine memory
