! Procedures are called for one thing where another of their results is not asked for; the derivatives that they read for it belong to the callers, who go
! on with them.
! inputs: k = 1
! inputs: x(3) = 0.5 .. 1.5
! head: globals(k, x)\(x g)
! head: dummies(k, x)\(x)
! head: components(k, x)\(x)
! head: elements(k, x)\(x)
module passing
  implicit none
  real(8) :: g = 0.7d0, h(2) = 0.4d0
  type pair
    real(8) :: a, b, c
  end type pair
contains
  ! Wanted for what it does to h, and for s.
  subroutine both(u, s)
    real(8), intent(in) :: u
    real(8), intent(out) :: s
    s = g*u
    h = 0.5d0
  end subroutine both

  subroutine choose(k, u, s)
    integer, intent(in) :: k
    real(8), intent(in) :: u
    real(8), intent(inout) :: s
    real(8) :: t
    select case (k)
    case (1)
      call both(u, t)
    case default
      call both(u, s)
    end select
  end subroutine choose

  subroutine globals(k, x)
    integer, intent(in) :: k
    real(8), intent(inout) :: x(3)
    g = x(2)
    h = x(2:3)
    call choose(k, 2.d0, x(1))
    x(3) = x(1)*h(1) + x(3)
  end subroutine globals

  subroutine dummies(k, x)
    integer, intent(in) :: k
    real(8), intent(inout) :: x(3)
    real(8) :: u
    u = x(1)*x(2)
    h = x(2:3)
    call choose(k, u, x(1))
    x(3) = u**2 + h(1) + x(1)*g
  end subroutine dummies

  subroutine pass(k, p, s)
    integer, intent(in) :: k
    type(pair), intent(inout) :: p
    real(8), intent(inout) :: s
    real(8) :: t
    if (k == 1) then
      call both(p%a, t)
    else
      call both(p%a, s)
    end if
    p%b = p%b*h(2)
  end subroutine pass

  subroutine components(k, x)
    integer, intent(in) :: k
    real(8), intent(inout) :: x(3)
    type(pair) :: p
    p = pair(x(1), x(2), 1.d0)
    h = x(2:3)
    call pass(k, p, x(3))
    x(1) = p%a*p%b + x(3)
    call pass(k + 1, p, x(3))
    x(2) = p%a*p%b + x(3)
  end subroutine components

  subroutine fix(p, q)
    type(pair), intent(inout) :: p, q(2)
    p%c = 0.5d0
    q%c = 0.25d0
  end subroutine fix

  ! Only one component of an element is overwritten with something passive.
  subroutine elements(k, x)
    integer, intent(in) :: k
    real(8), intent(inout) :: x(3)
    type(pair) :: p(2), q(2, 3)
    p = pair(x(1), x(2), 1.d0)
    q = pair(x(2)*x(3), x(3), 1.d0)
    call fix(p(k), q(:, k + 1))
    x(1) = p(1)%a*p(1)%b + p(2)%a
    x(2) = sum(q%a)*sum(q%b)
  end subroutine elements
end module passing
