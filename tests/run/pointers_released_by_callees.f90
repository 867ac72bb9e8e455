! What callees release of pointers that the procedure made itself: nothing else releases the derivatives in a tangent.
! head: cost(x)\(j)
! inputs: n = 5
! head: perhaps(x)\(j)
! inputs: n = 4
! head: in_turns(x)\(j)
! inputs: n = 3
module buffers
  implicit none
  type buffer
    real(8), pointer :: v(:) => null()
    integer :: n = 0
  end type
contains
  subroutine init(self, n)
    type(buffer), intent(inout) :: self
    integer, intent(in) :: n
    allocate (self%v(n))
    self%n = n
    self%v = 0d0
  end subroutine

  subroutine release(self)
    type(buffer), intent(inout) :: self
    if (associated(self%v)) deallocate (self%v)
    self%n = 0
  end subroutine

  subroutine free(p)
    real(8), pointer :: p(:)
    if (associated(p)) deallocate (p)
    nullify (p)
  end subroutine

  subroutine cost(n, x, j)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: j
    type(buffer) :: b
    real(8), pointer :: w(:)
    integer :: i
    call init(b, n)
    allocate (w(n))
    w = x**2
    do i = 1, n
      b%v(i) = w(i)*sin(x(1))
    end do
    j = sum(b%v*x)
    call release(b)
    call free(w)
  end subroutine

  subroutine perhaps(n, x, j)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: j
    type(buffer) :: b
    real(8), pointer :: w(:)
    nullify (w)
    j = sum(x**2)
    if (n > 3) then
      call init(b, n)
      b%v = x*j
      allocate (w(n))
      w = b%v
      j = sum(w**2)
    end if
    call release(b)
    call free(w)
  end subroutine

  subroutine in_turns(n, x, j)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: j
    real(8), pointer :: w(:)
    integer :: k
    j = sum(x**2)
    nullify (w)
    do k = 1, n
      if (mod(k, 2) == 0) then
        allocate (w(n))
        w = x*j
        j = sum(w**2)
      end if
      call free(w)
    end do
  end subroutine
end module
