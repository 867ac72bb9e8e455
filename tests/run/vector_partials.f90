! Several directions: blocks whose partial derivatives come before their direction loop, and near-misses.
! head: vector_partials(p u z)\(f g h u z)
! inputs: n = 5
! inputs: p = 0.3 .. 1.4
! inputs: u = 0.2 .. 0.9
! inputs: z = 0.1 .. 0.8
subroutine vector_partials(n, p, u, f, g, h, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: p(2, n)
  real(8), intent(inout) :: u(n), z
  real(8), intent(out) :: f(n), g(n), h
  real(8) :: r1, e1, w1, q1, r2, s, w, q, e, carried
  integer :: i, k
  carried = u(1)
  h = 0.d0
  do i = 1, n
    ! All of it.
    r1 = sqrt(p(1, i)**2 + p(2, i)**2)
    e1 = exp(-r1)*r1
    if (p(1, i) < 0.8d0) then
      e1 = e1*(1.d0 + r1)*r1
    else if (p(2, i) < 0.6d0) then
      e1 = 2.d0
    end if
    f(i) = e1*p(1, i)/r1 + sin(e1)
  end do
  do i = 1, n
    ! One arm does not set it: what the turn before has set is read.
    if (p(1, i) > 0.7d0) carried = sin(p(1, i)*p(2, i))*carried
    w1 = carried*carried/p(1, i)
    q1 = w1*w1*w1 + exp(w1)
    g(i) = q1*w1/(1.d0 + q1)
  end do
  do i = 1, n
    ! The input is overwritten between its uses.
    r2 = u(i)*u(i)*sin(u(i))
    s = r2*r2/(1.d0 + r2)*exp(r2)
    u(i) = s*s*r2
    r2 = u(i)*s + s*s/(1.d0 + s)
    h = h + r2*s*r2
  end do
  k = 1
  do i = 1, n
    ! So is its subscript.
    w = p(1, k)*p(1, k)*exp(p(1, k))
    q = w*w/(1.d0 + w)
    k = mod(k, n) + 1
    e = q*q*p(1, k)*w
    z = z + e*e*q
    ! A result that is read again.
    g(i) = g(i)*e*q
  end do
end subroutine vector_partials
