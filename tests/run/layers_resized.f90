! A state whose shape changes from turn to turn: y = matmul(w, y) + b, with and without functions of whole arrays.
! inputs: p(13) = -1 .. 1
! inputs: x(2) = -1 .. 1
! head: loss(p x)\(e)
! head: chain(p x)\(e)
module layers_resized
  implicit none
  type :: dense
    real(8), allocatable :: w(:, :), b(:)
  end type dense
contains
  elemental function softplus(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = log(1 + exp(x))
  end function softplus

  subroutine build(l, p)
    type(dense), intent(out) :: l(2)
    real(8), intent(in) :: p(13)
    l(1)%w = reshape(p(1:6), [3, 2])
    l(1)%b = p(7:9)
    l(2)%w = reshape(p(10:12), [1, 3])
    l(2)%b = p(13:13)
  end subroutine build

  function forward(l, x) result(y)
    type(dense), intent(in) :: l(2)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: y(:)
    integer :: k
    y = x
    do k = 1, size(l)
      y = matmul(l(k)%w, y) + l(k)%b
      if (k < size(l)) y = softplus(y)
    end do
  end function forward

  subroutine loss(p, x, e)
    real(8), intent(in) :: p(13), x(2)
    real(8), intent(out) :: e
    type(dense) :: l(2)
    real(8), allocatable :: y(:)
    call build(l, p)
    y = forward(l, x)
    e = y(1)**2
  end subroutine loss

  subroutine chain(p, x, e)
    real(8), intent(in) :: p(13), x(2)
    real(8), intent(out) :: e
    type(dense) :: l(2)
    real(8), allocatable :: y(:)
    integer :: k
    call build(l, p)
    y = x
    do k = 1, 2
      y = matmul(l(k)%w, sin(y)) + l(k)%b
    end do
    e = sum(y)*y(1)
  end subroutine chain
end module layers_resized
