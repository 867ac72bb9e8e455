! Pointers to arrays of the module that a procedure allocates on the way: their derivatives are there before a pointer leads to them.
! inputs: x = 0.5 .. 1.5
! head: grown(x)\(y)
! head: exchanged(x)\(y)
module global_targets
  implicit none
  real(8), allocatable, target, save :: k(:), old(:), new(:)
contains
  subroutine setup(n)
    integer, intent(in) :: n
    if (.not. allocated(k)) allocate(k(n), source=0.1d0)
  end subroutine

  subroutine grow(p, x)
    real(8), intent(inout) :: p(:)
    real(8), intent(in) :: x
    p = p*p + x
  end subroutine

  subroutine grown(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), pointer :: p(:)
    integer :: i
    call setup(3)
    k = 0.1d0
    p => k
    do i = 1, 3
      call grow(p, x)
    end do
    y = sum(k**2)
  end subroutine

  subroutine two_levels(n)
    integer, intent(in) :: n
    if (.not. allocated(old)) allocate(old(n), new(n))
  end subroutine

  subroutine step(a, b)
    real(8), intent(in) :: a(:)
    real(8), intent(out) :: b(:)
    b = a + 0.1d0*sin(a)*a(1)
  end subroutine

  subroutine exchanged(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), pointer :: a(:), b(:), c(:)
    integer :: i
    call two_levels(4)
    do i = 1, 4
      old(i) = x*i
    end do
    a => old
    b => new
    do i = 1, 3
      call step(a, b)
      c => a
      a => b
      b => c
    end do
    y = sum(a)*b(2)
  end subroutine
end module
