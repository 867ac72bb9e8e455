! What calls without anything active allocate and release: the derivative follows (a constructor, a growing buffer, nested, in a loop).
! head: cost(x)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.0
module fields
  implicit none
  type grid
    real(8), allocatable :: u(:), w(:)
    integer :: n = 0
  end type grid
  type tree
    type(grid) :: left
    type(grid), allocatable :: others(:)
  end type tree
contains
  subroutine reserve(g, n)
    type(grid), intent(inout) :: g
    integer, intent(in) :: n
    if (allocated(g%u)) then
      if (size(g%u) /= n) deallocate (g%u)
    end if
    if (.not. allocated(g%u)) allocate (g%u(n))
    g%n = n
  end subroutine reserve
  subroutine start(g, n)
    type(grid), intent(out) :: g
    integer, intent(in) :: n
    integer :: i
    call reserve(g, n)
    allocate (g%w(0:n - 1))
    do i = 1, n
      g%u(i) = 1.0d0/i
      g%w(i - 1) = 0.25d0*i
    end do
  end subroutine start
  subroutine finish(g)
    type(grid), intent(inout) :: g
    deallocate (g%u, g%w)
    g%n = 0
  end subroutine finish
  subroutine start_tree(t, n, m)
    type(tree), intent(out) :: t
    integer, intent(in) :: n, m
    integer :: k
    call start(t%left, n)
    allocate (t%others(m))
    do k = 1, m
      call start(t%others(k), n + k)
    end do
  end subroutine start_tree
  subroutine relax(g, x)
    type(grid), intent(inout) :: g
    real(8), intent(in) :: x(:)
    integer :: i
    do i = 1, size(x)
      g%u(i) = g%u(i)*x(i) + g%w(i - 1)*x(i)**2
    end do
  end subroutine relax
  subroutine cost(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(grid) :: g
    type(tree) :: t
    integer :: k
    call start(g, n)
    call relax(g, x)
    y = sum(g%u**2)
    call start_tree(t, n, 2)
    do k = 1, 2
      call relax(t%others(k), x)
      y = y + sum(t%others(k)%u*g%w(0))*x(k)
    end do
    call relax(t%left, x)
    do k = 1, 3
      call reserve(g, n + k/2)
      g%u = y*k
      y = y + sum(sin(g%u))/10
      call relax(t%left, x*0.5d0)
    end do
    y = y + product(t%left%u)
    call finish(g)
    deallocate (t%others)
  end subroutine cost
end module fields
