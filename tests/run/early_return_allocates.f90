! Internal procedures that allocate and release lists of their host, and return early.
! head: sorted(total)/(depth)
! inputs: n = 4
! inputs: layers = 3
! inputs: depth = 0.3 .. 1.2
module column
  implicit none
contains
  subroutine sorted(n, layers, depth, total)
    integer, intent(in) :: n, layers
    real(8), intent(inout) :: depth(n, layers)
    real(8), intent(out) :: total
    integer, allocatable :: list(:)
    real(8) :: h(n)
    integer :: l, k
    total = 0
    do l = 1, layers
      h = depth(:, l)
      call choose(l)
      call close(0, 1.5d0)
      do k = 1, size(list)
        h(list(k)) = h(list(k))**2*k
      end do
      call close(l, 1.d0)
    end do
    total = sum(depth*depth)
  contains
    subroutine choose(l)
      integer, intent(in) :: l
      integer :: i
      if (allocated(list)) deallocate (list)
      allocate (list(n - mod(l, 2)))
      do i = 1, size(list)
        list(i) = size(list) + 1 - i
      end do
    end subroutine
    subroutine close(l, factor)
      integer, intent(in) :: l
      real(8), intent(in) :: factor
      if (l == 0) then
        h = factor*h
        return
      end if
      depth(:, l) = sin(h)
      if (l == 2) return
      if (allocated(list)) deallocate (list)
    end subroutine
  end subroutine
end module
