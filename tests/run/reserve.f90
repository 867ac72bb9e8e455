! Storage that passive calls allocate and release in a loop: the derivative follows.
! head: go(x)\(y)
! inputs: n = 3
! inputs: m = 4
! inputs: x(3) = 0.5 .. 1.0
module work
  implicit none
  type buffer
    real(8), allocatable :: v(:)
  end type buffer
contains
  subroutine reserve(b, n)
    type(buffer), intent(inout) :: b
    integer, intent(in) :: n
    if (.not. allocated(b%v)) allocate (b%v(n))
  end subroutine reserve
  subroutine drop(b)
    type(buffer), intent(inout) :: b
    if (allocated(b%v)) deallocate (b%v)
  end subroutine drop
  subroutine go(n, m, x, y)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(buffer) :: b
    integer :: k, i
    y = 0.0d0
    do k = 1, m
      call reserve(b, n + k)
      b%v = 0.0d0
      do i = 1, n
        b%v(i + k) = x(i)**k
      end do
      y = y + sum(b%v*b%v)
      if (mod(k, 2) == 0) call drop(b)
      if (allocated(b%v)) y = y*x(1)
      call drop(b)
    end do
  end subroutine go
end module work
