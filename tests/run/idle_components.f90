! Components that are nowhere active, of types whose other variables give them a derivative: procedures that are differentiated with respect to what
! they are given read zeros.
! inputs: x(3) = 0.5 .. 1.5
! inputs: p%a = 0.7
! inputs: p%b = 0.2
! inputs: p%v = 0.4
! head: element(p, x)\(y)
! head: whole(p, x)\(y)
! head: given(p, x)\(y)
! head: in_locals(p, x)\(y)
module idle
  implicit none
  type pair
    real(8) :: a, b
    real(8) :: v(3)
  end type pair
contains
  pure function ratio(u, w) result(r)
    real(8), intent(in) :: u, w
    real(8) :: r
    r = u/(2.d0 + w*w)
  end function ratio

  pure function total(q) result(r)
    type(pair), intent(in) :: q
    real(8) :: r
    r = q%a*q%b + sum(q%v**2)
  end function total

  subroutine fill(q, x)
    type(pair), intent(out) :: q
    real(8), intent(in) :: x(3)
    q%a = x(1)*x(2)
    q%b = sin(x(3))
    q%v = x*x
  end subroutine fill

  ! p%a and p%v are read, and never vary; p%b does.
  subroutine element(p, x, y)
    type(pair), intent(inout) :: p
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(pair) :: q
    call fill(q, x)
    p%b = ratio(p%a, x(1)) + ratio(p%v(2), q%b)
    y = p%b + ratio(q%a, q%v(1))
  end subroutine element

  ! The same, handed over as a whole.
  subroutine whole(p, x, y)
    type(pair), intent(inout) :: p
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(pair) :: q
    call fill(q, x)
    p%b = q%a*x(2)
    y = total(p) + total(q)
  end subroutine whole

  ! Nor may anything be set in p.
  subroutine given(p, x, y)
    type(pair), intent(in) :: p
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(pair) :: q
    call fill(q, x)
    y = total(q)*ratio(p%a, x(2)) + total(p)
  end subroutine given

  subroutine in_locals(p, x, y)
    type(pair), intent(in) :: p
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(pair) :: q, r(2)
    integer :: i
    call fill(q, x)
    do i = 1, 2
      r(i)%a = p%a*i
      r(i)%v = [0.1d0, 0.2d0, 0.3d0]
      r(i)%b = q%a*i
    end do
    y = total(r(1))*ratio(r(2)%a, q%b) + ratio(r(2)%v(3), r(2)%b) + total(q)
  end subroutine in_locals
end module idle
