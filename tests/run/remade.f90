! A structure that is made again in each turn: INTENT(OUT) releases it, and gives components their default values.
! head: cost(x)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.0
module remade

  implicit none
  type grid
    real(8), allocatable :: u(:)
    real(8) :: dx = 0.5d0
  end type grid
contains
  subroutine start(g, n)
    type(grid), intent(out) :: g
    integer, intent(in) :: n
    allocate (g%u(n))
    g%u = 1.0d0
  end subroutine start
  subroutine cost(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(grid) :: g
    integer :: k
    y = 0
    do k = 1, 3
      call start(g, n)
      g%u = g%u*x(k) + g%dx
      g%dx = x(1)
      y = y + sum(g%u**3)*g%dx
    end do
  end subroutine cost
end module remade
