! Functions of few scalars called where their values are needed: in rebuilt turns, beside each other, straight-line, with module variables,
! loops and branches inside, passive and repeated arguments, a result that is an input of the next.
! inputs: n = 5
! inputs: x = 0.3 .. 1.6
! head: leaf_partials(x a)\(f)
! inputs: a = 0.7
! head: leaf_straight(x a)\(f)
! inputs: a = 0.7
! head: leaf_aliased(x a)\(f)
! inputs: a = 0.7
module leaves
  implicit none
  integer, parameter :: dp = kind(1.d0)
  real(dp) :: slope = 0.5_dp, shift = 0.25_dp
  integer :: order = 3
contains
  function curve(t) result(y)
    real(dp), intent(in) :: t
    real(dp) :: y
    real(dp) :: p
    integer :: k
    y = shift
    p = slope
    do k = 1, order
      p = p*t
      y = y + p/k
    end do
  end function curve
  real(dp) function law(u, kind, v)
    real(dp), intent(in) :: u
    integer, intent(in) :: kind
    real(dp), intent(in) :: v
    if (kind == 1) then
      law = exp(-u)*v
    else if (u > v) then
      law = sqrt(u - v) + u*v
    else
      law = u*u - v
    end if
  end function law
  real(dp) function folded(u)
    real(dp), intent(in) :: u
    folded = u*shift
    folded = folded*folded + sin(folded)
    if (folded > 1.0_dp) folded = sqrt(folded)
    folded = folded*u
  end function folded
  pure real(dp) function early(u)
    real(dp), intent(in) :: u
    early = 0.1_dp*u
    if (u < 0.5_dp) return
    early = early + (u - 0.5_dp)**2
  end function early
end module leaves
subroutine leaf_partials(n, x, a, f)
  use leaves
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), a
  real(8), intent(out) :: f
  real(8) :: p, q, r
  integer :: i
  slope = a*0.5d0
  shift = a*a
  f = 0.d0
  do i = 1, n
    p = curve(x(i))
    q = law(p, mod(i, 2), a)
    r = early(q*p)
    f = f + p*q*sin(r) + r*r
  end do
  do i = 1, n
    p = law(x(i), 1, x(i))
    q = law(0.75d0, 2, p)
    r = early(x(1))
    f = f + p*q*r*p
    p = folded(x(i))
    f = f + p*p
  end do
end subroutine leaf_partials
subroutine leaf_straight(n, x, a, f)
  use leaves
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), a
  real(8), intent(out) :: f
  real(8) :: p, q
  p = law(x(2), 1, a)
  q = law(p, 2, x(1))
  if (q > 0.d0) then
    p = early(q)
    q = q*p*p
  end if
  slope = p
  p = curve(q)
  slope = p*p
  q = curve(p)
  q = folded(q)
  f = q*p*p + early(p)
  f = f*slope
end subroutine leaf_straight
subroutine leaf_aliased(n, x, a, f)
  use leaves
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), a
  real(8), intent(out) :: f
  real(8) :: p, q(2)
  integer :: i
  f = 0.d0
  do i = 1, n
    p = x(i)*a
    p = early(p)
    slope = p
    slope = curve(slope)
    q(1) = early(slope)
    q(2) = law(q(1), 1, q(1))
    q(1) = law(q(2), i, q(1)*p)
    f = f + q(1)*q(2)*slope*p
  end do
end subroutine leaf_aliased
