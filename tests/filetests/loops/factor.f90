! Factorisation in place: no element that a later derivative needs is written again, except where a statement overwrites its own operand.
! test: loop, overwritten
! head: f
subroutine f(n, a, d, y)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n), y(n), d
  integer :: i, j, k
  do j = 1, n ! loop: ordered | overwritten: a
    do k = j + 1, n ! loop: independent | overwritten: a
      do i = k, n ! loop: independent | overwritten: a
        a(i, k) = a(i, k) - a(i, j)*a(k, j)
      end do
    end do
  end do
  do j = 1, n ! loop: ordered
    do k = j + 1, n ! loop: independent
      do i = k, n ! loop: independent
        a(i, k) = d*a(i, j)*a(k, j)
      end do
    end do
  end do
  do j = 1, n ! loop: ordered | overwritten: y
    do i = j + 1, n ! loop: independent | overwritten: y
      y(i) = y(i) - a(i, j)*y(j)
    end do
  end do
end subroutine f
