! head: outer(r)/(a)
! inputs: n = 5
subroutine outer(n, a, r)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a(n)
  real, intent(out) :: r
  real :: total, best
  integer :: i, k
  total = 0.
  best = -1.
  k = 1
  do i = 1, n
    call step(a(i))
    if (a(i) > best) then
      best = a(i)
      k = i
    end if
  end do
  r = total*best + a(k)**2.5 + 2.**a(1) + hypot(a(3), a(4)) + mod(a(5), 0.7)
  r = r + twice(r)
contains
  subroutine step(v)
    real, intent(in) :: v
    real, save :: last = 0.
    total = total + v*log(v + 1.)
    last = v
  end subroutine
  elemental real function twice(q)
    real, intent(in) :: q
    twice = 2.*q + best
  end function
end subroutine
