! head: drive(total)/(p q)
! inputs: n = 4
subroutine drive(n, p, q, total)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: p(n, n)
  real, intent(in) :: q(0:n)
  real, intent(out) :: total
  real, pointer :: view(:)
  real, target :: store(n)
  real, allocatable :: grow(:)
  complex :: z
  real :: acc
  integer :: i, j
  store = matmul(p, q(1:n))
  view => store(2:)
  view = view*q(0)
  grow = store + q(1:n)
  grow = [grow, q(0)*q(1)]
  z = cmplx(store(1), q(2))
  z = z*exp(z)
  acc = 0.
  outer: do i = 1, n
    do j = 1, n
      if (p(i, j) > 1.4) cycle outer
      acc = acc + p(i, j)*grow(j) + aimag(z)
      if (acc > 60.) exit outer
    end do
  end do outer
  select case (n)
  case (1:3)
    total = acc
  case default
    total = acc*abs(z) + inner(acc) + sum(grow)
  end select
contains
  real function inner(t)
    real, intent(in) :: t
    inner = t*q(1) + merge(t, q(2), t > 0.5)
  end function
end subroutine
