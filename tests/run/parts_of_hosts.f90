! Internal procedures that change a column of an array of their host: that is saved, and not the array.
! head: run(f)/(h)
! inputs: m = 5
! inputs: nt = 3
! inputs: h(m, 4) = 0.5 .. 1.5
subroutine run(m, nt, h, f)
  implicit none
  integer, intent(in) :: m, nt
  real(8), intent(inout) :: h(m, 4)
  real(8), intent(out) :: f
  real(8) :: s(m)
  integer :: i, it
  s = 0
  do it = 1, nt
    do i = 1, 4
      call column(i)
      call cell(i)
    end do
  end do
  f = sum(h*h) + sum(s)
contains
  subroutine column(k)
    integer, intent(in) :: k
    integer :: j
    do j = 2, m
      h(j, k) = h(j, k)*sin(h(j - 1, k))
    end do
    h(1, k) = exp(-h(m, k))
  end subroutine column
  subroutine cell(k)
    integer, intent(in) :: k
    if (k == 2) return
    s(k) = s(k)*h(2, k) + h(1, k)**2
  end subroutine cell
end subroutine run
