! Turns that call something run again: fluxes through functions and subroutines, and near-misses.
! head: nest_calls(q w)\(q cost w)
! inputs: n = 6
! inputs: q = 0.5 .. 1.5
! inputs: w = 0.2 .. 0.9
module nest_calls_state
  implicit none
  real(8) :: seen = 0.d0
contains
  function pressure(r, e) result(p)
    real(8), intent(in) :: r, e
    real(8) :: p
    if (e > 1.d0) then
      p = 0.4d0*e*r
    else
      p = 0.4d0*r*(e + 0.1d0*sin(e))
    end if
  end function pressure

  subroutine split(r, a, b)
    real(8), intent(in) :: r
    real(8), intent(out) :: a, b(2)
    integer :: k
    a = r*r
    do k = 1, 2
      b(k) = 0.1d0*a*sin(r)*k
    end do
  end subroutine split

  ! Remembers what it was given.
  function counted(r) result(c)
    real(8), intent(in) :: r
    real(8) :: c
    seen = seen*0.5d0 + r*r
    c = seen*r
  end function counted

  subroutine in_place(a, b)
    real(8), intent(inout) :: a
    real(8), intent(in) :: b
    a = 0.5d0*a + 0.1d0*b*sin(a)
  end subroutine in_place
end module nest_calls_state

subroutine nest_calls(n, q, w, cost)
  use nest_calls_state
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: q(n), w
  real(8), intent(out) :: cost
  real(8) :: f(n), p, r, a, b(2), c, keep
  integer :: i, k, t
  cost = 0.d0
  seen = 0.1d0
  do t = 1, 2
    ! Everything is local to the turn.
    do i = 1, n - 1
      p = pressure(q(i), q(i + 1))
      r = pressure(q(i + 1), p)*p
      call split(r*p, a, b)
      c = 0.d0
      do k = 1, 2
        c = c + b(k)*b(k)*a
      end do
      f(i) = c*p*r
    end do
    f(n) = w
    do i = 1, n
      q(i) = q(i) - 0.01d0*f(i)*q(i)
    end do
    ! A variable of the module is changed by what is called.
    do i = 1, n
      a = counted(q(i))
      cost = cost + a*a*w
    end do
    ! What is changed in place by a call.
    do i = 1, n
      r = q(i)*w
      call in_place(q(i), r)
      cost = cost + q(i)*r*r
    end do
    ! Handed on from turn to turn by a call.
    keep = w
    do i = 1, n
      r = q(i)*keep
      call in_place(keep, r)
      cost = cost + keep*r*r
    end do
    ! An actual argument whose subscript is computed in the turn.
    do i = 1, n
      k = mod(2*i, n) + 1
      r = sin(q(k))*q(i)
      call in_place(q(k), r)
      w = w + 0.1d0*r*r
    end do
  end do
end subroutine nest_calls
