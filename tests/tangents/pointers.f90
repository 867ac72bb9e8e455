! head: c2m%top(s y)/(x g)
! inputs: n = 4
module c2m
  implicit none
  type cell
    real(8) :: u
    real(8), pointer :: w(:) => null()
  end type
  real(8) :: g(2)
contains
  subroutine half(v, m, offset)
    integer, intent(in) :: m
    real(8), intent(inout) :: v(m)
    real(8), intent(in), optional :: offset
    v = v/2.d0
    if (present(offset)) v(1) = v(1) + offset
  end subroutine
  function mean(v, lo) result(r)
    integer, intent(in) :: lo
    real(8), intent(in) :: v(lo:)
    real(8) :: r(2)
    r(1) = sum(v)/size(v)
    r(2) = v(lo)*v(ubound(v, 1))
  end function
  subroutine top(n, x, s, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: s, y(n)
    type(cell) :: c(n)
    real(8), target :: pool(n)
    real(8), allocatable :: tmp(:)
    real(8) :: m(2), a(n, n)
    integer :: i
    pool = x*g(1)
    do i = 1, n
      c(i)%u = x(i)**2
      c(i)%w => pool(i:i)
    end do
    c%u = c%u*x
    call half(c%u, n)
    call half(v=pool, m=n, offset=g(2))
    call half(pool(2:3), 2)
    a = spread(x, 2, n)
    a(:, 2) = a(:, 1)*pool
    allocate (tmp, source=a(:, 2)*2.d0)
    m = mean(tmp, 0)
    s = m(1)*m(2) + c(2)%u + c(3)%w(1)
    y = merge(tmp, pool, x > 1.d0) + reshape(a(1:2, 1:2), [4])
    block
      real(8) :: local
      local = s*y(1)
      s = s + local
    end block
    associate (z => y(2))
      s = s + z
    end associate
  end subroutine
end module
