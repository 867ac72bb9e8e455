! A call that associates active pointers of its caller.
! head: integrate(u0)\(u1)
! inputs: n = 5
! inputs: nt = 4
module wave
  implicit none
contains
  subroutine swap(p, q)
    real(8), pointer, intent(inout) :: p(:), q(:)
    real(8), pointer :: t(:)
    t => p
    p => q
    q => t
  end subroutine
  subroutine integrate(n, nt, u0, u1)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: u0(n)
    real(8), intent(out) :: u1(n)
    real(8), target :: a(n), b(n)
    real(8), pointer :: p(:), q(:)
    integer :: it
    a = u0
    p => a
    q => b
    do it = 1, nt
      q = p + 0.2d0*p**2
      call swap(p, q)
    end do
    u1 = p
  end subroutine
end module
