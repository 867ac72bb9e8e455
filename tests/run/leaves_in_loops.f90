! Functions of few scalars in loops whose turns all go forward first: what is dear waits as partial derivatives, in nests, arms, loops that are left early,
! WHILE loops and split procedures. Just outside: cheap ones, one that a result feeds, one whose value nobody needs, more than four inputs, an array.
! inputs: n = 4
! inputs: x = 0.3 .. 1.5
! inputs: a = 0.7
! head: leaves_in_loops(x a)\(f)
! inputs: a = 0.7
! head: leaves_in_steps(x a)\(f)
module dear
  implicit none
  real(8) :: slope = 0.5d0
contains
  real(8) function density(t, s, p)
    real(8), intent(in) :: t, s, p
    real(8) :: r
    r = 1.d0 + t*(0.3d0 + t*(0.2d0 - t*0.01d0)) + s*(0.4d0 - s*0.02d0*sqrt(s + 1.d0))
    density = r/(1.d0 + p*slope/(2.d0 + t*(0.1d0 + 0.01d0*t) + exp(-s)))
  end function density
  real(8) function solved(t)
    real(8), intent(in) :: t
    integer :: k
    solved = t
    do k = 1, 30
      solved = solved - (solved - 0.5d0*sin(solved) - t)/(1.d0 - 0.5d0*cos(solved))
      if (abs(solved - 0.5d0*sin(solved) - t) < 1.d-14) exit
    end do
  end function solved
  real(8) function cheap(t)
    real(8), intent(in) :: t
    cheap = t*t
  end function cheap
  real(8) function many(t, s, p, q, r)
    real(8), intent(in) :: t, s, p, q, r
    many = exp(t)*sin(s)*sqrt(p*p + 1.d0)*cos(q)*exp(-r*r)
  end function many
  real(8) function of_array(t)
    real(8), intent(in) :: t(2)
    of_array = exp(t(1))*sin(t(2))
  end function of_array
end module dear
subroutine leaves_in_loops(n, x, a, f)
  use dear
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n, n), a
  real(8), intent(out) :: f
  real(8) :: p(n), r, t(2)
  integer :: i, k, m
  slope = 0.5d0*a
  p = a
  do k = 1, n
    do i = 1, n
      if (x(i, k) < 0.5d0) cycle
      r = density(x(i, k), x(k, i), p(i))
      p(i) = p(i) + 0.1d0*r/(1.d0 + r*r)
      if (x(i, k) > 1.2d0) then
        r = density(p(i), r, p(i))
        p(i) = p(i)*r/(1.d0 + r*r)
      end if
      slope = slope + 0.01d0*p(i)
    end do
  end do
  f = 0.1d0*sum(p)
  do i = 1, n
    r = solved(x(i, 1)*a)
    f = f*(1.d0 + 0.1d0*r)
    if (f > 40.d0) exit
    f = f + 0.1d0*cheap(f)
    f = f + 0.01d0*many(0.1d0*r, f, x(1, i), a, 0.1d0*r)
    t = [0.1d0*f, r]
    f = f + of_array(t)
  end do
  m = 0
  do while (m < n)
    m = m + 1
    r = solved(0.1d0*f*x(m, 2))
    r = solved(r)
    f = f + r*f*0.1d0
  end do
  do i = 1, n
    r = solved(x(i, 3))
    f = f + r
  end do
end subroutine leaves_in_loops
subroutine steps(n, x, a, f)
  use dear
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), a
  real(8), intent(inout) :: f
  real(8) :: r
  integer :: i
  do i = 1, n
    r = density(x(i), f, a)
    f = f + 0.1d0*f*r
  end do
end subroutine steps
subroutine leaves_in_steps(n, x, a, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n, n), a
  real(8), intent(out) :: f
  integer :: i
  f = a
  do i = 1, n
    call steps(n, x(:, i), a*f, f)
    f = sqrt(f + 1.d0)
  end do
end subroutine leaves_in_steps
