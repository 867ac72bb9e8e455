! inputs: n = 4
! inputs: x(4) = 0.1 .. 1.5
! head: h(x)\(y)
! Automatic arrays of BLOCKs that EXIT, CYCLE and RETURN leave: of the procedure where their extents are those of its beginning.
module cells_of_blocks
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  type cell
    real(dp) :: v = 0.5_dp
    real(dp) :: w(2)
  end type
contains
  subroutine h(n, x, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(:)
    real(dp), intent(out) :: y
    integer :: it, m
    y = 0
    m = n
    iterate: do it = 1, 10
      m = 1 + mod(it, n)
      block
        real(dp) :: r(m), q(size(x))
        type(cell) :: c(n)
        integer :: i
        do i = 1, m
          r(i) = x(i)*x(i)/it + y
        end do
        do i = 1, n
          c(i)%w = x(i)
          c(i)%v = c(i)%v + x(i)
        end do
        q = x*r(1) + c%v
        y = y + sum(r)*0.1_dp + sum(c%w(1))*q(2)*0.01_dp
        if (it == 8) exit iterate
        r = r*r
        if (it > 4) cycle iterate
        y = y + r(1)*r(m) + sin(q(2))
      end block
    end do iterate
    if (y > 100) then
      block
        real(dp) :: z(n/2:n)
        z = y*x(1)
        y = y + 1.e-3_dp*sum(z*z)
        if (y > 10) return
        z = z*z
        y = y + sum(z)
      end block
    end if
    y = y*y
  end subroutine
end module
