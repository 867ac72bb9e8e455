! Pointers that are components of elements: the backward sweep associates again what an index of then names.
! head: f(x)\(y)
module pointers_by_index
  implicit none
  type cell
    real(8), pointer :: p(:) => null()
  end type cell
contains
  subroutine f(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(2)
    real(8), target :: w(4, 4)
    type(cell) :: t(3)
    integer :: i, k
    do i = 1, 4
      w(:, i) = x*i
    end do
    k = 2
    t(1)%p => w(:, 1)
    t(2)%p => w(:, 2)
    t(3)%p => w(:, 3)
    do i = 1, 4
      t(k)%p(2) = t(k)%p(1)*t(k)%p(2)
      t(k)%p => w(:, i)
      t(k)%p(1) = t(k)%p(1)*t(k)%p(3)*x(i)
      k = mod(2*k + i, 3) + 1
    end do
    t(k)%p => w(:, 4)
    k = mod(k, 3) + 1
    y(1) = sum(t(k)%p**2)
    nullify (t(k)%p)
    k = mod(k, 3) + 1
    y(1) = y(1) + sum(t(k)%p**3)
    y(2) = sum(w**2)
  end subroutine f
end module pointers_by_index
