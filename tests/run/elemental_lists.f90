! Elemental procedures that get lists and other values whose elements have no names: with several directions they are called element by element.
! head: listed(y)/(x)
! inputs: x(2) = 0.5 .. 1.5
! head: computed(y)/(x a)
! inputs: x(2) = 0.5 .. 1.5
! inputs: a(2,2) = 0.5 .. 1.5
module elemental_lists
  implicit none
  type dual
    real(8) :: v = 0, d(2) = 0
  end type dual
contains
  elemental function made(v, k) result(r)
    real(8), intent(in) :: v
    integer, intent(in) :: k
    type(dual) :: r
    r%v = v
    if (k > 0) r%d(k) = v**2
  end function made
  elemental subroutine add(v, w, r)
    real(8), intent(in) :: v, w
    type(dual), intent(inout) :: r
    r%v = r%v * v + w
    r%d(1) = r%d(1) + v * w
  end subroutine add
  subroutine listed(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    type(dual) :: z(2)
    z = made([x(1) * 0.5d0, x(2)], [1, 2])
    call add([x(2)**2, x(1)], x(1) * x(2), z)
    y = sum(z%v**2) + z(1)%d(1)
  end subroutine listed
  subroutine computed(x, a, y)
    real(8), intent(in) :: x(2), a(2, 2)
    real(8), intent(out) :: y
    type(dual) :: z(2), w(4)
    z = made(matmul(a, x), 2)
    call add([x * 2, a(:, 1)], 3d0, w)
    call add(w(1:2)%v, w(3:4)%v, z)
    y = sum(z%v**2) + z(1)%d(2) * z(2)%d(1)
  end subroutine computed
end module elemental_lists
